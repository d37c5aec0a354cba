/** The tracks found for the ISRCs of a report, stored so that all attempts of an import agree. */
import * as v from 'valibot';
import { type Finding, findTracks, foundTrackSchema } from './find-tracks.ts';
import type { Importing } from './importing.ts';
import { findingsObject } from './usage-objects.ts';

const schema = v.record(v.string(), v.union([foundTrackSchema, v.picklist(['unknown', 'ambiguous'])]));

export type Findings = ReadonlyMap<string, Finding>;

/** @param codes the distinct codes of one file of lines. */
export async function findingsOf(
  { run, shard, codes }: { run: string; shard: number; codes: readonly string[] },
  { table, bucket }: Importing,
): Promise<Findings> {
  const key = findingsObject(run, shard);
  const earlier = await readFindings(bucket, key);
  if (earlier) return earlier;
  const found = await findTracks(table, codes);
  if (await bucket.create(key, [JSON.stringify(Object.fromEntries(found))])) return found;
  return (await readFindings(bucket, key)) ?? found;
}

async function readFindings(bucket: Importing['bucket'], key: string): Promise<Findings | undefined> {
  if (!(await bucket.has(key))) return undefined;
  const pieces: Uint8Array[] = [];
  for await (const piece of bucket.read(key)) pieces.push(piece);
  return new Map(Object.entries(v.parse(schema, JSON.parse(Buffer.concat(pieces).toString()))));
}
