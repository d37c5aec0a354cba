/** Tells why a payment was voided. */
import type { Shown } from '../../kit/declare/fields.ts';
import { viewOf } from '../../kit/declare/view.ts';
import { recordOf } from '../../kit/records/rows.ts';
import { recordKey } from '../../kit/table/keys.ts';
import type { Table } from '../../kit/table/table.ts';
import { royaltyPayments } from '../api/royalties.ts';

export const royaltyPaymentsView = viewOf(royaltyPayments, {
  async complete(records, { table }) {
    const failed = records.filter(({ fields }) => fields.status === 'failed');
    const reasons = await reasonsOf(failed, table);
    // The specification lists the attributes, so the reason is in `meta`.
    return records.map((record) => ({ ...record, meta: { reason: reasons.get(record.id) ?? null } }));
  },
});

/** Entries of the list do not carry them: few payments are voided. */
async function reasonsOf(
  payments: readonly Shown<typeof royaltyPayments>[],
  table: Table,
): Promise<ReadonlyMap<string, string | null>> {
  const rows = await table.getMany(
    payments.map(({ id }) => recordKey(royaltyPayments.type, id)),
    true,
  );
  const read = rows.map((row) => recordOf(royaltyPayments, row));
  return new Map(read.map(({ id, fields }) => [id, fields.reason]));
}
