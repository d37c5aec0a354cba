/** Keys of track matches and of released tracks. */
import { type Key, type KeyRow, sortableId, WHOLE } from '../kit/table/keys.ts';

export const matchingKeyRows = {
  // All matches of a track are in one row, with their analyses and lists.
  'track-matches': { within: true, journaled: true, links: { track: {} } },
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

/**
 * Leads from a match of another service to the tracks that have it.
 * @param name see `matchName` in imports/line.ts.
 */
export const importedMatchKey = (name: string): Key => ({ pk: `imported-match#${name}`, sk: WHOLE });

/** The properties of a track, as released on an album, that matches show. */
export const releasedTrackKey = (albumId: string, trackId: string): Key => ({
  pk: `released-album#${albumId}`,
  sk: sortableId(trackId),
});

/**
 * The index of released tracks by ISRC, by ISWC, by artist (ordered by title) and by title (ordered by artist).
 * @param by '*' in patterns of keys.
 * @param position of the entry in the block.
 */
export const releasedEntryKey = (
  by: 'isrc' | 'iswc' | 'artist' | 'title' | '*',
  block: string,
  { position, albumId, trackId }: { position: string; albumId: string; trackId: string },
): Key => ({
  pk: `released-by-${by}#${block}`,
  sk: `${position}#${sortableId(trackId)}#${sortableId(albumId)}`,
});

/**
 * The analysis of a track's audio, and the work on it. The parts are `analysis`, `fingerprint#<speed>#<number>`,
 * `released#<album>`, `indexed`, `compared`, `attempts` and `work`. `digests` and `digests-work` are those of files that are
 * not analyzed.
 */
export const trackSoundKey = (trackId: string, part: string): Key => ({
  pk: `track-sound#${trackId}`,
  sk: part,
});

/** The beginning of the parts that say on which albums a track is released. */
export const RELEASED_ON = 'released#';

/** Says that a track is released on an album. */
export const releasedOnKey = (trackId: string, albumId: string): Key =>
  trackSoundKey(trackId, `${RELEASED_ON}${sortableId(albumId)}`);

/** Leads from the content of a file to a track for which it was analyzed. */
export const heardFileKey = (content: string): Key => ({ pk: `heard-file#${content}`, sk: WHOLE });

/**
 * The index of released tracks by sound.
 * @param block '*' in patterns of keys.
 * @param sort the order in the block, the track and the position of the entry in its fingerprint.
 */
export const soundEntryKey = (block: string, sort: string): Key => ({ pk: `sound#${block}`, sk: sort });

/** When the index by sound has grown. */
export const soundIndexKey: Key = { pk: 'sound-index', sk: WHOLE };

/**
 * Work of match-tracks: matching the tracks of a request, indexing an album, or indexing the sound of a
 * track. '*' in patterns of keys.
 */
export const matchingWorkKey = (kind: 'request' | 'release' | 'sound' | '*', id: string): Key => ({
  pk: `matching#${kind}#${id}`,
  sk: WHOLE,
});
