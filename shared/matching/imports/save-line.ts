/** Adds, replaces or removes a match of another service, on all its tracks in one transaction. */

import { type Track, tracks } from '../../catalogue/api/tracks.ts';
import { isSameIsrc } from '../../catalogue/rules/isrc.ts';
import { tracksWithIsrc } from '../../catalogue/used-codes.ts';
import { retried } from '../../kit/records/decided.ts';
import { findRecords, type Store } from '../../kit/records/store.ts';
import { failedConditions } from '../../kit/table/commit.ts';
import { rowExists } from '../../kit/table/expressions.ts';
import { newBlock } from '../../kit/table/ids.ts';
import { recordKey } from '../../kit/table/keys.ts';
import type { Write } from '../../kit/table/write.ts';
import { type FoundMatch, isImported } from '../lists/found-match.ts';
import { type MatchList, matchLists } from '../lists/match-lists.ts';
import { MAX_IMPORTED, replaceMatches } from '../lists/replace-matches.ts';
import type { MatchLine, MatchTarget } from './line.ts';
import { deleteUnused, isSame, readTracksWith, removeTracks, writeTracksWith } from './tracks-with-match.ts';

/** Tracks of a match, each with up to 300 KB of matches. A transaction has at most 4 MB. */
const MAX_TRACKS = 5;

/** A transaction has at most 100 writes. Usually, a match displaces at most one other. */
const MAX_DISPLACED = 10;

/** 'dropped': each of its tracks keeps better matches of other services instead. */
type LineChange = 'imported' | 'replaced' | 'unchanged' | 'removed' | 'dropped';

export type LineOutcome =
  | {
      readonly outcome: LineChange;
      /** Sentences about matches that no longer fit. */
      readonly notes: readonly string[];
    }
  | { readonly outcome: 'rejected'; readonly faults: readonly string[] };

type LineStore = Pick<Store, 'table' | 'now'>;

/** Starts over if a track, its matches or the tracks that have the match change concurrently. */
export const saveLine = (store: LineStore, line: MatchLine): Promise<LineOutcome> =>
  retried<LineOutcome>(async () => {
    const targets = line.is === 'match' ? await targetsOf(store, line.target) : [];
    return 'fault' in targets ? { outcome: 'rejected', faults: [targets.fault] } : save(store, line, targets);
  });

async function targetsOf(
  store: LineStore,
  target: MatchTarget,
): Promise<readonly Track[] | { readonly fault: string }> {
  if ('track' in target) {
    const existing = await findRecords(store, tracks, [target.track]);
    return existing.length > 0 ? existing : { fault: `There is no track ${target.track}.` };
  }
  const ids = await tracksWithIsrc(store.table, target.isrc, MAX_TRACKS + 1);
  const hasCode = ({ fields }: Track) => isSameIsrc(fields['isrc-code'], target.isrc);
  const withCode = (await findRecords(store, tracks, ids)).filter(hasCode);
  if (withCode.length === 0) return { fault: `No track has the ISRC ${target.isrc}.` };
  if (withCode.length <= MAX_TRACKS) return withCode;
  return {
    fault: `More than ${MAX_TRACKS} tracks have the ISRC ${target.isrc}. Name one of them with track.`,
  };
}

/** How the matches of one track change. */
interface TrackChange {
  readonly before: MatchList;
  readonly isTarget: boolean;
  readonly replaced: ReturnType<typeof replaceMatches>;
}

async function save(
  store: LineStore,
  line: MatchLine,
  targets: readonly Track[],
): Promise<LineOutcome | 'again'> {
  const { table } = store;
  const { name } = line;
  const tracksBefore = await readTracksWith(table, name);
  const changes = await changesOf(store, line, { tracksBefore, targets });
  const having = changes.filter(({ replaced }) => replaced.matches.some((each) => isNamed(each, name)));
  const after = new Set(having.map(({ before }) => before.parentId));
  const writes = [...changes.flatMap(writesOf), ...removalsOf(changes, name)];
  const outcome = outcomeOf(line, changes, after.size > 0);
  const notes = changes.flatMap((change) => notesOn(change, name));
  if (writes.length === 0 && isSame(tracksBefore, after))
    return { outcome: outcome === 'dropped' ? outcome : 'unchanged', notes };
  const failed = await failedConditions(
    table.commit([...writes, writeTracksWith(name, tracksBefore, after)]),
  );
  if (failed) return 'again';
  await Promise.all(changes.map((change) => tidy(store, change, name)));
  return { outcome, notes };
}

