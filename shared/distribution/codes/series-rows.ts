/** The rows of a series: how many numbers were taken from it, and which of them are held for albums. */
import * as v from 'valibot';
import { equal } from '../../kit/table/expressions.ts';
import type { Table } from '../../kit/table/table.ts';
import type { Write } from '../../kit/table/write.ts';
import { heldFor, heldNumbersKey } from '../keys.ts';
import type { Series } from './series.ts';

const heldSchema = v.object({
  numbers: v.array(v.number()),
  /** From then on, any album may have the numbers. Until they do, the album can still use them. */
  until: v.string(),
});

/** Numbers that were taken and not given yet. */
export interface HeldNumbers extends Readonly<v.InferOutput<typeof heldSchema>> {
  readonly albumId: string;
}

export interface SeriesRows {
  readonly taken: number;
  readonly held: readonly HeldNumbers[];
}

export async function readSeries(table: Table, { key }: Series): Promise<SeriesRows> {
  const rows = await table.query({ partition: key.pk });
  const held = rows.flatMap((row) => {
    const albumId = heldFor(String(row['sk']));
    return albumId === undefined ? [] : [{ ...v.parse(heldSchema, row), albumId }];
  });
  return { taken: Number(rows.find(({ sk }) => sk === key.sk)?.['taken'] ?? 0), held };
}

/** @returns rows of numbers that any album may have, because no approval used them; the largest first. */
export const freeNumbers = ({ held }: SeriesRows, now: Date): HeldNumbers[] =>
  held
    .filter(({ until }) => until <= now.toISOString())
    .toSorted((left, right) => right.numbers.length - left.numbers.length);

/** How many numbers are left for an album; without an id, for one that holds none. */
export function numbersLeft(
  { capacity }: Series,
  rows: SeriesRows,
  { now, albumId }: { readonly now: Date; readonly albumId?: string },
): number {
  const own = rows.held.filter((each) => each.albumId === albumId);
  const usable = new Set([...own, ...freeNumbers(rows, now)]);
  return capacity - rows.taken + [...usable].reduce((sum, { numbers }) => sum + numbers.length, 0);
}

interface Replaced {
  readonly albumId: string;
  /** The numbers as they were read; undefined if the album held none. */
  readonly before: HeldNumbers | undefined;
  readonly numbers: readonly number[];
  readonly until: string;
}

/** Replaces the numbers that are held for an album. Fails if they have changed since they were read. */
export function holdingWrite({ key }: Series, { albumId, before, numbers, until }: Replaced): Write {
  const row = heldNumbersKey(key, albumId);
  const condition = before ? equal('numbers', before.numbers) : ({ missing: 'numbers' } as const);
  return numbers.length === 0
    ? { delete: row, condition }
    : { put: { ...row, numbers: [...numbers], until }, condition };
}

/** Takes the next numbers. The write fails if others were taken since the rows were read. */
export const takingWrite = ({ key }: Series, { taken }: SeriesRows, count: number): Write => ({
  update: key,
  with: [{ set: 'taken', to: taken + count }],
  condition: taken === 0 ? { any: [{ missing: 'taken' }, equal('taken', 0)] } : equal('taken', taken),
});
