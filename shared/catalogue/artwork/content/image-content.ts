/** Reads the data of an image to its end, without keeping its pixels, to find out whether it is whole. */
import type { ImageHead } from '../image-head.ts';
import { ContentFault } from './content-fault.ts';
import { checkJpeg } from './jpeg/jpeg-content.ts';
import { checkPng } from './png-content.ts';

export interface ImageContent {
  readonly content: 'whole' | 'damaged' | 'unchecked';
  /** What is wrong with the data, or why it was not checked, a sentence. Null if it is whole. */
  readonly error: string | null;
}

/** There was no more time. */
class Late extends Error {
  override name = 'Late';
}

/** @param isOver whether there is no more time. @returns 'late' if there was too little. */
export async function imageContent(
  bytes: Buffer,
  { format }: Pick<ImageHead, 'format'>,
  isOver: () => boolean,
): Promise<ImageContent | 'late'> {
  const withinTime = () => {
    if (isOver()) throw new Late();
  };
  try {
    if (format === 'jpeg') checkJpeg(bytes, withinTime);
    else await checkPng(bytes, withinTime);
    return { content: 'whole', error: null };
  } catch (error) {
    if (error instanceof Late) return 'late';
    if (!(error instanceof ContentFault)) throw error;
    return { content: error.content, error: error.message };
  }
}
