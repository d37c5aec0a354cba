/** Records what a store says of a delivery, as report-store does. */

import type { Acknowledged } from '../../ern/acknowledgements/read-acknowledgement.ts';
import { findRecord, type Store } from '../../kit/records/store.ts';
import { isProblem } from '../../kit/values/problems.ts';
import { deliveries } from '../api/deliveries.ts';
import { recordStatement, type StoreStatement } from '../deliveries/record-statement.ts';
import { deliveryAbout } from '../transfers/known-deliveries.ts';

export type Applied =
  | { readonly is: 'completed' | 'rejected' | 'received' }
  /** The end of the transfer is not recorded yet. It is read again later. */
  | { readonly is: 'early' }
  /** A person has to look at it. */
  | { readonly is: 'unclear'; readonly about: string; readonly deliveryId: string | null };

/** Idempotent. */
export async function applyAcknowledgement(
  store: Store,
  dspId: string,
  { about, says, words }: Acknowledged,
): Promise<Applied> {
  const unclear = (why: string, deliveryId: string | null = null): Applied => ({
    is: 'unclear',
    about: `${why} It says: ${words}`,
    deliveryId,
  });
  if (!about) return unclear('It names no message.');
  const id = await deliveryAbout(store.table, dspId, about);
  if (id === undefined) return unclear(`There is no delivery, or more than one, for ${nameOf(about)}.`);
  const delivery = await findRecord(store, deliveries, id);
  if (!delivery) return unclear('Its delivery no longer exists.');
  const { status, type, report } = delivery.fields;
  if (status === 'pending') return { is: 'early' };
  if (says === 'received') return { is: 'received' };
  const isTakedown = says === 'completed_takedown';
  if (says === 'unclear' || (isTakedown && type !== 'takedown'))
    return unclear('It says neither that the release was accepted nor that it was rejected.', id);
  const outcome = says === 'rejected' ? 'rejected' : 'completed';
  if (status !== 'sent') return unclear(`It says ${outcome}, but the delivery has failed.`, id);
  if (report !== null && report !== outcome)
    return unclear(`It says ${outcome}, but ${report} was recorded before.`, id);
  return record(store, id, { outcome, reason: outcome === 'rejected' ? words : null }, unclear);
}

/** An operator can report at the same time. */
async function record(
  store: Store,
  id: string,
  statement: StoreStatement,
  unclear: (why: string, deliveryId: string) => Applied,
): Promise<Applied> {
  try {
    await recordStatement(store, id, statement);
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