const isNamed = ({ matchedTrackId }: FoundMatch, name: string): boolean => matchedTrackId === name;

/** @returns the tracks that have the match, or get it. Deleted ones have no matches. */
async function changesOf(
  store: LineStore,
  line: MatchLine,
  {
    tracksBefore,
    targets,
  }: { readonly tracksBefore: ReadonlySet<string>; readonly targets: readonly Track[] },
): Promise<TrackChange[]> {
  const { table, now } = store;
  const isTarget = (trackId: string) => targets.some(({ id }) => id === trackId);
  const former = [...tracksBefore].filter((trackId) => !isTarget(trackId));
  const losing = former.length > 0 ? await findRecords(store, tracks, former) : [];
  const all = [...targets, ...losing].toSorted((one, other) => Number(one.id) - Number(other.id));
  return Promise.all(
    all.map(async (track): Promise<TrackChange> => {
      const before = await matchLists.read(table, { parentId: track.id, ownerId: track.ownerId });
      const others = before.items.filter((each) => !isNamed(each, line.name));
      const matches = isTarget(track.id) && line.is === 'match' ? [...others, line.match] : others;
      return {
        before,
        isTarget: isTarget(track.id),
        replaced: replaceMatches({ before, candidates: matches, block: newBlock(now), now }),
      };
    }),
  );
}

function writesOf({ before: { parentId }, isTarget, replaced: { writes } }: TrackChange): Write[] {
  if (writes.length === 0) return [];
  const exists: Write = { check: recordKey(tracks.type, parentId), condition: rowExists };
  return isTarget ? [...writes, exists] : [...writes];
}

/** Other matches lose tracks, possibly one match several tracks. */
function removalsOf(changes: readonly TrackChange[], name: string): Write[] {
  const displaced = changes.flatMap((change) =>
    displacedFrom(change, name)
      .slice(0, MAX_DISPLACED)
      .map((other) => ({ other, trackId: change.before.parentId })),
  );
  return Array.from(
    Map.groupBy(displaced, ({ other }) => other),
    ([other, from]) => removeTracks(new Set(from.map(({ trackId }) => trackId)), other),
  );
}

function outcomeOf(line: MatchLine, changes: readonly TrackChange[], isKept: boolean): LineChange {
  const wasThere = changes.some(({ before }) => before.items.some((each) => isNamed(each, line.name)));
  if (line.is === 'removal') return wasThere ? 'removed' : 'unchanged';
  if (!isKept) return 'dropped';
  return wasThere ? 'replaced' : 'imported';
}

/** Deletes what leads to matches that the track no longer has. It is harmless if it remains. */
async function tidy({ table }: LineStore, change: TrackChange, name: string): Promise<void> {
  await matchLists.deleteBlocks(table, change.replaced.unused);
  await deleteUnused(table, displacedFrom(change, name));
}

/** @returns the names of other imported matches that no longer fit. */
function displacedFrom({ before, replaced }: TrackChange, name: string): string[] {
  const remaining = new Set(replaced.matches.map(({ matchedTrackId }) => matchedTrackId));
  return before.items
    .filter((each) => isImported(each) && !isNamed(each, name) && !remaining.has(each.matchedTrackId))
    .map(({ matchedTrackId }) => matchedTrackId);
}

function notesOn(change: TrackChange, name: string): string[] {
  const { before, isTarget, replaced } = change;
  const isDropped = isTarget && !replaced.matches.some((each) => isNamed(each, name));
  return [...displacedFrom(change, name), ...(isDropped ? [name] : [])].map(
    (each) =>
      `Track ${before.parentId} has no room for the match ${each}. It keeps its best ${MAX_IMPORTED} imported matches.`,
  );
}
