/** The row with the behavior of a DSP's store. A DSP without a row has the default behavior. */
import { failedConditions } from '../../kit/table/commit.ts';
import { equal } from '../../kit/table/expressions.ts';
import type { Table } from '../../kit/table/table.ts';
import { storeKey } from '../keys.ts';
import { DEFAULT_BEHAVIOR, getsPackages, type StoreBehavior, storeProtocols } from './store-behaviors.ts';

export async function behaviorOf(table: Table, dspId: string): Promise<StoreBehavior> {
  const row = await table.get(storeKey(dspId));
  // Only setBehavior writes these rows.
  return (row?.['behavior'] as StoreBehavior | undefined) ?? DEFAULT_BEHAVIOR;
}

/** @returns the behaviors in the order of the DSPs. */
export async function behaviorsOf(table: Table, dspIds: readonly string[]): Promise<StoreBehavior[]> {
  const rows = await table.getMany(dspIds.map(storeKey));
  const set = new Map(rows.map(({ pk, behavior }) => [pk, behavior as StoreBehavior]));
  return dspIds.map((id) => set.get(storeKey(id).pk) ?? DEFAULT_BEHAVIOR);
}

/** @param dspIds of those that get an album. @returns whether one of them gets packages. */
export const isPackedFor = async (table: Table, dspIds: readonly string[]): Promise<boolean> =>
  (await behaviorsOf(table, dspIds)).some(getsPackages);

/** @returns false if the store is connected. Nothing was written. */
export async function setBehavior(table: Table, dspId: string, behavior: StoreBehavior): Promise<boolean> {
  const condition = { not: { any: storeProtocols.map((protocol) => equal('behavior', protocol)) } };
  const failed = await failedConditions(table.commit([{ put: { ...storeKey(dspId), behavior }, condition }]));
  return failed === undefined;
}
