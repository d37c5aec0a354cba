/** Finds tracks of an album with the ISRC of an earlier one. Stores take both for one recording. Pure. */
import { isrcOfTrack } from '../../catalogue/rules/isrc.ts';
import type { PlacedTrack } from '../contents/album-contents.ts';

/**
 * @param placed in the order of their places.
 * @returns by the id of the later track, the first track with its ISRC.
 */
export function repeatedIsrcs(placed: readonly PlacedTrack[]): ReadonlyMap<string, PlacedTrack> {
  const repeated = new Map<string, PlacedTrack>();
  const firsts = new Map<string, PlacedTrack>();
  for (const each of placed) {
    const isrc = isrcOfTrack(each.track.fields);
    const first = isrc === null ? undefined : firsts.get(isrc);
    if (first) repeated.set(each.track.id, first);
    else if (isrc !== null) firsts.set(isrc, each);
  }
  return repeated;
}
