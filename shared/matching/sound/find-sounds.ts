/** Finds the released tracks that contain the sound of a submitted track. The number of reads is bounded. */
import { tracks } from '../../catalogue/api/tracks.ts';
import { findRecords } from '../../kit/records/store.ts';
import type { Item } from '../../kit/table/item.ts';
import { sortableId } from '../../kit/table/keys.ts';
import type { Table } from '../../kit/table/table.ts';
import { tupleOf } from '../../kit/values/tuple-of.ts';
import { batchesOf } from '../../platform/batches.ts';
import { RELEASED_ON, releasedTrackKey, soundEntryKey, trackSoundKey } from '../keys.ts';
import { type ReleasedTrack, toReleasedTrack } from '../released/released-track.ts';
import {
  chosenFor,
  isComplete,
  MAX_CANDIDATES,
  type OwnedCandidate,
} from '../rules/sound/chosen-candidates.ts';
import { type AtSpeed, type EqualSound, equalSoundOf } from '../rules/sound/equal-ranges.ts';
import { blockOf, type Landmark, type Probe, probesOf, restOf } from '../rules/sound/landmarks.ts';
import { type SoundSpan, WHOLE_TRACK, withoutSilence } from '../rules/sound/measured-silence.ts';
import { type Candidate, candidatesOf, type Hit } from '../rules/sound/votes.ts';
import { type KeptAnalysis, readAnalysis } from './kept-analysis.ts';
import { readFingerprint } from './kept-fingerprints.ts';

export interface FoundSound {
  readonly released: ReleasedTrack;
  readonly ownerId: string;
  readonly sound: EqualSound;
}

/**
 * Larger blocks are read on both sides of the landmark's position, this many entries on each. They have 4 KB,
 * which is half a read unit.
 * @internal The benchmark, which has the index in memory, uses it.
 */
export const ENTRIES_PER_READ = 96;
const CONCURRENT_READS = 25;
/** Each candidate is a fingerprint of up to 470 KB. */
const CONCURRENT_COMPARISONS = 4;

export interface Submitted {
  readonly trackId: string;
  readonly ownerId: string;
  /** The first is at the track's own speed. */
  readonly fingerprints: readonly AtSpeed[];
  readonly span: SoundSpan;
}

/** @returns at most one match per released track, excluding the track itself. */
export async function findSounds(table: Table, submitted: Submitted): Promise<FoundSound[]> {
  const candidates = await comparedFor(table, submitted);
  const sounds: FoundSound[] = [];
  for (const some of batchesOf(candidates, CONCURRENT_COMPARISONS)) {
    const compared = some.map((candidate) => compare(table, submitted, candidate));
    sounds.push(...(await Promise.all(compared)).flat());
  }
  return sounds;
}

/** Candidates whose owners are looked up, in steps, while those of other owners are too few. */
const MAX_LOOKED_UP = 2_000;
const LOOKED_UP_AT_ONCE = 100;

/** The index does not have the owners of tracks. Usually, the first step is enough. */
async function comparedFor(table: Table, submitted: Submitted): Promise<OwnedCandidate[]> {
  const ranked = candidatesOf(await hitsOf(table, submitted)).slice(0, MAX_LOOKED_UP);
  const owned: OwnedCandidate[] = await ownedAmong(table, ranked.slice(0, MAX_CANDIDATES));
  const isAnyOwn = owned.some(({ ownerId }) => ownerId === submitted.ownerId);
  if (!isAnyOwn) return owned;
  for (const some of batchesOf(ranked.slice(MAX_CANDIDATES), LOOKED_UP_AT_ONCE)) {
    if (isComplete(submitted.ownerId, owned)) break;
    owned.push(...(await ownedAmong(table, some)));
  }
  return chosenFor(submitted.ownerId, owned);
}

/** @returns those that exist and may be compared, with their owners. */
async function ownedAmong(table: Table, candidates: readonly Candidate[]): Promise<OwnedCandidate[]> {
  const ids = candidates.map(({ trackId }) => trackId);
  const existing = await findRecords({ table }, tracks, ids);
  const owners = new Map(
    existing.filter(({ fields }) => fields['allow-fingerprint-scan']).map(({ id, ownerId }) => [id, ownerId]),
  );
  return candidates.flatMap((candidate) => {
    const ownerId = owners.get(candidate.trackId);
    return ownerId === undefined ? [] : { ...candidate, ownerId };
  });
}

