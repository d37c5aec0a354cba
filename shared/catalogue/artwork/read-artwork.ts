/** Reads the artwork of an album from its address: its head, and then its data, to find out whether it is whole. */
import { outgoingTarget } from '../../platform/egress/address-guard.ts';
import { invalid, type ReadFailure, Unreadable } from '../../platform/egress/unreadable.ts';
import type { FileCheck } from '../masters/file-fault.ts';
import { RemoteFile } from '../masters/remote-file.ts';
import { type AlbumArtwork, isReadBefore } from '../rules/album-artwork.ts';
import { type ImageHead, imageHeadIn } from './image-head.ts';
import { type ContentCheck, readContent } from './read-content.ts';

interface ReadArtwork {
  readonly is: 'read';
  readonly artwork: AlbumArtwork;
  /** Whether another attempt may read the data that this one did not. */
  readonly isLate: boolean;
}

export type ArtworkRead = ReadArtwork | ReadFailure;

type ArtworkCheck = FileCheck & Pick<ContentCheck, 'checkMs'>;

/** Most files state their size in the first. A JPEG can have its colour profile and a preview before it. */
const HEAD_BYTES = [65_536, 524_288, 1_966_080];

/**
 * @param kept what was read of the same address before. It is returned if the server still has that file.
 * @throws only on faults of this machine, which say nothing about the file.
 */
export async function readArtwork(
  url: string,
  check: ArtworkCheck,
  kept: AlbumArtwork | null = null,
): Promise<ArtworkRead> {
  const target = await outgoingTarget(url, check);
  if ('rejection' in target) return { is: 'invalid', errors: [target.rejection.detail] };
  const { requestTimeoutMs, signal, checkMs } = check;
  const file = new RemoteFile({ ...target, requestTimeoutMs, signal });
  try {
    await file.read(0, 1);
    if (kept && isSame(file, kept)) return { is: 'read', artwork: kept, isLate: false };
    const head = await headOf(file);
    const options = { ...target, signal, requestTimeoutMs: WHOLE_TIMEOUT_MS, checkMs };
    const { isLate, ...found } = await readContent(file, head, options);
    const read = { status: 'completed', ...head, ...found, bytes: file.size ?? null } as const;
    return { is: 'read', artwork: { ...read, url, etag: keptEtag(file) }, isLate };
  } catch (error) {
    if (error instanceof Unreadable) return error.failure;
    throw error;
  } finally {
    file.close();
  }
}

/** Longer than the signals of all readers. */
const WHOLE_TIMEOUT_MS = 60_000;

/** Every read of the album takes it along. A file without one is read each time. */
const MAX_ETAG = 256;

const keptEtag = ({ etag }: RemoteFile): string | null => (etag && etag.length <= MAX_ETAG ? etag : null);

/** A weak ETag identifies the pixels as well as a strong one. */
const isSame = ({ etag, size }: RemoteFile, kept: AlbumArtwork): boolean =>
  kept.status === 'completed' &&
  !isReadBefore(kept) &&
  etag !== null &&
  kept.etag === etag &&
  kept.bytes === (size ?? null);

const UNUSUAL = 'The file is a lossless, hierarchical or arithmetic-coded JPEG, which stores do not read.';

/** @throws Unreadable */
async function headOf(file: RemoteFile): Promise<ImageHead> {
  for (const length of HEAD_BYTES) {
    const head = await file.read(0, length);
    const found = imageHeadIn(head);
    if (found === 'other') throw invalid('The file is neither a JPEG nor a PNG image.');
    if (found === 'unusual') throw invalid(UNUSUAL);
    if (typeof found === 'object') return found;
    if (found === 'damaged' || head.length < length) break;
  }
  throw invalid('The image is damaged. Its size cannot be read.');
}
