/** What the last test of a store has found. */
import * as v from 'valibot';
import type { Item } from '../../kit/table/item.ts';
import type { Key } from '../../kit/table/keys.ts';
import type { Table } from '../../kit/table/table.ts';
import { testedKey } from '../keys.ts';

const finding = v.object({
  step: v.string(),
  isGood: v.boolean(),
  /** A sentence. */
  says: v.string(),
});
const tested = v.object({ asked: v.string(), findings: v.pipe(v.array(finding), v.readonly()) });

export type Finding = Readonly<v.InferOutput<typeof finding>>;
export type TestedStore = Readonly<v.InferOutput<typeof tested>>;

export async function testedStore(table: Table, dspId: string): Promise<TestedStore | undefined> {
  const row = await table.get(testedKey(dspId));
  return row && v.parse(tested, row);
}

export const testedRow = (dspId: string, { asked, findings }: TestedStore): Item & Key => ({
  ...testedKey(dspId),
  asked,
  findings,
});
