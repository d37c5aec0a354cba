/** The functions that review releases, analyze and match their audio, and hand them to stores. */
import { audioAnalyzerWith } from '../../functions/analyze-audio/handler.ts';
import { delivererWith } from '../../functions/deliver-releases/handler.ts';
import { trackMatcherWith } from '../../functions/match-tracks/handler.ts';
import { reviewerWith } from '../../functions/review-requests/handler.ts';
import { storeFor as sandboxFor } from '../../shared/distribution/stores/store-for.ts';
import { now } from './work-stage.ts';

type StoreFor = NonNullable<NonNullable<Parameters<typeof delivererWith>[0]>['storeFor']>;

const clock = { now, random: () => 0.5 };

export const releaseWorkers = (storeFor: StoreFor = sandboxFor) => ({
  Review: reviewerWith(clock),
  Store: delivererWith({ ...clock, storeFor }),
  Matching: trackMatcherWith(clock),
  Audio: audioAnalyzerWith(clock),
});
