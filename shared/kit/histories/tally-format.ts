/** The stored form of a tally: columns, which compress to some bytes for each hour. */
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import type { Bucket, Kind, Tally } from './tally.ts';

interface Columns {
  readonly position: string;
  readonly since: string;
  readonly kinds: readonly Kind[];
  /** In milliseconds, each as the difference to the one before. */
  readonly starts: readonly number[];
  /** For each kind, the number of its entries in each bucket. */
  readonly counts: readonly (readonly number[])[];
  /** When unsettled buckets were counted, by their place. */
  readonly unsettled: Readonly<Record<string, number>>;
}

/** Takes some milliseconds more. The row is read much more often than it is written. */
const SMALL = { [constants.ZSTD_c_compressionLevel]: 19 };

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

export async function encoded({ position, since, buckets }: Tally): Promise<string> {
  const kinds = [...new Set(buckets.flatMap(({ counts }) => [...counts.keys()]))];
  const times = buckets.map(({ start }) => Date.parse(start));
  const columns: Columns = {
    position,
    since,
    kinds,
    starts: times.map((time, at) => time - (times[at - 1] ?? 0)),
    counts: kinds.map((kind) => buckets.map(({ counts }) => counts.get(kind) ?? 0)),
    unsettled: Object.fromEntries(
      buckets.flatMap(({ unsettledAt }, at) => (unsettledAt === undefined ? [] : [[at, unsettledAt]])),
    ),
  };
  return (await compress(JSON.stringify(columns), { params: SMALL })).toString('base64');
}

/** @throws if it is not a tally. */
export async function decoded(content: string): Promise<Tally> {
  const text = (await decompress(Buffer.from(content, 'base64'))).toString();
  // Written by `encoded` with the same layout.
  const { position, since, kinds, starts, counts, unsettled } = JSON.parse(text) as Columns;
  let time = 0;
  const buckets = starts.map((difference, at): Bucket => {
    time += difference;
    const unsettledAt = unsettled[at];
    return {
      start: new Date(time).toISOString(),
      counts: new Map(
        kinds.flatMap((kind, place) => {
          const count = counts[place]?.[at] ?? 0;
          return count > 0 ? [[kind, count] as const] : [];
        }),
      ),
      ...(unsettledAt !== undefined && { unsettledAt }),
    };
  });
  return { position, since, buckets };
}
