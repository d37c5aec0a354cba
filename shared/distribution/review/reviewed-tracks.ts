/** What was heard of the tracks of a request, and which released tracks they resemble, for its reviewers. */
import * as v from 'valibot';
import { type Track, tracks } from '../../catalogue/api/tracks.ts';
import { trackAudio } from '../../catalogue/rules/track-audio.ts';
import { findRecords, type Store } from '../../kit/records/store.ts';
import { isImported, type StoredMatch } from '../../matching/lists/found-match.ts';
import { matchLists } from '../../matching/lists/match-lists.ts';
import { batchesOf } from '../../platform/batches.ts';
import type { PlacedTrack } from './album-contents.ts';

const CONCURRENT_READS = 10;
/** Shown per track, the most certain ones. */
const MAX_MATCHES = 10;

export async function reviewedTracks(
  store: Store,
  placed: readonly PlacedTrack[],
): Promise<readonly ReviewedTrack[]> {
  const reviewed = [];
  for (const some of batchesOf(placed, CONCURRENT_READS))
    reviewed.push(...(await Promise.all(some.map((each) => reviewedTrack(store, each)))));
  return reviewed;
}

export type ReviewedTrack = Awaited<ReturnType<typeof reviewedTrack>>;

async function reviewedTrack(store: Store, { track, disc, order }: PlacedTrack) {
  const { items } = await matchLists.read(store.table, { parentId: track.id, ownerId: track.ownerId });
  const best = items.toSorted((left, right) => scoreOf(right) - scoreOf(left)).slice(0, MAX_MATCHES);
  const matched = await findRecords(
    store,
    tracks,
    best.flatMap((match) => (isImported(match) ? [] : match.matchedTrackId)),
  );
  const owners = new Map(matched.map(({ id, ownerId }) => [id, ownerId]));
  return {
    id: track.id,
    title: track.fields.title,
    disc,
    order,
    // Parsed for the order of its members, in which the command line shows them.
    audio: v.parse(v.nullable(trackAudio), track.fields.audio),
    matches: best.map((match) => shownMatch(match, track, owners.get(match.matchedTrackId))),
  };
}

const scoreOf = ({ attributes }: StoredMatch): number => attributes['confidence-score'] ?? 0;

/** @param user the owner of the released track; undefined if the platform does not have the track. */
function shownMatch(match: StoredMatch, track: Track, user?: string) {
  const { id, matchedTrackId, attributes, analysis, parts } = match;
  const { title, 'album-title': album, 'isrc-code': isrc } = attributes;
  return {
    id: String(id),
    'is-cover': attributes['is-cover'],
    'confidence-score': attributes['confidence-score'] ?? null,
    method: analysis?.method ?? null,
    track: isImported(match) ? null : matchedTrackId,
    imported: isImported(match) ? matchedTrackId : null,
    title,
    artists: (parts.artists ?? []).map(({ name }) => name),
    album: album ?? '',
    isrc: isrc ?? '',
    user: user ?? null,
    'is-of-another-owner': user !== undefined && user !== track.ownerId,
    'time-offsets': (parts['time-offsets'] ?? []).map((range) => ({
      start: range.start,
      end: range.end,
      'matched-start': range['matched-start'],
      'matched-end': range['matched-end'],
    })),
  };
}
