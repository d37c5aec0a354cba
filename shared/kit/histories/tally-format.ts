/** The stored form of a tally: columns, which compress to a few bytes for each hour. */
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import type { Bucket, Kind, Tally } from './tally.ts';

interface Columns {
  readonly position: string;
  readonly since: string;
  readonly kinds: readonly Kind[];
  /** In milliseconds, each as the difference to the one before. */
  readonly starts: readonly number[];
  /** Counts by the place of the kind. Most hours have few of the kinds. */
  readonly counts: readonly Readonly<Record<string, number>>[];
  /** When unsettled buckets were counted, by their place. */
  readonly unsettled: Readonly<Record<string, number>>;
}

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

export async function encoded({ position, since, buckets }: Tally): Promise<string> {
  const kinds = [...new Set(buckets.flatMap(({ counts }) => [...counts.keys()]))];
  const places = new Map(kinds.map((kind, place) => [kind, place]));
  const times = buckets.map(({ start }) => Date.parse(start));
  const columns: Columns = {
    position,
    since,
    kinds,
    starts: times.map((time, at) => time - (times[at - 1] ?? 0)),
    counts: buckets.map(({ counts }) =>
      Object.fromEntries(Array.from(counts, ([kind, count]) => [places.get(kind) ?? 0, count])),
    ),
    unsettled: Object.fromEntries(
      buckets.flatMap(({ unsettledAt }, at) => (unsettledAt === undefined ? [] : [[at, unsettledAt]])),
    ),
  };
  return (await compress(JSON.stringify(columns))).toString('base64');
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
        Object.entries(counts[at] ?? {}).map(([place, count]) => [kinds[Number(place)] ?? '', count]),
      ),
      ...(unsettledAt !== undefined && { unsettledAt }),
    };
  });
  return { position, since, buckets };
}
