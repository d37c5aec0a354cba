/** How track matches are kept, and the released tracks that are compared. */
import { type Key, type KeyRow, sortableId, WHOLE } from '../kit/table/keys.ts';

export const matchingKeyRows = {
  // Not in separate rows, but in one row for each track, with their analyses and all they list: shared/matching.
  'track-matches': { within: true, covering: true, links: { track: {} } },
  'track-analyses': { within: true, covering: true },
  'track-match-artists': { within: true, covering: true },
  'track-match-distributors': { within: true, covering: true },
  'track-match-time-offsets': { within: true, covering: true },
  'track-match-alpha-artists': { within: true, covering: true },
  'track-match-gamma-artists': { within: true, covering: true },
} as const satisfies Record<string, KeyRow>;

/** All matches of a track in one row, so that they are replaced together. */
export const matchListKey = (trackId: string): Key => ({ pk: `match-list#${trackId}`, sk: WHOLE });

/** The track whose matches have the ids of a block. */
export const matchBlockKey = (block: string): Key => ({ pk: `match-block#${block}`, sk: WHOLE });

/** What matches show of a track as released on an album. */
export const releasedTrackKey = (albumId: string, trackId: string): Key => ({
  pk: `released-album#${albumId}`,
  sk: sortableId(trackId),
});

/**
 * Where released tracks are looked for: those with the same ISRC, by artists of similar names in the order of their titles,
 * and with similar titles in the order of their artists. A lookup reads a few beside one place, however many there are.
 * @param by '*' in patterns of keys.
 * @param place what the entries of the block are ordered by.
 */
export const releasedEntryKey = (
  by: 'isrc' | 'artist' | 'title' | '*',
  block: string,
  { place, albumId, trackId }: { place: string; albumId: string; trackId: string },
): Key => ({
  pk: `released-by-${by}#${block}`,
  sk: `${place}#${sortableId(trackId)}#${sortableId(albumId)}`,
});

/** Work of match-tracks: the matching of a request's tracks, or the indexing of an album's. '*' in patterns of keys. */
export const matchingWorkKey = (kind: 'request' | 'release' | '*', id: string): Key => ({
  pk: `matching#${kind}#${id}`,
  sk: WHOLE,
});
