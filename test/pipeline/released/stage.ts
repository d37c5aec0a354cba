/** A stage in one process, with all of its functions, for the rows of a release. */
import { beforeAll } from 'vitest';
import { audioAnalyzerWith } from '../../../functions/analyze-audio/handler.ts';
import { delivererWith } from '../../../functions/deliver-releases/handler.ts';
import { eraserWith } from '../../../functions/erase-data/handler.ts';
import { folderWith } from '../../../functions/fold-lists/handler.ts';
import { importerWith } from '../../../functions/import-usage/handler.ts';
import { reporterWith } from '../../../functions/make-reports/handler.ts';
import { trackMatcherWith } from '../../../functions/match-tracks/handler.ts';
import { reviewerWith } from '../../../functions/review-requests/handler.ts';
import { validatorWith } from '../../../functions/validate-assets/handler.ts';
import { storeFor } from '../../../shared/distribution/stores/store-for.ts';
import { senderWith } from '../../../shared/webhooks/sending/sender.ts';
import { deadLettersOf } from '../../support/planned-queues.ts';
import { trustReceivers } from '../../support/receivers.ts';
import { type LocalBucket, withBucket } from '../../support/stores/local-bucket.ts';
import { now, pass, useWorkStage } from '../work-stage.ts';

/** Of the bucket of tests. */
const bucketName = 'packages';
export const clock = { now, random: () => 0.5 };

/** Starts everything for the tests of a file. @param at the time of its clock. @param eraser of organizations. */
export function useWholeStage(at: Date, eraser = eraserWith(clock)): LocalBucket {
  useWorkStage({
    consumers: {
      Webhook: senderWith({ ...clock, attemptTimeoutMs: 60_000 }),
      Validation: validatorWith({ ...clock, requestTimeoutMs: 30_000 }),
      Store: delivererWith({ ...clock, storeFor }),
      Review: reviewerWith(clock),
      Matching: trackMatcherWith({ now }),
      Audio: audioAnalyzerWith(clock),
      Usage: importerWith({ now }),
      Report: reporterWith(clock),
      Fold: folderWith({ now }),
      Erasure: eraser,
    },
    settings: { codes: { isrc: 'QZRLS', gs1: '0850002' } },
    streams: true,
  });
  const bucket = withBucket();
  beforeAll(() => {
    pass((at.getTime() - now().getTime()) / 1000);
    trustReceivers();
    process.env['BUCKET_NAME'] = bucketName;
    process.env['QUEUE_NAMES'] = JSON.stringify({ Store: ['Store', deadLettersOf('Store')] });
  });
  return bucket;
}
