/** Shows what the console needs to know of a stage. */
import { capabilities } from '../../accounts/sign-in/caller.ts';
import { DEFAULT_BEHAVIOR, protocolOf } from '../../distribution/stores/store-behaviors.ts';
import { behaviorsOf } from '../../distribution/stores/store-row.ts';
import type { Command } from '../../kit/commands/declare.ts';
import type { Run } from '../../kit/commands/listed.ts';
import { environment, readSettings } from '../../platform/settings.ts';
import { dspData } from '../../reference/data/dsps.ts';
import type { describeStage } from '../commands.ts';

export const run = (async (_, { commands, table }) => {
  const { rejectionReasons, qaMode } = readSettings();
  const dsps = dspData.rows();
  const behaviors = await behaviorsOf(
    table,
    dsps.map(({ id }) => id),
  );
  return {
    address: environment('BASE_URL'),
    commands: commands.map(({ name }) => name),
    usages: commands.map(usageOf),
    dsps: dsps.map(({ id, name }, index) => ({
      id,
      name,
      protocol: protocolOf(behaviors[index] ?? DEFAULT_BEHAVIOR),
    })),
    capabilities: capabilities,
    'qa-mode': qaMode,
    'rejection-reasons': rejectionReasons,
  };
}) satisfies Run<typeof describeStage>;

/** @returns the command with what an operator can write after it. */
const usageOf = ({ name, arguments: all }: Command): string =>
  [name, ...Object.keys(all).flatMap((each) => (all[each]?.isFilledIn ? [] : [`--${each}`]))].join(' ');
