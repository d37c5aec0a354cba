/** Advances the counter of the current series. It never goes back. */
import type { Run } from '../../kit/commands/listed.ts';
import { retried } from '../../kit/records/decided.ts';
import { failedConditions } from '../../kit/table/commit.ts';
import type { Table } from '../../kit/table/table.ts';
import type { Write } from '../../kit/table/write.ts';
import { problem } from '../../kit/values/problems.ts';
import { shownSeries } from '../codes/code-status.ts';
import { measure } from '../codes/hold-numbers.ts';
import { currentSeries, type Series } from '../codes/series.ts';
import { holdingWrite, readSeries } from '../codes/series-rows.ts';
import type { advanceCodes } from '../commands.ts';

export const run = (async ({ kind, number }, { table, now }) => {
  const series = currentSeries(now)[kind];
  if (!series) throw problem('invalid_value', `The stage does not give ${kind.toUpperCase()}s.`);
  if (number > series.capacity)
    throw problem('invalid_value', `number must be at most ${series.capacity}, the last one of the prefix.`);
  const write: Write = {
    update: series.key,
    with: [{ set: 'taken', to: number }],
    condition: { any: [{ missing: 'taken' }, { path: 'taken', is: '<', value: number }] },
  };
  await failedConditions(table.commit([write]));
  await retried(() => dropHeld(table, series, number));
  measure(series, (await readSeries(table, series)).taken);
  return shownSeries({ table, now }, series);
}) satisfies Run<typeof advanceCodes>;

/** Numbers that are held for albums may have been given before the table was restored. */
async function dropHeld(table: Table, series: Series, number: number): Promise<'dropped' | 'again'> {
  for (const before of (await readSeries(table, series)).held) {
    const numbers = before.numbers.filter((each) => each > number);
    if (numbers.length === before.numbers.length) continue;
    const write = holdingWrite(series, { ...before, before, numbers });
    if (await failedConditions(table.commit([write]))) return 'again';
  }
  return 'dropped';
}
