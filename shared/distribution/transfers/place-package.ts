/** Signs in to the store of a delivery and places its package there. */
import { attributesOf } from '../../kit/table/attributes.ts';
import { writeIf } from '../../kit/work/claim.ts';
import { isHeld } from '../../kit/work/due.ts';
import type { Bucket } from '../../platform/bucket/bucket.ts';
import { LONG_ATTEMPT_MS } from '../../platform/long-attempts.ts';
import { environment } from '../../platform/settings.ts';
import { dspOf } from '../album-stores.ts';
import type { Delivery } from '../api/deliveries.ts';
import { connectionOf, type StoreConnection } from '../stores/connected/connection.ts';
import { StoreFailure, type StoreFault } from '../stores/connected/store-failure.ts';
import { openStore } from '../stores/open-store.ts';
import { type TransferWork, transferWork } from '../work/transfer-work.ts';
import { batchManifest } from './batch-manifest.ts';
import { knownDelivery } from './known-deliveries.ts';
import { type PackageManifest, packageManifest } from './package-manifest.ts';
import { stampOf, storeNames } from './store-names.ts';
import { transferPackage } from './transfer-package.ts';
import type { Transferring } from './transferring.ts';

export type Placed =
  | { readonly is: 'placed'; readonly bytes: number }
  /** There was no time left. */
  | { readonly is: 'unfinished'; readonly placed: number }
  /** The package does not exist any more. */
  | { readonly is: 'gone'; readonly reason: string }
  | {
      readonly is: 'failed';
      readonly fault: StoreFault | 'not_connected';
      readonly reason: string;
      /** How many files are at the store. */
      readonly placed: number;
    };

/** A store with many small files causes a write each so often. */
const NOTED_EVERY_MS = 2000;

export async function placePackage(transferring: Transferring, delivery: Delivery): Promise<Placed> {
  const { table, lease } = transferring;
  const dspId = dspOf(delivery);
  const failed = (fault: StoreFault | 'not_connected', reason: string): Placed => ({
    is: 'failed',
    fault,
    reason,
    placed: progress.placed,
  });
  const progress = new Progress(transferring);
  const connection = await connectionOf(table, dspId);
  if (!connection) return failed('not_connected', 'The store is not connected.');
  const { Bucket } = await import('#bucket');
  const bucket = new Bucket(environment('BUCKET_NAME'));
  const folder = delivery.fields['store-delivery-id'];
  const manifest = await packageManifest(bucket, folder);
  if (!manifest) return { is: 'gone', reason: 'The package was deleted. Request a redelivery.' };
  // The next attempt continues.
  const until = AbortSignal.any([lease.lost, AbortSignal.timeout(LONG_ATTEMPT_MS)]);
  try {
    const place = { transferring, delivery, connection, bucket, folder, manifest, until, progress };
    return { is: 'placed', bytes: await placeAll(place) };
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error;
    await lease.keep();
    if (error.fault === 'unfinished') return { is: 'unfinished', placed: progress.placed };
    // For some minutes, transfers to this store share slots with those to other slow stores.
    if (error.fault === 'timeout') await lease.takeSlowSlot().catch(() => {});
    return failed(error.fault, error.message);
  }
}

interface Placing {
  readonly transferring: Transferring;
  readonly delivery: Delivery;
  readonly connection: StoreConnection;
  readonly bucket: Bucket;
  readonly folder: string;
  readonly manifest: PackageManifest;
  readonly until: AbortSignal;
  readonly progress: Progress;
}

/** @throws StoreFailure */
async function placeAll(placing: Placing): Promise<number> {
  const { transferring, delivery, connection, bucket, folder, manifest, until, progress } = placing;
  const { claimed, lease, now } = transferring;
  const releaseId = claimed.upc ?? String(delivery.fields.album);
  const names = storeNames(connection, { releaseId, readyAt: claimed.readyAt });
  const dspId = dspOf(delivery);
  const stamp = stampOf(claimed.readyAt);
  const known = { dspId, deliveryId: delivery.id, messageId: folder, releaseId, stamp };
  await transferring.table.commit(knownDelivery(known));
  const store = await openStore({ dspId, connection, now: now(), until });
  try {
    await store.requireFolder(connection.folder);
    const { type } = delivery.fields;
    const { batch } = names;
    const message = { dspId, type, connection, folder, manifest, names, releaseId, readyAt: claimed.readyAt };
    return await transferPackage({
      store,
      bucket,
      folder,
      manifest,
      names,
      batchManifest: batch && {
        path: batch.manifest,
        text: batchManifest({ ...message, rootFolder: batch.folder }),
      },
      placed: claimed.placed,
      note: (placed) => progress.note(placed),
      confirm: lease.keep,
    });
  } finally {
    store.close();
  }
}

/** What the row of the work records about the files at the store. */
class Progress {
  placed: number;
  readonly #transferring: Transferring;
  #notedAtMs = 0;

  constructor(transferring: Transferring) {
    this.placed = transferring.claimed.placed;
    this.#transferring = transferring;
  }

  async note(placed: number): Promise<void> {
    this.placed = placed;
    if (performance.now() - this.#notedAtMs < NOTED_EVERY_MS) return;
    this.#notedAtMs = performance.now();
    const { table, claimed } = this.#transferring;
    await writeIf(table, {
      update: transferWork.key(claimed.deliveryId),
      with: [{ set: at('placed'), to: placed }],
      condition: isHeld(claimed),
    });
  }
}

const at = attributesOf<TransferWork>();
