/** Whether any unmatched line now has a track, so that a rematch is worthwhile. */
import { findTracks } from './find-tracks.ts';
import type { Importing } from './importing.ts';
import { reportLines } from './report-lines.ts';
import type { UsageImport } from './usage-import.ts';
import { unmatchedObject } from './usage-objects.ts';

const CODES_PER_BATCH = 1000;

/** Stops at the first track found. */
export async function hasMatches({ loaded }: UsageImport, { table, bucket }: Importing): Promise<boolean> {
  const last = loaded.at(-1);
  if (!last) return false;
  const isAnyFound = async (codes: ReadonlySet<string>) =>
    [...(await findTracks(table, [...codes])).values()].some((found) => typeof found !== 'string');
  let codes = new Set<string>();
  for await (const lines of reportLines(bucket.read(unmatchedObject(last.run)), null)) {
    for (const { read } of lines) if (typeof read !== 'string') codes.add(read.isrc);
    if (codes.size < CODES_PER_BATCH) continue;
    if (await isAnyFound(codes)) return true;
    codes = new Set();
  }
  return isAnyFound(codes);
}
