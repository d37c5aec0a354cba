/** Shows operators how many codes of the current series are left. */
import type { Store } from '../../kit/records/store.ts';
import { currentSeries, type Series } from './series.ts';
import { numbersLeft, readSeries } from './series-rows.ts';

type SeriesSource = Pick<Store, 'table' | 'now'>;

export interface ShownSeries {
  readonly codes: Series['kind'];
  readonly prefix: string;
  readonly taken: number;
  readonly left: number;
}

/** @returns a line for each kind of code that the stage gives. */
export async function codeStatus(store: SeriesSource): Promise<ShownSeries[]> {
  const all = Object.values(currentSeries(store.now)).flatMap((series) => series ?? []);
  return Promise.all(all.map((series) => shownSeries(store, series)));
}

export async function shownSeries({ table, now }: SeriesSource, series: Series): Promise<ShownSeries> {
  const { kind, prefix, capacity } = series;
  const left = numbersLeft(series, await readSeries(table, series), { now });
  return { codes: kind, prefix, taken: capacity - left, left };
}
