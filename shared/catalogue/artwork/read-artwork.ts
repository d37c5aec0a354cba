/** Reads the artwork of an album from its address, as far as its size. */
import { outgoingTarget } from '../../platform/egress/address-guard.ts';
import { invalid, type ReadFailure, Unreadable } from '../../platform/egress/unreadable.ts';
import type { FileCheck } from '../masters/file-fault.ts';
import { RemoteFile } from '../masters/remote-file.ts';
import type { AlbumArtwork } from '../rules/album-artwork.ts';
import { type ImageSize, imageSizeIn } from './image-size.ts';

export type ArtworkRead = { readonly is: 'read'; readonly artwork: AlbumArtwork } | ReadFailure;

/** Most files tell their size in the first. A JPEG can have its colour profile and a preview before it. */
const HEAD_BYTES = [65_536, 524_288, 1_966_080];

/**
 * @param kept what was read of the same address before. It is returned if the server still has that file.
 * @throws only on faults of this machine, which say nothing about the file.
 */
export async function readArtwork(
  url: string,
  check: FileCheck,
  kept: AlbumArtwork | null = null,
): Promise<ArtworkRead> {
  const target = await outgoingTarget(url, check);
  if ('rejection' in target) return { is: 'invalid', errors: [target.rejection.detail] };
  const { requestTimeoutMs, signal } = check;
  const file = new RemoteFile({ ...target, requestTimeoutMs, signal });
  try {
    await file.read(0, 1);
    if (kept && isSame(file, kept)) return { is: 'read', artwork: kept };
    const { format, width, height } = await sizeOf(file);
    const read = { status: 'completed', error: null, format, width, height } as const;
    return { is: 'read', artwork: { ...read, bytes: file.size ?? null, url, etag: keptEtag(file) } };
  } catch (error) {
    if (error instanceof Unreadable) return error.failure;
    throw error;
  } finally {
    file.close();
  }
}

/** Every read of the album takes it along. A file without one is read each time. */
const MAX_ETAG = 256;

const keptEtag = ({ etag }: RemoteFile): string | null => (etag && etag.length <= MAX_ETAG ? etag : null);

/** A weak ETag tells as much about the pixels as a strong one. */
const isSame = ({ etag, size }: RemoteFile, kept: AlbumArtwork): boolean =>
  kept.status === 'completed' && etag !== null && kept.etag === etag && kept.bytes === (size ?? null);

/** @throws Unreadable */
async function sizeOf(file: RemoteFile): Promise<ImageSize> {
  for (const length of HEAD_BYTES) {
    const head = await file.read(0, length);
    const found = imageSizeIn(head);
    if (found === 'other') throw invalid('The file is neither a JPEG nor a PNG image.');
    if (typeof found === 'object') return found;
    if (found === 'damaged' || head.length < length) break;
  }
  throw invalid('The image is damaged. Its size cannot be read.');
}
