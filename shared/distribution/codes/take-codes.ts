/**
 * Takes codes from a series. A counter makes each number, and with it each code, available only once. Numbers that are
 * taken but not used, such as by an approval that was interrupted, remain unused.
 */
import { ConditionsFailed } from '../../kit/table/commit.ts';
import type { Table } from '../../kit/table/table.ts';
import type { Write } from '../../kit/table/write.ts';
import { Problems } from '../../kit/values/problems.ts';
import { writeMetrics } from '../../platform/metrics.ts';
import { reviewWork } from '../review/review-work.ts';
import type { Series } from './series.ts';

/** Codes that a release needs. */
export interface Need {
  readonly series: Series;
  readonly count: number;
}

/**
 * Passes over codes that a record has already.
 * @returns codes that nobody else gets. @throws codes_exhausted.
 */
export async function takeCodes(table: Table, { series, count }: Need): Promise<string[]> {
  const codes: string[] = [];
  while (codes.length < count) {
    const numbers = await takeNumbers(table, { series, count: count - codes.length });
    const made = numbers.map(series.codeOf);
    const used = await Promise.all(made.map((code) => series.isUsed(table, code)));
    codes.push(...made.filter((_, index) => !used[index]));
  }
  return codes;
}

async function takeNumbers(table: Table, need: Need): Promise<number[]> {
  const { count, series } = need;
  const { key, capacity } = series;
  const write: Write = {
    update: key,
    with: [{ add: 'taken', by: count }],
    condition: { any: [{ missing: 'taken' }, { path: 'taken', is: '<=', value: capacity - count }] },
  };
  try {
    const row = await table.commit([write], { returning: 'new' });
    const taken = Number(row?.['taken']);
    measure(series, taken);
    return Array.from({ length: count }, (_, index) => taken - count + index + 1);
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
    throw new Problems((await shortages(table, [need])).map(exhausted));
  }
}

/** CloudWatch keeps the state of the alarm until the next value. */
export const measure = ({ metric, capacity }: Series, taken: number): void =>
  writeMetrics(reviewWork.name, { [metric]: (100 * taken) / capacity });

/** How many numbers of a series were taken. */
export const takenOf = async (table: Table, { key }: Series): Promise<number> =>
  Number((await table.get(key))?.['taken'] ?? 0);

/** @returns a sentence for each series with fewer numbers than needed. */
export async function shortages(table: Table, needs: readonly Need[]): Promise<string[]> {
  const sentences = needs.map(async ({ series, count }) => {
    const left = series.capacity - (await takenOf(table, series));
    const codes = `${series.kind.toUpperCase()}s that begin with ${series.prefix}`;
    return left >= count
      ? []
      : [`The stage has ${left} left of the ${codes}, and the album needs ${count}. Set another prefix.`];
  });
  return (await Promise.all(sentences)).flat();
}

export const exhausted = (detail: string) => ({ code: 'codes_exhausted' as const, detail });
