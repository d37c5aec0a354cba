/** The format and size of an image, by the beginning of its file. */
import { JPG } from 'image-size/types/jpg';
import { PNG } from 'image-size/types/png';

export interface ImageSize {
  readonly format: 'jpeg' | 'png';
  readonly width: number;
  readonly height: number;
}

/**
 * @param head the first bytes of the file.
 * @returns 'other' for another format, and 'further' if the size is not among these bytes.
 */
export function imageSizeIn(head: Buffer): ImageSize | 'other' | 'further' {
  if (head.length < LONGEST_SIGNATURE) return 'further';
  const format = formatOf(head);
  if (!format) return 'other';
  try {
    const { width, height } = format === 'jpeg' ? JPG.calculate(head) : PNG.calculate(head);
    return width > 0 && height > 0 ? { format, width, height } : 'further';
  } catch {
    // The library throws different errors when the bytes end early.
    return 'further';
  }
}

/** The signature of PNG with the header of its first chunk and its size. */
const LONGEST_SIGNATURE = 24;

function formatOf(head: Buffer): ImageSize['format'] | undefined {
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'jpeg';
  try {
    return PNG.validate(head) ? 'png' : undefined;
  } catch {
    return undefined;
  }
}
