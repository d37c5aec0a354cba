/** Notes which delivery has replaced one that failed, for deliveries that an earlier version has ended. */
import { decided } from '../../kit/records/decided.ts';
import { changedUnseen, findRecord, type Store, save } from '../../kit/records/store.ts';
import { replacementOf } from '../album-stores.ts';
import { type Delivery, deliveries } from '../api/deliveries.ts';
import { deliveryListOf, hasFailed } from '../rules/delivery-lists.ts';

/** Idempotent. */
export async function noteReplacement(unread: Store, { id, fields }: Delivery): Promise<void> {
  if (!isUnreplaced(fields)) return;
  await decided(unread, async (store) => {
    const before = await findRecord(store, deliveries, id);
    if (!before || !isUnreplaced(before.fields)) return undefined;
    const by = await replacementOf(store, before);
    if (by === null) return undefined;
    const after = changedUnseen(before, { 'replaced-by': by });
    return (await save(store, [{ resource: deliveries, before, after }])).is === 'saved'
      ? undefined
      : 'again';
  });
}

const isUnreplaced = (fields: Delivery['fields']): boolean =>
  hasFailed(fields) && deliveryListOf(fields) === 'failing';
