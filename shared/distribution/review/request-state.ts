/** How reviewers see a request, the same in the list and in the request. */
import type { Album } from '../../catalogue/api/albums.ts';
import { unreadyVideos } from '../../catalogue/counters.ts';
import { soundOf, type TrackSound } from '../../catalogue/rules/track-sound.ts';
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

/** Where the service holds requests, also those with audio that it will never analyze. */
const isHeld = ({ track: { fields } }: PlacedTrack): boolean =>
  isHeldSound(soundOf(fields), fields.audio?.status === 'failed');

/** @param isFailed whether an attempt to analyze the audio failed. Matters only if it was not analyzed. */
export function isHeldSound({ hearing, isForeign, hasUnheard }: TrackSound, isFailed: boolean): boolean {
  const isUnheard =
    hearing === 'not_compared' ||
    hearing === 'partly_heard' ||
    hasUnheard ||
    (hearing === 'not_heard' && isFailed);
  return isForeign || (isUnheard && holdsUnheard());
}

/** Whether the stage leaves audio that it cannot analyze to a person. */
export function holdsUnheard(): boolean {
  const { holdAudioMatches, qaMode } = readSettings();
  return holdAudioMatches && qaMode === 'auto';
}
