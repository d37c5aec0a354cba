/** Shows what the console needs to know of a stage. */
import { capabilities } from '../../accounts/sign-in/caller.ts';
import type { Run } from '../../kit/commands/listed.ts';
import { readSettings } from '../../platform/settings.ts';
import { dspData } from '../../reference/data/dsps.ts';
import type { describeStage } from '../commands.ts';

export const run: Run<typeof describeStage> = async (_, { commandNames }) => {
  const { rejectionReasons, qaMode } = readSettings();
  return {
    commands: commandNames,
    dsps: dspData.rows().map(({ id, name }) => ({ id, name })),
    capabilities: capabilities,
    'qa-mode': qaMode,
    'rejection-reasons': rejectionReasons,
  };
};
