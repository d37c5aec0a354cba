/** Thrown where the data of an image is not what its format prescribes, or cannot be checked. */

export class ContentFault extends Error {
  override name = 'ContentFault';
  readonly content: 'damaged' | 'unchecked';

  constructor(content: 'damaged' | 'unchecked', sentence: string) {
    super(sentence);
    this.content = content;
  }
}

/** The file ends before its image does. */
export const cut = (): ContentFault =>
  new ContentFault('damaged', 'The file ends before the image is complete.');

export const broken = (): ContentFault => new ContentFault('damaged', 'The image data is damaged.');

export const unchecked = (sentence: string): ContentFault => new ContentFault('unchecked', sentence);

/** Called from time to time. Throws once there is no more. */
export type WithinTime = () => void;
