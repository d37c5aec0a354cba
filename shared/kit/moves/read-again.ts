/** Reads lines of an organization again that did not fit to others, which changed in the meantime. */
import { batchesOf } from '../../platform/batches.ts';
import type { Line, LineAddress, MovedFile, Moving } from './moved-file.ts';

interface LinesToRead {
  readonly files: readonly MovedFile[];
  /** Lines of others are not read. */
  readonly owners: readonly string[];
  readonly isTimeUp: () => boolean;
}

export interface ReadAgain {
  readonly place: LineAddress;
  readonly lines: readonly Line[];
}

/** A page has less than the 6 MB of a function's response, also with the largest lines in its last batch. */
const PAGE_BYTES = 1_500_000;
const CONCURRENT = 8;

/** @returns the lines at the first places, or at all. */
export async function readAgain(
  moving: Moving,
  { files, isTimeUp, ...reading }: LinesToRead,
  places: readonly LineAddress[],
): Promise<ReadAgain[]> {
  const owners = new Set(reading.owners);
  const byName = new Map(files.map((file) => [file.name, file]));
  const read: ReadAgain[] = [];
  let bytes = 0;
  for (const some of batchesOf(places, CONCURRENT)) {
    if (bytes > PAGE_BYTES || (read.length > 0 && isTimeUp())) break;
    const again = await Promise.all(
      some.map(async (place): Promise<ReadAgain> => {
        const lines = (await byName.get(place.file)?.readAgain?.(moving, place)) ?? [];
        return { place, lines: lines.filter(({ owner }) => owners.has(String(owner))) };
      }),
    );
    read.push(...again);
    bytes += Buffer.byteLength(JSON.stringify(again));
  }
  return read;
}
