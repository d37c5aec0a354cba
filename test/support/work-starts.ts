/** The start of each kind of work that the stream starts, by its name. */

import { artworkWork } from '../../shared/catalogue/artwork/artwork-work.ts';
import { validationWork } from '../../shared/catalogue/masters/validation-work.ts';
import { givingWork } from '../../shared/distribution/work/giving-work.ts';
import { storeReadingWork } from '../../shared/distribution/work/reading-work.ts';
import { reviewWork } from '../../shared/distribution/work/review-work.ts';
import { storeTestWork } from '../../shared/distribution/work/store-test-work.ts';
import { storeWork } from '../../shared/distribution/work/store-work.ts';
import { transferWork } from '../../shared/distribution/work/transfer-work.ts';
import { deletionWork } from '../../shared/kit/records/deletion-work.ts';
import { foldWork } from '../../shared/kit/records/fold-work.ts';
import type { Write } from '../../shared/kit/table/write.ts';
import { digestWork } from '../../shared/matching/digests/digest-work.ts';
import { indexingWork } from '../../shared/matching/released/indexing-work.ts';
import { soundIndexingWork } from '../../shared/matching/released/sound-indexing-work.ts';
import { analysisWork } from '../../shared/matching/sound/analysis-work.ts';
import { matchingWork } from '../../shared/matching/text/matching-work.ts';
import { erasureOf } from '../../shared/service/erasure/erasure-work.ts';
import { usageWork } from '../../shared/usage/import/usage-import.ts';
import { reportWork } from '../../shared/usage/reports/report-work.ts';
import { recoveryWork } from '../../shared/webhooks/deliveries/recovery-work.ts';

const usageImport = {
  importId: 'AbCdEfGhIjKlMnOp',
  name: 'plays.csv',
  state: 'running',
  reason: null,
  startedAt: '2026-01-02T03:04:05.006Z',
  finishedAt: null,
  bytes: 5,
  run: '7',
  sha256: 'aa',
  partitions: 1,
  written: 0,
  cleaned: 0,
  counts: null,
  formerCounts: null,
  isRematch: false,
  loaded: [],
} as const;

/** @param at when the first attempts are due. */
export const workStarts = (at: Date): Readonly<Record<string, Write>> => ({
  'asset-validation': validationWork.start({ assetId: '17', ownerId: '5' }, at),
  'artwork-reading': artworkWork.start({ albumId: '17', ownerId: '5' }, at),
  'store-delivery': storeWork.start({ deliveryId: '17', ownerId: '5' }, at),
  'store-transfer': transferWork.start(
    { deliveryId: '18', ownerId: '4', upc: null, readyAt: '2026-01-02T03:04:05.006Z', failed: 0 },
    at,
  ),
  'store-test': storeTestWork.start({ dspId: '4', asked: '2026-01-02T03:04:05.006Z' }, at),
  'store-reading': storeReadingWork.start({ dspId: '4', ownerId: '4' }, at),
  'track-matching': matchingWork.start({ requestId: '17', albumId: '9', ownerId: '5' }, at),
  'release-indexing': indexingWork.start({ albumId: '9', ownerId: '5', isReleased: true }, at),
  'sound-indexing': soundIndexingWork.start({ trackId: '9', ownerId: '5' }, at),
  'audio-analysis': analysisWork.start({ trackId: '9', ownerId: '5' }, at),
  'file-digests': digestWork.start({ trackId: '9', ownerId: '5', startedAt: '2026-01-02T03:04:05.006Z' }, at),
  'request-review': reviewWork.start({ requestId: '17', ownerId: '5' }, at),
  'code-giving': givingWork.start(
    { requestId: '17', ownerId: '5', albumId: '9', prefix: 'QZXYZ26', numbers: [['3', 1]] },
    at,
  ),
  'usage-import': usageWork.start({ ...usageImport, loaded: [] }, at),
  'list-fold': foldWork.start({ listId: 'labels#5#check', ownerId: '5' }, at),
  deletion: deletionWork.start({ deletedId: 'tracks#5#17', ownerId: '5', cleared: {} }, at),
  erasure: erasureOf({ type: 'users', id: '17' }, '5', at),
  'webhook-recovery': recoveryWork.start(
    { endpointId: '17', stretches: [{ from: '', upTo: '~' }], revision: 1, requestId: '1' },
    at,
  ),
  'analytics-report': reportWork.start({ reportId: '17', ownerId: '5' }, at),
});
