/** The digests of files that are not compared, as they were read last. */
import * as v from 'valibot';
import type { Item } from '../../kit/table/item.ts';
import { type Key, tableShape } from '../../kit/table/keys.ts';
import type { Table } from '../../kit/table/table.ts';
import { trackSoundKey } from '../keys.ts';
import { digestWork } from './digest-work.ts';
import { type FilePart, fileParts, type UncomparedFile } from './uncompared-files.ts';

const keptFile = v.object({
  url: v.string(),
  etag: v.nullable(v.string()),
  size: v.nullable(v.number()),
  /** In hexadecimal digits; null if the file could not be read. */
  sha256: v.nullable(v.string()),
  /** Why it could not be read, a sentence for its owner. */
  error: v.nullable(v.string()),
  /** ISO 8601. */
  readAt: v.string(),
});

export type KeptFile = Readonly<v.InferOutput<typeof keptFile>>;
export type KeptFiles = Readonly<Partial<Record<FilePart, KeptFile>>>;

const schema = v.object({ files: v.record(v.picklist(fileParts), keptFile) });

/** A request that waits longer has its files read again. */
const KEPT_SECONDS = 90 * 86_400;

const digestsKey = (trackId: string): Key => trackSoundKey(trackId, 'digests');

const filesIn = (row: Item | undefined): KeptFiles => (v.is(schema, row) ? row.files : {});

export const readDigests = async (table: Table, trackId: string): Promise<KeptFiles> =>
  filesIn(await table.get(digestsKey(trackId)));

export const digestsRow = (trackId: string, files: KeptFiles, now: Date): Item & Key => ({
  ...digestsKey(trackId),
  files,
  [tableShape.timeToLive]: Math.floor(now.getTime() / 1000) + KEPT_SECONDS,
});

export interface KnownFiles {
  readonly files: KeptFiles;
  /** Whether they are being read. */
  readonly isPending: boolean;
}

/** @param since what was read before is omitted, ISO 8601. @returns what is known of the files of tracks, by their ids. */
export async function knownFiles(
  table: Table,
  trackIds: readonly string[],
  since: string,
): Promise<ReadonlyMap<string, KnownFiles>> {
  const keys = trackIds.flatMap((id) => [digestsKey(id), digestWork.key(id)]);
  const rows = await table.getMany(keys, true);
  const rowAt = ({ pk, sk }: Key) => rows.find((row) => row['pk'] === pk && row['sk'] === sk);
  return new Map(
    trackIds.map((id) => [
      id,
      {
        files: readSince(filesIn(rowAt(digestsKey(id))), since),
        isPending: rowAt(digestWork.key(id)) !== undefined,
      },
    ]),
  );
}

const readSince = (files: KeptFiles, since: string): KeptFiles =>
  Object.fromEntries(Object.entries(files).filter(([, { readAt }]) => readAt >= since));

/** @returns what is known of the file at its present address. */
export const keptOf = (files: KeptFiles, { part, url }: UncomparedFile): KeptFile | undefined =>
  files[part]?.url === url ? files[part] : undefined;
