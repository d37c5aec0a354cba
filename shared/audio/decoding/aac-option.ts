/** Whether a stage decodes AAC and Apple Lossless (`decodesAac`), and how it rejects them otherwise. */
import { Unsupported } from '../unsupported.ts';

export interface AacOption {
  readonly decodesAac: boolean;
}

export const expectedFormats = ({ decodesAac }: AacOption): string =>
  `WAVE, AIFF, FLAC, MP3, ${decodesAac ? 'AAC, MP4, ' : ''}Ogg Vorbis or Ogg Opus`;

/** @throws Unsupported if the stage does not decode it. */
export function requireAac(option: AacOption, codec: 'AAC' | 'Apple Lossless'): void {
  if (option.decodesAac) return;
  throw new Unsupported(
    `The audio in the file is ${codec}, which this service does not analyze. Use ${expectedFormats(option)} instead.`,
  );
}
