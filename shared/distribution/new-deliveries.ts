/** The deliveries of an approved request: one for each of its DSPs that the owner may distribute to. */
import { randomUUID } from 'node:crypto';
import type { albums } from '../api/albums.ts';
import type { Stored } from '../api/define/fields.ts';
import { deliveries } from '../api/deliveries.ts';
import type { distributionRequests } from '../api/distribution-requests.ts';
import { users } from '../api/users.ts';
import { problem } from '../domain/problems.ts';
import { effectiveDsps } from '../domain/users.ts';
import { type Change, unchangedCheck } from '../records/changes.ts';
import { findRecord, newRecord, type Store } from '../records/store.ts';
import { dspById } from '../reference/dsps.ts';
import type { Write } from '../table/write.ts';
import { newStoreWork } from './store-work.ts';

type DistributionRequest = Stored<typeof distributionRequests>;
type User = Stored<typeof users>;

/**
 * @returns the records and their work, for the transaction of the approval.
 * @throws dsp_not_available when no DSP is left.
 */
export async function newDeliveries(
  store: Store,
  { id, ownerId, fields }: DistributionRequest,
  album: Stored<typeof albums>,
): Promise<{ readonly also: readonly Change[]; readonly writes: readonly Write[] }> {
  const owner = await findRecord(store, users, ownerId);
  const allowed = owner ? allowedDsps(owner) : [];
  const wanted = fields.dsps.filter((dsp) => allowed.includes(dsp) || fields['request-type'] === 'takedown');
  if (wanted.length === 0)
    throw problem('dsp_not_available', 'None of the DSPs of the request is available to its owner.');
  const made = wanted.map((dsp) =>
    newRecord(store, deliveries, {
      ownerId,
      fields: {
        date: store.now.toISOString(),
        type: fields['request-type'],
        'store-delivery-id': randomUUID(),
        'album-title': album.fields.title,
        'album-upc': album.fields['upc-code'],
        dsp,
        album: album.id,
        'distribution-request': id,
      },
    }),
  );
  return {
    also: made.map((after) => ({ resource: deliveries, after })),
    writes: [
      ...(owner ? [unchangedCheck(owner)] : []),
      ...made.map((delivery) => newStoreWork(delivery.id, store.now)),
    ],
  };
}

/** The DSPs that a user effectively has. */
export const allowedDsps = ({ fields }: User): string[] =>
  effectiveDsps(
    {
      assigned: fields.dsps,
      isStreamingAllowed: fields['streaming-dsp-allowed'],
      isFingerprintAllowed: fields['fingerprint-dsp-allowed'],
    },
    (id) => dspById(id)?.family,
  );
