/** Shows operators how many codes of the current series are left. */
import type { Store } from '../../kit/records/store.ts';
import { currentSeries, type Series } from './series.ts';
import { takenOf } from './take-codes.ts';

/** @returns a line for each kind of code that the stage gives. */
export async function codeStatus({ table, now }: Pick<Store, 'table' | 'now'>): Promise<object[]> {
  const all = Object.values(currentSeries(now)).flatMap((series) => series ?? []);
  return Promise.all(all.map(async (series) => shownSeries(series, await takenOf(table, series))));
}

export const shownSeries = ({ kind, prefix, capacity }: Series, taken: number): object => ({
  codes: kind,
  prefix,
  taken,
  left: capacity - taken,
});
