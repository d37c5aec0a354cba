/** Records what a store says of a delivery after it was sent: once, whoever says it first. */
import { albums } from '../../catalogue/api/albums.ts';
import { unchangedCheck } from '../../kit/records/changes.ts';
import { changeRecord, type Decision, findRecord, type Store } from '../../kit/records/store.ts';
import type { Write } from '../../kit/table/write.ts';
import { problem } from '../../kit/values/problems.ts';
import { deliveriesTo, isAccepted } from '../album-stores.ts';
import { type Delivery, deliveries } from '../api/deliveries.ts';
import { albumChange, factsOf } from './album-change.ts';
import { afterRejection } from './delivery-outcome.ts';

export interface StoreStatement {
  readonly outcome: 'completed' | 'rejected';
  readonly reason: string | null;
}

/**
 * The same report twice changes nothing.
 * @param writes of the same transaction.
 * @throws delivery_not_sent when the delivery is not with the store; delivery_reported when it was reported otherwise.
 */
export const recordStatement = (
  store: Store,
  id: string,
  { outcome, reason }: StoreStatement,
  writes: readonly Write[] = [],
): Promise<Delivery> =>
  changeRecord(store, { resource: deliveries, id }, async (before) => {
    const { fields } = before;
    if (fields.status !== 'sent')
      throw problem('delivery_not_sent', `The delivery has the status ${fields.status}: no store has it.`);
    if (fields.report === outcome) return undefined;
    if (fields.report !== null)
      throw problem('delivery_reported', `The store has reported ${fields.report} already.`);
    const rejected = outcome === 'rejected' ? await rejection(store, before) : undefined;
    return {
      fields: { report: outcome, 'report-reason': reason },
      also: rejected?.also ?? [],
      writes: [...writes, ...(rejected?.writes ?? [])],
    };
  });

/** A store that rejects a delivery has what it had before. Its other deliveries are as they were read when this is saved. */
async function rejection(
  store: Store,
  { id, fields }: Delivery,
): Promise<Pick<Decision<typeof deliveries>, 'also' | 'writes'>> {
  const { dsp } = fields;
  const album = await findRecord(store, albums, fields.album ?? '');
  if (!album || dsp === null) return {};
  const others = (await deliveriesTo(store, album, [dsp])).filter((each) => each.id !== id);
  const last = others.filter(isAccepted).toSorted(byDate).at(-1);
  const decisive = others.filter((each) => each === last || each.fields.status === 'pending');
  const facts = afterRejection(dsp, last?.fields.type, factsOf(album));
  const { also, writes } = albumChange(store, album, {
    ...facts,
    wasDelivered: album.fields['was-delivered'],
  });
  return { also, writes: [...writes, ...decisive.map(unchangedCheck)] };
}

/** When they were sent. */
const byDate = ({ fields: left }: Delivery, { fields: right }: Delivery): number =>
  Date.parse(left.date ?? '') - Date.parse(right.date ?? '');
