/** For the tests of one file: a stage that reviews, analyzes and delivers releases, with a store that can be closed. */
import { audioAnalyzerWith } from '../../functions/analyze-audio/handler.ts';
import { delivererWith } from '../../functions/deliver-releases/handler.ts';
import { trackMatcherWith } from '../../functions/match-tracks/handler.ts';
import { reviewerWith } from '../../functions/review-requests/handler.ts';
import type { DspStore } from '../../shared/distribution/stores/dsp-store.ts';
import type { Parcel } from '../../shared/ern/write/parcel.ts';
import { useAudioHost } from './sound.ts';
import { now, useWorkStage } from './work-stage.ts';

interface ClosableStore {
  isClosed: boolean;
  /** What the store has taken. */
  readonly taken: Parcel[];
}

/** @returns the store of all DSPs. */
export function useHearingStage(): ClosableStore {
  const shop: ClosableStore = { isClosed: false, taken: [] };
  const store: DspStore = {
    hand: async (parcel) => {
      if (shop.isClosed) return { is: 'failed', reason: 'The store is closed.' };
      shop.taken.push(parcel);
      return { is: 'accepted' };
    },
  };
  const clock = { now, random: () => 0.5 };
  useWorkStage({
    consumers: {
      Review: reviewerWith(clock),
      Store: delivererWith({ ...clock, storeFor: () => store }),
      Matching: trackMatcherWith(clock),
      Audio: audioAnalyzerWith(clock),
    },
    settings: { qaMode: 'manual', audioRetryGaps: [1800] },
    streams: true,
  });
  useAudioHost();
  return shop;
}
