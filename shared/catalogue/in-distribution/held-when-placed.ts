/** Marks the code of a track as placed if the track is put on an album that was delivered. */
import type { Album } from '../api/albums.ts';
import type { Track } from '../api/tracks.ts';

export const heldWhenPlaced = (
  track: Track | undefined,
  on: readonly Album[],
): Track['fields']['delivered-isrc'] => {
  const held = track?.fields['delivered-isrc'] ?? null;
  return held === null && on.some(({ fields }) => fields['was-delivered']) ? '' : held;
};
