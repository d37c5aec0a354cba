/** The stored form of a tally: columns, which compress to some bytes for each hour. */
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { type Bucket, hourOf, type Kind, startOfHour, type Tally } from './tally.ts';

interface Columns {
  readonly position: string;
  readonly since: string;
  readonly kinds: readonly Kind[];
  /** In milliseconds, each as the difference to the one before. */
  readonly starts: readonly number[];
  /** For each kind, the number of its entries in each bucket. */
  readonly counts: readonly (readonly number[])[];
  /** Missing in tallies of earlier versions. */
  readonly confirmed?: string;
  /** When unsettled buckets were counted, by their place. */
  readonly unsettled: Readonly<Record<string, number>>;
}

/** Takes some milliseconds more. The row is read much more often than it is written. */
const SMALL = { [constants.ZSTD_c_compressionLevel]: 19 };
/** Longer texts are compressed at a lower level, because this one would take seconds. */
const MAX_SMALL = 1_000_000;

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

export async function encoded({ position, since, confirmed, buckets }: Tally): Promise<Buffer> {
  const kinds = [...new Set(buckets.flatMap(({ counts }) => [...counts.keys()]))];
  const times = buckets.map(({ start }) => Date.parse(start));
  const columns: Columns = {
    position,
    since,
    confirmed,
    kinds,
    starts: times.map((time, at) => time - (times[at - 1] ?? 0)),
    counts: kinds.map((kind) => buckets.map(({ counts }) => counts.get(kind) ?? 0)),
    unsettled: Object.fromEntries(
      buckets.flatMap(({ unsettledAt }, at) => (unsettledAt === undefined ? [] : [[at, unsettledAt]])),
    ),
  };
  const text = JSON.stringify(columns);
  return compress(text, text.length > MAX_SMALL ? {} : { params: SMALL });
}

/** @throws if it is not a tally. */
export async function decoded(content: Uint8Array): Promise<Tally> {
  const text = (await decompress(content)).toString();
  // Written by `encoded` with the same layout.
  const columns = JSON.parse(text) as Columns;
  const {
    position,
    since,
    confirmed = startOfHour(hourOf(position)),
    kinds,
    starts,
    counts,
    unsettled,
  } = columns;
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
  return { position, since, confirmed, buckets };
}
