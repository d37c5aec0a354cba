/** What a track holds that is placed on these albums: its code is held while no delivered track has it. */
import type { Album } from '../api/albums.ts';
import type { Track } from '../api/tracks.ts';

export const heldWhenPlaced = (
  track: Track | undefined,
  on: readonly Album[],
): Track['fields']['delivered-isrc'] => {
  const held = track?.fields['delivered-isrc'] ?? null;
  return held === null && on.some(({ fields }) => fields['was-delivered']) ? '' : held;
};
