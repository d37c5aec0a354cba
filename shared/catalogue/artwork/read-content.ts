/** Reads all data of artwork whose head was read, to find out whether it is whole. */
import { createHash } from 'node:crypto';
import type { RequestOptions } from '../../platform/egress/range-requests.ts';
import { Unreadable } from '../../platform/egress/unreadable.ts';
import type { RemoteFile } from '../masters/remote-file.ts';
import { LARGEST_ARTWORK } from '../rules/album-artwork.ts';
import { type ImageContent, imageContent } from './content/image-content.ts';
import type { ImageHead } from './image-head.ts';
import { MOST_MEGABYTES, wholeFile } from './whole-file.ts';

export interface ReadContent extends ImageContent {
  /** Of the data, in hexadecimal digits; null if it was not read to its end. */
  readonly sha256: string | null;
  /** Set if another attempt may read what this one did not. */
  readonly isLate: boolean;
}

export interface ContentCheck extends RequestOptions {
  /** For looking through the data. The limits for reading it are those of the requests. */
  readonly checkMs: number;
}

/** @param file whose head was read. */
export async function readContent(
  file: RemoteFile,
  head: ImageHead,
  { checkMs, ...options }: ContentCheck,
): Promise<ReadContent> {
  if (Math.max(head.width, head.height) > LARGEST_ARTWORK)
    return unchecked(`It has more than ${LARGEST_ARTWORK} pixels on a side.`);
  try {
    const bytes = await allOf(file, options);
    if (!bytes) return unchecked(`The file is larger than ${MOST_MEGABYTES} MB.`);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const until = performance.now() + checkMs;
    const found = await imageContent(bytes, head, () => performance.now() > until);
    return found === 'late'
      ? { ...unchecked('Checking it takes too long.'), sha256, isLate: true }
      : { ...found, sha256, isLate: false };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { ...unchecked(error.message), isLate: error.failure.is === 'failed' };
  }
}

const unchecked = (error: string): ReadContent => ({
  content: 'unchecked',
  error,
  sha256: null,
  isLate: false,
});

/** Small files came with their head. */
const HEAD_BYTES = 65_536;

async function allOf(file: RemoteFile, options: RequestOptions): Promise<Buffer | null> {
  const { size, etag } = file;
  if (size !== undefined && size <= HEAD_BYTES) return file.read(0, size);
  // The server may not expect two requests at the same time.
  file.close();
  return wholeFile(options, { size, etag });
}
