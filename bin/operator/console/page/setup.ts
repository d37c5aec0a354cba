/** What App gives to all pages. */
import { type InjectionKey, inject, type Ref, ref } from 'vue';
import type { CommandName } from '../../../../shared/service/commands/list.ts';
import type { ShownCommand } from '../declared-commands.ts';
import type { Setup } from './api.ts';

/** What the stage reports about itself. */
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

interface Commands {
  /** @returns undefined until the set-up is loaded. */
  readonly commandOf: (name: CommandName) => ShownCommand | undefined;
  /** @param name what may be the name of a command. */
  readonly commandNamed: (name: string) => ShownCommand | undefined;
}

export function useCommands(): Commands {
  const setup = useSetup();
  const named = (wanted: string) => setup.value?.commands.find(({ name }) => name === wanted);
  return { commandOf: named, commandNamed: named };
}
