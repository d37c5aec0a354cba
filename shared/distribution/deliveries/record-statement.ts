/** Records a store's report on a delivery that was sent. The first report counts. */

import { albums } from '../../catalogue/api/albums.ts';
import { unchangedCheck } from '../../kit/records/changes.ts';
import { type Deciding, unheld } from '../../kit/records/deciding.ts';
import { changeRecord, type Decision, findRecord, type Store } from '../../kit/records/store.ts';
import type { Write } from '../../kit/table/write.ts';
import { problem } from '../../kit/values/problems.ts';
import { deliveriesTo, dspOf, isAccepted } from '../album-stores.ts';
import { type Delivery, deliveries } from '../api/deliveries.ts';
import { albumChange, factsOf, NEW_DELIVERIES } from './album-change.ts';
import { afterRejection } from './delivery-outcome.ts';

export interface StoreStatement {
  readonly outcome: 'completed' | 'rejected';
  readonly reason: string | null;
}

/**
 * Repeating the same report changes nothing, except that a store can confirm what counts as completed already.
 * @param writes added to the transaction.
 * @throws delivery_not_sent if no store has the delivery; delivery_reported if another report was recorded.
 */
export const recordStatement = (
  unread: Store,
  id: string,
  { outcome, reason }: StoreStatement,
  writes: (delivery: Delivery) => readonly Write[] = () => [],
): Promise<Delivery> =>
  changeRecord(unread, { resource: deliveries, id }, async (before, store) => {
    const { fields } = before;
    if (fields.status !== 'sent')
      throw problem(
        'delivery_not_sent',
        `No store has the delivery, because its status is ${fields.status}.`,
      );
    if (fields.report === outcome && !isConfirmedLate(fields, reason)) return undefined;
    if (fields.report !== null && fields.report !== outcome)
      throw problem('delivery_reported', `The store has already reported ${fields.report}.`);
    const rejected = outcome === 'rejected' ? await rejection(store, before) : undefined;
    return {
      fields: {
        report: outcome,
        'report-reason': reason,
        'report-at': store.now.toISOString(),
        'replaced-by': rejected?.replacedBy ?? null,
      },
      also: rejected?.also ?? [],
      writes: [...writes(before), ...(rejected?.writes ?? [])],
    };
  });

/** Whether the delivery counted as completed without a report of the store. A store reports no reason for `completed`. */
const isConfirmedLate = (fields: Delivery['fields'], reason: string | null): boolean =>
  fields.report === 'completed' && fields['report-reason'] !== null && reason === null;

/** The store keeps what it had before. Saving fails if its other deliveries change concurrently. */
async function rejection(
  store: Store & Deciding,
  delivery: Delivery,
): Promise<Pick<Decision<typeof deliveries>, 'also' | 'writes'> & { readonly replacedBy?: string | null }> {
  const album = await findRecord(store, albums, delivery.fields.album);
  if (!album) return {};
  const dsp = dspOf(delivery);
  const others = (await deliveriesTo(unheld(store, NEW_DELIVERIES), album, [dsp])).filter(
    ({ id }) => id !== delivery.id,
  );
  const last = others
    .filter(isAccepted)
    .toSorted((left, right) => sentAt(left) - sentAt(right))
    .at(-1);
  const decisive = others.filter((each) => each === last || each.fields.status === 'pending');
  const facts = afterRejection(dsp, last?.fields.type, factsOf(album));
  const { also, writes } = albumChange(store, album, facts);
  const replacedBy = others.filter(({ id }) => Number(id) > Number(delivery.id)).at(-1)?.id ?? null;
  return { also, replacedBy, writes: [...writes, ...decisive.map(unchangedCheck)] };
}

const sentAt = ({ fields }: Delivery): number => Date.parse(fields.date);
