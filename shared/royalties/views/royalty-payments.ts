/** Adds why a payment was voided. */
import type { Shown } from '../../kit/declare/fields.ts';
import { viewOf } from '../../kit/declare/view.ts';
import { findRecords } from '../../kit/records/store.ts';
import type { Table } from '../../kit/table/table.ts';
import { royaltyPayments } from '../api/royalties.ts';

export const royaltyPaymentsView = viewOf(royaltyPayments, {
  async complete(records, { table }) {
    const failed = records.filter(({ fields }) => fields.status === 'failed');
    const reasons = await reasonsOf(failed, table);
    // In `meta`, because the specification defines the attributes.
    return records.map((record) => ({ ...record, meta: { reason: reasons.get(record.id) ?? null } }));
  },
});

/** Read separately, because few payments are voided and index entries omit the reasons. */
async function reasonsOf(
  payments: readonly Shown<typeof royaltyPayments>[],
  table: Table,
): Promise<ReadonlyMap<string, string | null>> {
  const ids = payments.map(({ id }) => id);
  const read = await findRecords({ table }, royaltyPayments, ids);
  return new Map(read.map(({ id, fields }) => [id, fields.reason]));
}
