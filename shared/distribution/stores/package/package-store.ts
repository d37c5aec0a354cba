/**
 * A store that writes packages: folders of the stage's bucket with the message and the files it refers to.
 * The manifest.json is written last and marks a package as complete.
 */
import { type MessageSettings, newReleaseMessage } from '../../../ern/write/new-release-message.ts';
import { type PackageFile, type WantedFile, wantedFiles } from '../../../ern/write/package-files.ts';
import type { Parcel } from '../../../ern/write/parcel.ts';
import { mediaOf } from '../../../ern/write/release-media.ts';
import { UnwritableText } from '../../../ern/xml/xml-document.ts';
import { batchesOf } from '../../../platform/batches.ts';
import type { Bucket } from '../../../platform/bucket/bucket.ts';
import type { DspStore, Handover } from '../dsp-store.ts';
import { type Contents, keptContents, type PackagedFile, withMessage } from './kept-message.ts';
import { type SourceOptions, SourceUnreadable } from './source-file.ts';
import { OtherFile, transfer } from './transfer.ts';
import { transferCover } from './transfer-cover.ts';

export interface PackageOptions {
  readonly bucket: Bucket;
  readonly settings: MessageSettings;
  readonly source: SourceOptions;
}

const CONCURRENT_FILES = 3;

export const packageStore = (options: PackageOptions): DspStore => ({
  hand: (parcel) => handOver(parcel, options),
});

/**
 * Files in a package are never replaced, so retries and concurrent attempts produce the same package. Files
 * left by attempts with other versions of the release are not in the manifest. A package that has its message only
 * lacks its manifest.
 */
async function handOver(parcel: Parcel, options: PackageOptions): Promise<Handover> {
  const { bucket } = options;
  const { storeDeliveryId: folder, type, release } = parcel;
  if (type !== 'takedown' && release.tracks.length === 0) return { is: 'skipped' };
  const manifestKey = `${folder}/manifest.json`;
  if (await bucket.has(manifestKey)) return { is: 'accepted' };
  const contents = wantedFiles(parcel);
  if ('missing' in contents) return { is: 'impossible', reason: contents.missing };
  try {
    const packed = (await keptContents({ bucket, folder })) ?? (await pack(contents.files, parcel, options));
    await bucket.create(manifestKey, [manifest(parcel, packed)]);
    return { is: 'accepted' };
  } catch (error) {
    if (error instanceof UnwritableText || error instanceof OtherFile)
      return { is: 'impossible', reason: error.message };
    if (error instanceof SourceUnreadable) return { is: 'failed', reason: error.message };
    throw error;
  }
}

async function pack(
  wanted: readonly WantedFile[],
  parcel: Parcel,
  options: PackageOptions,
): Promise<Contents> {
  const { bucket, settings } = options;
  // Check the text before any file is transferred.
  newReleaseMessage(parcel, [], settings);
  const files = await transferAll(wanted, parcel, options);
  const message = newReleaseMessage(parcel, files, settings);
  return withMessage(message, files.map(packaged), { bucket, folder: parcel.storeDeliveryId });
}

const packaged = ({ name, bytes, sha256, md5 }: PackageFile): PackagedFile => ({
  name,
  bytes,
  sha256,
  ...(md5 !== undefined && { md5 }),
});

/** @throws SourceUnreadable for the first unreadable file, once all started transfers have ended. */
async function transferAll(
  wanted: readonly WantedFile[],
  { storeDeliveryId: folder }: Parcel,
  { bucket, source }: PackageOptions,
): Promise<readonly PackageFile[]> {
  const files: PackageFile[] = [];
  for (const batch of batchesOf(wanted, CONCURRENT_FILES)) {
    const some = batch.map((file) =>
      (file.kind === 'artwork' ? transferCover : transfer)(file, { bucket, folder, source }).catch(
        (error: unknown) => {
          if (!(error instanceof SourceUnreadable)) throw error;
          throw new SourceUnreadable(`${file.title} cannot be read. ${error.message}`);
        },
      ),
    );
    for (const outcome of await Promise.allSettled(some)) {
      if (outcome.status === 'rejected') throw outcome.reason;
      files.push(outcome.value);
    }
  }
  return files;
}

function manifest(parcel: Parcel, { message, files }: Contents): string {
  const { storeDeliveryId, type, dsp, release, createdAt } = parcel;
  const about = { storeDeliveryId, type, dsp, albumId: release.id, media: mediaOf(release), createdAt };
  const content = { ...about, message, files };
  return `${JSON.stringify(content, undefined, 2)}\n`;
}
