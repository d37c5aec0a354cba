/** How reviewers see a request, the same in the list and in the request. */
import type { Album } from '../../catalogue/api/albums.ts';
import { unreadyVideos } from '../../catalogue/counters.ts';
import { soundOf } from '../../catalogue/rules/track-sound.ts';
import { readSettings } from '../../platform/settings.ts';
import type { DistributionRequest } from '../api/distribution-requests.ts';
import type { PlacedTrack } from '../contents/album-contents.ts';
import { openStateOf, type ReviewState } from '../rules/review-states.ts';

const decidedStates = {
  preapproved: 'preapproved',
  sent: 'approved',
  rejected: 'rejected',
  error: 'failed',
} as const;

/** @param placed tracks of the album, as far as they were read. */
export function reviewStateOf(
  { fields }: DistributionRequest,
  album: Album | undefined,
  placed: readonly PlacedTrack[] | undefined,
): ReviewState {
  if (fields.status !== 'pending') return decidedStates[fields.status];
  if (!album || !placed) return 'to-review';
  return openStateOf({
    unreadyVideos: unreadyVideos.of(album),
    heldSongs: placed.filter(isHeld).length,
  });
}

/** Where the service holds requests, also those that it will never hear. */
function isHeld({ track: { fields } }: PlacedTrack): boolean {
  const { hearing, isForeign, hasUnheard } = soundOf(fields);
  const isFailed = hearing === 'not_heard' && fields.audio?.status === 'failed';
  const isUnheard = hearing === 'not_compared' || hasUnheard || isFailed;
  const { holdAudioMatches, qaMode } = readSettings();
  return isForeign || (isUnheard && holdAudioMatches && qaMode === 'auto');
}
