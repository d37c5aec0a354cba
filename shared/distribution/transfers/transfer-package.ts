/** Transfers a package of the stage's bucket to a store. What tells the store that it is complete is placed last. */
import { createHash } from 'node:crypto';
import type { Bucket } from '../../platform/bucket/bucket.ts';
import { StoreFailure } from '../stores/connected/store-failure.ts';
import { isWhole, type PlacedFile, putFile } from '../stores/sftp/put-file.ts';
import type { SftpSession } from '../stores/sftp/sftp-session.ts';
import type { PackagedFile, PackageManifest } from './package-manifest.ts';
import type { StoreNames } from './store-names.ts';

export interface PackageTransfer {
  readonly session: SftpSession;
  readonly bucket: Pick<Bucket, 'read'>;
  /** The folder of the package in the bucket. */
  readonly folder: string;
  readonly manifest: PackageManifest;
  readonly names: StoreNames;
  /** The manifest of the batch, if the store takes batches. */
  readonly batchManifest: string | undefined;
  /** How many files earlier attempts have placed. Of these, only the size is compared. */
  readonly placed: number;
  /** Notes that the first files are placed. */
  readonly note: (placed: number) => Promise<void>;
  /** Called before the store is told that the package is complete. If it throws, it is not told. */
  readonly confirm: () => Promise<void>;
}

/** Each has calls in flight that take 2 MB. */
const CONCURRENT_FILES = 4;

/**
 * Idempotent.
 * @returns how many bytes were sent.
 * @throws StoreFailure. The next attempt continues.
 */
export async function transferPackage(transfer: PackageTransfer): Promise<number> {
  const { session, bucket, folder, manifest, names, batchManifest, confirm } = transfer;
  for (const each of names.folders) await session.makeFolder(each);
  const bytes = await placeFiles(transfer);
  const { name, ...message } = manifest.message;
  const content = (from: number) => bucket.read(`${folder}/${name}`, from);
  const mark = { path: names.message, ...message, read: content };
  if (names.batch === undefined) return bytes + (await placeMark(session, mark, confirm));
  const sent = await placeMark(session, mark, async () => {});
  const complete = textFile(names.batch.manifest, batchManifest ?? '');
  return bytes + sent + (await placeMark(session, complete, confirm));
}

/** @throws the first failure, once all other files have ended. */
async function placeFiles(transfer: PackageTransfer): Promise<number> {
  const { session, manifest, placed, note } = transfer;
  const done = manifest.files.map(() => false);
  const left = manifest.files.entries();
  const ended: { failure?: unknown; bytes: number; noted: number } = { bytes: 0, noted: placed };
  const work = async () => {
    for (const [index, file] of left) {
      if ('failure' in ended) return;
      ended.bytes += await placeOne(transfer, file, index < placed);
      done[index] = true;
      const first = done.indexOf(false);
      const count = first < 0 ? done.length : first;
      if (count <= ended.noted) continue;
      ended.noted = count;
      await note(count);
    }
  };
  await Promise.all(
    Array.from({ length: CONCURRENT_FILES }, () =>
      work().catch((error: unknown) => {
        if ('failure' in ended) return;
        ended.failure = error;
        // Ends the other files, which the next attempt continues.
        session.close();
      }),
    ),
  );
  if ('failure' in ended) throw ended.failure;
  return ended.bytes;
}

/** @param wasPlaced by an earlier attempt, which has noted it. */
async function placeOne(
  { session, bucket, folder, names }: PackageTransfer,
  { name, bytes, sha256 }: PackagedFile,
  wasPlaced: boolean,
): Promise<number> {
  const path = `${names.release}/${name}`;
  if (wasPlaced && (await session.stat(path))?.bytes === bytes) return 0;
  return putFile(session, { path, bytes, sha256, read: (from) => bucket.read(`${folder}/${name}`, from) });
}

function textFile(path: string, text: string): PlacedFile {
  const bytes = Buffer.from(text);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return {
    path,
    bytes: bytes.length,
    sha256,
    read: async function* (from) {
      yield bytes.subarray(from);
    },
  };
}

/** Under another name first, because a store that sees the file must be able to read all of it. */
async function placeMark(
  session: SftpSession,
  mark: PlacedFile,
  confirm: () => Promise<void>,
): Promise<number> {
  const there = await session.stat(mark.path);
  if (there && (await isWhole(session, mark, there.bytes))) return 0;
  const part = `${mark.path}.part`;
  const sent = await putFile(session, { ...mark, path: part });
  await confirm();
  if (there) await session.remove(mark.path);
  try {
    await session.rename(part, mark.path);
    return sent;
  } catch (error) {
    // Some servers do not rename.
    if (!(error instanceof StoreFailure) || (error.fault !== 'protocol' && error.fault !== 'permission'))
      throw error;
    const placed = await putFile(session, mark);
    await session.remove(part).catch(() => {});
    return sent + placed;
  }
}
