/** Deliveries as shown to operators. */
import type { Table } from '../../kit/table/table.ts';
import type { Delivery } from '../api/deliveries.ts';
import { storeWork } from '../deliveries/store-work.ts';

export async function shownDeliveries(table: Table, deliveries: readonly Delivery[]) {
  const pending = deliveries.filter(({ fields }) => fields.status === 'pending');
  const rows = await table.getMany(
    pending.map(({ id }) => storeWork.key(id)),
    true,
  );
  const works = new Map(rows.map(storeWork.read).map((work) => [work.deliveryId, work]));
  return deliveries.map(({ id, fields }) => ({
    id,
    dsp: fields.dsp,
    type: fields.type,
    status: fields.status,
    'created-at': fields['created-at'],
    date: fields.date,
    report: fields.report,
    reason: fields.errors ?? fields['report-reason'] ?? fields['last-error'],
    attempts: works.get(id)?.position ?? null,
    'next-attempt-at': works.get(id)?.nextAttemptAt ?? null,
  }));
}