async function hitsOf(table: Table, { trackId, fingerprints }: Submitted): Promise<Hit[]> {
  const probes = probesOf(fingerprints.map(({ fingerprint }) => fingerprint));
  const blocks = Map.groupBy(probes, ({ landmark }) => blockOf(landmark)).values();
  const hits: Hit[] = [];
  for (const some of batchesOf([...blocks], CONCURRENT_READS))
    hits.push(...(await Promise.all(some.map((block) => hitsIn(table, block)))).flat());
  return hits.filter((hit) => hit.trackId !== trackId);
}

/** @param probes of the same block, which is read once unless it is large. */
async function hitsIn(table: Table, probes: readonly Probe[]): Promise<Hit[]> {
  const [first] = probes;
  if (!first) return [];
  const { pk: partition } = entryKey(first.landmark, '');
  const all = await table.query({ partition, isEventual: true, limit: ENTRIES_PER_READ });
  const isLarge = all.length === ENTRIES_PER_READ;
  const hits = probes.map(async ({ landmark, speed }) => {
    const entries = isLarge ? await entriesNear(table, landmark) : all;
    return entries.map((entry): Hit => ({ ...hitIn(entry, landmark), speed }));
  });
  return (await Promise.all(hits)).flat();
}

async function entriesNear(table: Table, landmark: Landmark): Promise<Item[]> {
  const { pk: partition, sk } = entryKey(landmark, '');
  const block = { partition, isEventual: true, limit: ENTRIES_PER_READ } as const;
  const [after, before] = await Promise.all([
    table.query({ ...block, from: sk, upTo: LAST }),
    table.query({ ...block, upTo: sk, newestFirst: true }),
  ]);
  return [...after, ...before];
}

/** Sorts after every position. */
const LAST = 'g';

/** @param trackId empty for the position before all tracks with the same sound. */
export const entryKey = (landmark: Landmark, trackId: string) =>
  soundEntryKey(
    blockOf(landmark).toString(16).padStart(5, '0'),
    [
      restOf(landmark).toString(16).padStart(3, '0'),
      trackId && `${sortableId(trackId)}#${landmark.position}`,
    ].join('#'),
  );

function hitIn(row: Item, { position }: Landmark): Omit<Hit, 'speed'> {
  const [, trackId, matched] = tupleOf(3, String(row['sk']).split('#'));
  return { trackId: String(Number(trackId)), offset: Number(matched) - position };
}

async function compare(
  table: Table,
  { fingerprints, span }: Submitted,
  { trackId, ownerId, alignments }: OwnedCandidate,
): Promise<FoundSound[]> {
  const [kept, released] = await Promise.all([
    readFingerprint(table, trackId, 1),
    readReleased(table, trackId),
  ]);
  const sound = kept && released && equalSoundOf(fingerprints, kept.fingerprint, alignments);
  if (!sound) return [];
  const analysis = await readAnalysis(table, trackId);
  const spans = { submitted: span, released: analysis ? spanOf(analysis) : WHOLE_TRACK };
  return [{ released, ownerId, sound: withoutSilence(sound, spans) }];
}

export function spanOf({ measurements }: Pick<KeptAnalysis, 'measurements'>): SoundSpan {
  const { duration, 'silence-at-start': before, 'silence-at-end': after } = measurements;
  return duration === null ? WHOLE_TRACK : { from: before ?? 0, to: duration - (after ?? 0) };
}

/** @returns the track as released on its oldest album. */
async function readReleased(table: Table, trackId: string): Promise<ReleasedTrack | undefined> {
  const [albumId] = await releasedAlbumsOf(table, trackId);
  const row = albumId === undefined ? undefined : await table.get(releasedTrackKey(albumId, trackId));
  return row && toReleasedTrack(row);
}

/** @returns the ids of the albums on which a track is released, oldest first. */
export async function releasedAlbumsOf(table: Table, trackId: string): Promise<string[]> {
  const rows = await table.query({ partition: trackSoundKey(trackId, '').pk, prefix: RELEASED_ON });
  return rows.map(({ sk }) => String(Number(String(sk).slice(RELEASED_ON.length))));
}
