/** What App gives to all pages. */
import { type InjectionKey, inject, type Ref, ref } from 'vue';
import type { Setup, ShownCommand } from './api.ts';

/** What the stage tells of itself. */
export interface StageFacts {
  /** Where it serves the API and the documentation; empty if it is not known. */
  readonly address: string;
  /** What its reviewers usually write to owners. */
  readonly rejectionReasons: readonly string[];
  readonly dsps: readonly { readonly id: string; readonly name: string }[];
}

export const unknownStage: StageFacts = { address: '', rejectionReasons: [], dsps: [] };

export const setupKey: InjectionKey<Ref<Setup | undefined>> = Symbol('setup');
export const stageKey: InjectionKey<Ref<StageFacts>> = Symbol('stage');

export const useSetup = (): Ref<Setup | undefined> => inject(setupKey, ref());

export const useStage = (): Ref<StageFacts> => inject(stageKey, ref(unknownStage));

/** @returns a function that finds a command; undefined if this console does not have it. */
export function useCommands(): (name: string) => ShownCommand | undefined {
  const setup = useSetup();
  return (wanted) => setup.value?.commands.find(({ name }) => name === wanted);
}
