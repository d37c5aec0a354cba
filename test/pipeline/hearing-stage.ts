/** For the tests of one file: a stage that reviews, analyzes and delivers releases, with a store that can be closed. */
import type { DspStore } from '../../shared/distribution/stores/dsp-store.ts';
import type { Parcel } from '../../shared/ern/write/parcel.ts';
import { releaseWorkers } from './release-workers.ts';
import { useAudioHost } from './sound.ts';
import { useWorkStage } from './work-stage.ts';

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
  useWorkStage({
    consumers: releaseWorkers(() => store),
    settings: { qaMode: 'manual', audioRetryGaps: [1800] },
    streams: true,
  });
  useAudioHost();
  return shop;
}
