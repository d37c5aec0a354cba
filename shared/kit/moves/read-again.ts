/** Reads lines of an organization again that did not fit to others, which changed in the meantime. */
import { batchesOf } from '../../platform/batches.ts';
import { deletedId, deletionWork } from '../records/deletion-work.ts';
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
  /** Whether the record was deleted and records that depended on it are left for a moment. */
  readonly isDeleting?: true;
}

/** A page has less than the 6 MB of a function's response, also with the largest lines in its last batch. */
const PAGE_BYTES = 1_500_000;
const CONCURRENT = 8;

/** Whether the deletion of a record has not ended. */
const isLeft = async ({ table }: Moving, { file: type, owner: ownerId, id }: LineAddress): Promise<boolean> =>
  (await table.get(deletionWork.key(deletedId({ type, ownerId, id })))) !== undefined;

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
        const all = (await byName.get(place.file)?.readAgain?.(moving, place)) ?? [];
        const lines = all.filter(({ owner }) => owners.has(String(owner)));
        const isGone = lines.length === 0 && place.by === undefined;
        return { place, lines, ...(isGone && (await isLeft(moving, place)) && { isDeleting: true }) };
      }),
    );
    read.push(...again);
    bytes += Buffer.byteLength(JSON.stringify(again));
  }
  return read;
}
