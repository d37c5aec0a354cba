/** Transfers a package of the stage's bucket to a store. The file that marks it as complete is placed last. */
import type { Bucket } from '../../platform/bucket/bucket.ts';
import type { StoreFiles } from '../stores/connected/store-files.ts';
import type { PackagedFile, PackageManifest } from './package-manifest.ts';
import type { StoreNames } from './store-names.ts';
import { textFile } from './text-file.ts';

export interface PackageTransfer {
  readonly store: StoreFiles;
  readonly bucket: Pick<Bucket, 'read'>;
  /** The folder of the package in the bucket. */
  readonly folder: string;
  readonly manifest: PackageManifest;
  readonly names: StoreNames;
  /** The file that completes the batch, if the store takes batches. */
  readonly batchManifest: { readonly path: string; readonly text: string } | undefined;
  /** How many files earlier attempts have placed. Of these, only the size is compared. */
  readonly placed: number;
  /** Notes that the first files are placed. */
  readonly note: (placed: number) => Promise<void>;
  /** Called before the package is marked as complete for the store. If it throws, the package is not marked. */
  readonly confirm: () => Promise<void>;
}

/**
 * Idempotent.
 * @returns how many bytes were sent.
 * @throws StoreFailure. The next attempt continues.
 */
export async function transferPackage(transfer: PackageTransfer): Promise<number> {
  const { store, bucket, folder, manifest, names, batchManifest, confirm } = transfer;
  for (const each of names.folders) await store.makeFolder(each);
  const bytes = await placeFiles(transfer);
  const { name, ...message } = manifest.message;
  const content = (from: number) => bucket.read(`${folder}/${name}`, from);
  const mark = { path: names.message, ...message, read: content };
  if (batchManifest === undefined) return bytes + (await store.putMark(mark, confirm));
  const sent = await store.putMark(mark, async () => {});
  const complete = textFile(batchManifest.path, batchManifest.text);
  return bytes + sent + (await store.putMark(complete, confirm));
}

/** @throws the first failure, once all other files have ended. */
async function placeFiles(transfer: PackageTransfer): Promise<number> {
  const { store, manifest, placed, note } = transfer;
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
    Array.from({ length: store.concurrentFiles }, () =>
      work().catch((error: unknown) => {
        if ('failure' in ended) return;
        ended.failure = error;
        // Ends the other files, which the next attempt continues.
        store.close();
      }),
    ),
  );
  if ('failure' in ended) throw ended.failure;
  return ended.bytes;
}

/** @param wasPlaced by an earlier attempt, which has noted it. */
async function placeOne(
  { store, bucket, folder, names }: PackageTransfer,
  { name, bytes, sha256 }: PackagedFile,
  wasPlaced: boolean,
): Promise<number> {
  const path = `${names.release}/${name}`;
  if (wasPlaced && (await store.stat(path))?.bytes === bytes) return 0;
  return store.put({ path, bytes, sha256, read: (from) => bucket.read(`${folder}/${name}`, from) });
}
