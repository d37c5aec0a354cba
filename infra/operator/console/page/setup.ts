/** What App gives to all pages. */
import { type InjectionKey, inject, type Ref, ref } from 'vue';
import type { Setup, ShownCommand } from './api.ts';

export const setupKey: InjectionKey<Ref<Setup | undefined>> = Symbol('setup');
/** What reviewers of the stage usually write to owners. */
export const rejectionReasonsKey: InjectionKey<Ref<readonly string[]>> = Symbol('rejectionReasons');

export const useSetup = (): Ref<Setup | undefined> => inject(setupKey, ref());

export const useRejectionReasons = (): Ref<readonly string[]> => inject(rejectionReasonsKey, ref([]));

/** @returns a function that finds a command; undefined if this console does not have it. */
export function useCommands(): (name: string) => ShownCommand | undefined {
  const setup = useSetup();
  return (wanted) => setup.value?.commands.find(({ name }) => name === wanted);
}
