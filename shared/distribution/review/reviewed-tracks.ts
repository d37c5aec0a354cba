/** The audio analysis of the tracks of a request, and which released tracks they resemble, for its reviewers. */
import * as v from 'valibot';
import { type Track, tracks } from '../../catalogue/api/tracks.ts';
import { trackAudio } from '../../catalogue/rules/track-audio.ts';
import { findRecentRecords, type Store } from '../../kit/records/store.ts';
import { isImported, type StoredMatch } from '../../matching/lists/found-match.ts';
import { matchLists } from '../../matching/lists/match-lists.ts';
import { batchesOf } from '../../platform/batches.ts';
import type { PlacedTrack } from '../contents/album-contents.ts';

/** The number of lists of matches that are kept in memory. */
const TRACKS_PER_READ = 100;
/** Shown per track, the most certain ones, those of other owners first. Those of the same owner count, also if they are not shown. */
const MAX_MATCHES = 10;

export async function reviewedTracks(
  store: Store,
  placed: readonly PlacedTrack[],
): Promise<readonly ReviewedTrack[]> {
  const reviewed: ReviewedTrack[] = [];
  for (const some of batchesOf(placed, TRACKS_PER_READ)) {
    const ids = some.map(({ track }) => track.id);
    const lists = await matchLists.readRecent(store.table, ids);
    const found = some.map((each) => ({ ...each, matches: lists.get(each.track.id)?.items ?? [] }));
    const owners = await ownersIn(store, found);
    reviewed.push(...found.map((each) => reviewedTrack({ ...each, matches: bestOf(each, owners) }, owners)));
  }
  return reviewed;
}

/** @returns the owners of matched tracks, by their ids. */
async function ownersIn(store: Store, found: readonly Found[]): Promise<ReadonlyMap<string, string>> {
  const ids = found.flatMap(({ matches }) =>
    matches.flatMap((match) => (isImported(match) ? [] : match.matchedTrackId)),
  );
  const matched = await findRecentRecords(store, tracks, new Set(ids));
  return new Map(matched.map(({ id, ownerId }) => [id, ownerId]));
}

interface Found extends PlacedTrack {
  readonly matches: readonly StoredMatch[];
}

function bestOf({ track, matches }: Found, owners: ReadonlyMap<string, string>): StoredMatch[] {
  const isOwn = ({ matchedTrackId }: StoredMatch) => owners.get(matchedTrackId) === track.ownerId;
  return matches
    .toSorted(
      (left, right) =>
        Number(isOwn(left)) - Number(isOwn(right)) ||
        kindOf(left) - kindOf(right) ||
        scoreOf(right) - scoreOf(left),
    )
    .slice(0, MAX_MATCHES);
}

/** The same recording comes first, and what has only the composition in common last. */
function kindOf(match: StoredMatch): number {
  if (!match.attributes['is-cover']) return 0;
  return isSameComposition(match) ? 2 : 1;
}

const isSameComposition = ({ analysis }: StoredMatch): boolean => analysis?.method === 'iswc';

export type ReviewedTrack = ReturnType<typeof reviewedTrack>;

/** @param owners of matched tracks, by their ids. */
function reviewedTrack({ track, disc, order, matches }: Found, owners: ReadonlyMap<string, string>) {
  const isOwn = ({ matchedTrackId }: StoredMatch) => owners.get(matchedTrackId) === track.ownerId;
  // An owner usually has several recordings of a composition, such as a remix. That is nothing to review.
  const told = matches.filter((match) => !(isSameComposition(match) && isOwn(match)));
  return {
    id: track.id,
    title: track.fields.title,
    disc,
    order,
    // Parsed for the order of its members, in which the command line shows them.
    audio: v.parse(v.nullable(trackAudio), track.fields.audio),
    matches: told.map((match) => shownMatch(match, track, owners.get(match.matchedTrackId))),
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
