/** The rows of a released track: one for display in matches, and the index entries. Pure. */
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import type { Item } from '../../kit/table/item.ts';
import type { Key } from '../../kit/table/keys.ts';
import type { Write } from '../../kit/table/write.ts';
import { releasedEntryKey, releasedTrackKey } from '../keys.ts';
import type { ComparedTrack } from '../rules/text/track-similarity.ts';
import { indexPositions } from './index-positions.ts';
import { comparedTrack, type ReleasedTrack, releasedTrackSchema } from './released-track.ts';

/** Stores the names of its entries, so that they are found even if the rules for them change. */
const rowSchema = v.object({
  ...releasedTrackSchema.entries,
  entries: v.array(v.object({ pk: v.string(), sk: v.string() })),
});

const entrySchema = v.object({
  trackId: v.string(),
  albumId: v.string(),
  isrc: v.string(),
  iswc: v.optional(v.string(), ''),
  title: v.string(),
  artists: v.array(v.string()),
});

/** The compared properties of a released track. */
export type ReleasedEntry = ComparedTrack & Pick<ReleasedTrack, 'trackId' | 'albumId'>;

/** @throws ValiError if the row is not an entry. */
export const toReleasedEntry = (row: Item): ReleasedEntry => v.parse(entrySchema, row);

/**
 * @param row of the track as released before, if it was.
 * @param track as released now; undefined if it no longer is.
 * @returns the writes of one transaction, at most 17; none without a change.
 */
export function releasedWrites(row: Item | undefined, track: ReleasedTrack | undefined): Write[] {
  const before = row && v.parse(rowSchema, row);
  const entries = track ? entriesOf(track) : [];
  const after = track && { ...track, entries: entries.map(({ pk, sk }) => ({ pk, sk })) };
  const either = before ?? track;
  if (!either || isDeepStrictEqual(before, after)) return [];
  const key = releasedTrackKey(either.albumId, either.trackId);
  const names = new Set(entries.map(nameOf));
  const gone = (before?.entries ?? []).filter((entry) => !names.has(nameOf(entry)));
  return [
    after ? { put: { ...key, ...after } } : { delete: key },
    ...entries.map((put): Write => ({ put })),
    ...gone.map((entry): Write => ({ delete: entry })),
  ];
}

const nameOf = ({ pk, sk }: Key): string => `${pk} ${sk}`;

function entriesOf(track: ReleasedTrack): (Item & Key)[] {
  const { trackId, albumId } = track;
  const compared = comparedTrack(track);
  return indexPositions(compared).map(({ by, block, position }) => ({
    ...releasedEntryKey(by, block, { position, trackId, albumId }),
    ...compared,
    trackId,
    albumId,
  }));
}
