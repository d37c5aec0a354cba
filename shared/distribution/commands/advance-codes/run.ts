/** Advances the counter of the current series. It never goes back. */
import { commandRun } from '../../../kit/commands/command-run.ts';
import { failedConditions } from '../../../kit/table/commit.ts';
import type { Write } from '../../../kit/table/write.ts';
import { problem } from '../../../kit/values/problems.ts';
import { shownSeries } from '../../codes/code-status.ts';
import { currentSeries } from '../../codes/series.ts';
import { measure, takenOf } from '../../codes/take-codes.ts';
import { advanceCodes } from './declare.ts';

export const run = commandRun(advanceCodes, async ({ kind, number }, { table, now }) => {
  const series = currentSeries(now)[kind];
  if (!series) throw problem('invalid_value', `The stage gives no ${kind.toUpperCase()}s.`);
  if (number > series.capacity)
    throw problem('invalid_value', `number must be at most ${series.capacity}, the last one of the prefix.`);
  const write: Write = {
    update: series.key,
    with: [{ set: 'taken', to: number }],
    condition: { any: [{ missing: 'taken' }, { path: 'taken', is: '<', value: number }] },
  };
  await failedConditions(table.commit([write]));
  const taken = await takenOf(table, series);
  measure(series, taken);
  return shownSeries(series, taken);
});
