/** Records what a store says of a delivery, as report-store does. */

import type { Acknowledged } from '../../ern/acknowledgements/read-acknowledgement.ts';
import { findRecord, type Store } from '../../kit/records/store.ts';
import { isProblem } from '../../kit/values/problems.ts';
import { type Delivery, deliveries } from '../api/deliveries.ts';
import { awaitsNoMore } from '../awaiting/awaited.ts';
import { recordStatement, type StoreStatement } from '../deliveries/record-statement.ts';
import { deliveryAbout } from '../transfers/known-deliveries.ts';

export type Applied =
  | {
      readonly is: 'completed' | 'rejected' | 'received';
      /** Further requests of the store, for a person to check. */
      readonly asks?: string | undefined;
    }
  /** The end of the transfer is not recorded yet. It is read again later. */
  | { readonly is: 'early' }
  /** A person has to look at it. */
  | { readonly is: 'unclear'; readonly about: string; readonly deliveryId: string | null };

/** Idempotent. Any acknowledgement of a delivery ends the wait for one. */
export async function applyAcknowledgement(
  store: Store,
  dspId: string,
  acknowledged: Acknowledged,
): Promise<Applied> {
  const { about } = acknowledged;
  const unclear: Unclear = (why, deliveryId = null) => ({
    is: 'unclear',
    about: `${why} It says: ${wholeWords(acknowledged)}`,
    deliveryId,
  });
  if (!about) return unclear('It names no message.');
  const id = await deliveryAbout(store.table, dspId, about);
  if (id === undefined) return unclear(`There is no delivery, or more than one, for ${nameOf(about)}.`);
  const delivery = await findRecord(store, deliveries, id);
  if (!delivery) return unclear('Its delivery no longer exists.');
  if (delivery.fields.status === 'pending') return { is: 'early' };
  const applied = await applyTo(store, { delivery, acknowledged, unclear });
  if (applied.is === 'received' || applied.is === 'unclear') await store.commit([awaitsNoMore(delivery)]);
  return applied;
}

const wholeWords = ({ words, asks }: Acknowledged): string => `${words} ${asks}`.trim();

type Unclear = (why: string, deliveryId?: string | null) => Applied;

interface About {
  /** It is at the store, or has failed. */
  readonly delivery: Delivery;
  readonly acknowledged: Acknowledged;
  readonly unclear: Unclear;
}

async function applyTo(store: Store, of: About): Promise<Applied> {
  const { delivery, acknowledged, unclear } = of;
  const { says, asks } = acknowledged;
  const { id } = delivery;
  const outcome = says === 'rejected' ? 'rejected' : 'completed';
  const said = says === 'received' ? says : outcome;
  const besides = asks === '' ? {} : { asks: `The delivery ${id} is ${said}. ${asks}` };
  const { status, type, report } = delivery.fields;
  if (says === 'received') return { is: 'received', ...besides };
  const isTakedown = says === 'completed_takedown';
  if (says === 'unclear' || (isTakedown && type !== 'takedown'))
    return unclear('It states neither that the release was accepted nor that it was rejected.', id);
  if (status !== 'sent') return unclear(`It says ${outcome}, but the delivery has failed.`, id);
  if (report !== null && report !== outcome)
    return unclear(`It says ${outcome}, but ${report} was recorded before.`, id);
  if (outcome === 'rejected') return record(store, of, { outcome, reason: wholeWords(acknowledged) });
  const applied = await record(store, of, { outcome, reason: null });
  return applied.is === 'unclear' ? applied : { ...applied, ...besides };
}

/** An operator can report at the same time. */
async function record(
  store: Store,
  { delivery: { id }, unclear }: About,
  statement: StoreStatement,
): Promise<Applied> {
  try {
    await recordStatement(store, id, statement, (delivery) => [awaitsNoMore(delivery)]);
    return { is: statement.outcome };
  } catch (error) {
    if (!isProblem(error, 'delivery_reported')) throw error;
    return unclear(`It says ${statement.outcome}, but something else was recorded before.`, id);
  }
}

const nameOf = (about: NonNullable<Acknowledged['about']>): string =>
  'messageId' in about
    ? `the message ${about.messageId}`
    : `the release ${about.releaseId} of ${about.stamp}`;
