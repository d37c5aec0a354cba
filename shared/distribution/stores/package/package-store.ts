/**
 * A store that writes packages: folders of the stage's bucket with the message and the files it refers to.
 * The manifest.json is written last and marks a package as complete.
 */
import { createHash } from 'node:crypto';
import { type MessageSettings, newReleaseMessage } from '../../../ern/write/new-release-message.ts';
import { type PackageFile, type WantedFile, wantedFiles } from '../../../ern/write/package-files.ts';
import type { Parcel } from '../../../ern/write/parcel.ts';
import { UnwritableText } from '../../../ern/xml/xml-document.ts';
import { batchesOf } from '../../../platform/batches.ts';
import type { Bucket } from '../../../platform/bucket/bucket.ts';
import type { DspStore, Handover } from '../dsp-store.ts';
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
 * left by attempts with other versions of the release are not in the manifest.
 */
async function handOver(parcel: Parcel, options: PackageOptions): Promise<Handover> {
  const { bucket, settings } = options;
  const { storeDeliveryId: folder, type, release } = parcel;
  if (type !== 'takedown' && release.tracks.length === 0) return { is: 'skipped' };
  const manifestKey = `${folder}/manifest.json`;
  if (await bucket.has(manifestKey)) return { is: 'accepted' };
  const contents = wantedFiles(parcel);
  if ('missing' in contents) return { is: 'impossible', reason: contents.missing };
  try {
    // Check the text before any file is transferred.
    newReleaseMessage(parcel, [], settings);
    const files = await transferAll(contents.files, parcel, options);
    const message = newReleaseMessage(parcel, files, settings);
    const described = describedMessage(message);
    await bucket.create(`${folder}/${described.name}`, [message]);
    await bucket.create(manifestKey, [manifest(parcel, described, files)]);
    return { is: 'accepted' };
  } catch (error) {
    if (error instanceof UnwritableText || error instanceof OtherFile)
      return { is: 'impossible', reason: error.message };
    if (error instanceof SourceUnreadable) return { is: 'failed', reason: error.message };
    throw error;
  }
}

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

interface PackagedFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly md5?: string;
}

/** The name includes a hash of the content, because messages are not replaced either. */
function describedMessage(message: string): PackagedFile {
  const sha256 = createHash('sha256').update(message).digest('hex');
  return { name: `message-${sha256.slice(0, 12)}.xml`, bytes: Buffer.byteLength(message), sha256 };
}

function manifest(parcel: Parcel, message: PackagedFile, files: readonly PackageFile[]): string {
  const { storeDeliveryId, type, dsp, release, createdAt } = parcel;
  const content = {
    storeDeliveryId,
    type,
    dsp,
    albumId: release.id,
    createdAt,
    message,
    files: files.map(
      ({ name, bytes, sha256, md5 }): PackagedFile => ({
        name,
        bytes,
        sha256,
        ...(md5 !== undefined && { md5 }),
      }),
    ),
  };
  return `${JSON.stringify(content, undefined, 2)}\n`;
}
