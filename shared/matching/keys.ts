/** Keys of track matches and of released tracks. */
import { type Key, type KeyRow, sortableId, WHOLE } from '../kit/table/keys.ts';

export const matchingKeyRows = {
  // All matches of a track are in one row, with their analyses and lists.
  'track-matches': { within: true, covering: true, links: { track: {} } },
  'track-analyses': { within: true, covering: true },
  'track-match-artists': { within: true, covering: true },
  'track-match-distributors': { within: true, covering: true },
  'track-match-time-offsets': { within: true, covering: true },
  'track-match-alpha-artists': { within: true, covering: true },
  'track-match-gamma-artists': { within: true, covering: true },
} as const satisfies Record<string, KeyRow>;

/** All matches of a track are in one row, so that they are replaced together. */
export const matchListKey = (trackId: string): Key => ({ pk: `match-list#${trackId}`, sk: WHOLE });

/** Leads from a block of ids to its track. */
export const matchBlockKey = (block: string): Key => ({ pk: `match-block#${block}`, sk: WHOLE });

/** The properties of a track, as released on an album, that matches show. */
export const releasedTrackKey = (albumId: string, trackId: string): Key => ({
  pk: `released-album#${albumId}`,
  sk: sortableId(trackId),
});

/**
 * The index of released tracks by ISRC, by artist (ordered by title) and by title (ordered by artist).
 * @param by '*' in patterns of keys.
 * @param place position of the entry in the block.
 */
export const releasedEntryKey = (
  by: 'isrc' | 'artist' | 'title' | '*',
  block: string,
  { place, albumId, trackId }: { place: string; albumId: string; trackId: string },
): Key => ({
  pk: `released-by-${by}#${block}`,
  sk: `${place}#${sortableId(trackId)}#${sortableId(albumId)}`,
});

/** Work of match-tracks: matching the tracks of a request, or indexing an album. '*' in patterns of keys. */
export const matchingWorkKey = (kind: 'request' | 'release' | '*', id: string): Key => ({
  pk: `matching#${kind}#${id}`,
  sk: WHOLE,
});
