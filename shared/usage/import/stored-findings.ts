/** The tracks of the ISRCs in a part of a report, found once and stored, so that all attempts of an import agree. */
import * as v from 'valibot';
import { type CountedBefore, keepCounted, withLost } from './counted-before.ts';
import { type FoundTrack, findTracks, foundTrackSchema } from './find-tracks.ts';
import type { Importing } from './importing.ts';
import { type Lost, lostSchema } from './usage-import.ts';
import { findingsObject } from './usage-objects.ts';

export type Tracks = ReadonlyMap<string, FoundTrack>;

const findingsSchema = v.record(
  v.string(),
  v.union([foundTrackSchema, lostSchema, v.picklist(['unknown', 'ambiguous'])]),
);

type Findings = v.InferOutput<typeof findingsSchema>;

interface Finding {
  readonly run: string;
  readonly shard: number;
  /** Those of one file of lines, each with one code or several. Distinct. */
  readonly codes: readonly string[];
  readonly before: CountedBefore;
}

/** @returns the tracks by code, and what codes without one had earned before. */
export async function findingsOf(
  finding: Finding,
  importing: Importing,
): Promise<{ readonly tracks: Tracks; readonly lost: Lost | null }> {
  const findings = Object.entries(await storeFindings(finding, importing));
  const tracks = findings.flatMap(([code, found]): [string, FoundTrack][] =>
    typeof found === 'object' && 'id' in found ? [[code, { ...found, isrc: found.isrc || code }]] : [],
  );
  const lost = findings.flatMap(([, found]) =>
    typeof found === 'object' && 'revenue' in found ? [found] : [],
  );
  return { tracks: new Map(tracks), lost: lost.reduce<Lost | null>(withLost, null) };
}

async function storeFindings(
  { run, shard, codes, before }: Finding,
  { table, bucket }: Importing,
): Promise<Findings> {
  const key = findingsObject(run, shard);
  const earlier = await readFindings(bucket, key);
  if (earlier) return earlier;
  const found = await findTracks(table, codes);
  const findings = Object.fromEntries(await keepCounted(table, found, { shard, before }));
  if (await bucket.create(key, [JSON.stringify(findings)])) return findings;
  return (await readFindings(bucket, key)) ?? findings;
}

async function readFindings(bucket: Importing['bucket'], key: string): Promise<Findings | undefined> {
  if (!(await bucket.has(key))) return undefined;
  const pieces: Uint8Array[] = [];
  for await (const piece of bucket.read(key)) pieces.push(piece);
  return v.parse(findingsSchema, JSON.parse(Buffer.concat(pieces).toString()));
}
