/**
 * Which audio files are taken, and which of them without a warning. Decoders, warnings and the pages derive from it.
 * Pure.
 */

interface Format {
  readonly name: string;
  /** Whether it keeps all samples. 'depends': MP4 files contain AAC or Apple Lossless. */
  readonly isLossless: boolean | 'depends';
  /** Read only on stages that decode AAC and Apple Lossless. */
  readonly isOption?: true;
}

/** By the format that is detected. */
const audioFormats = {
  wav: { name: 'WAVE', isLossless: true },
  aiff: { name: 'AIFF', isLossless: true },
  flac: { name: 'FLAC', isLossless: true },
  'ogg-flac': { name: 'Ogg FLAC', isLossless: true },
  mp3: { name: 'MP3', isLossless: false },
  aac: { name: 'AAC', isLossless: false, isOption: true },
  mp4: { name: 'MP4', isLossless: 'depends', isOption: true },
  vorbis: { name: 'Ogg Vorbis', isLossless: false },
  opus: { name: 'Ogg Opus', isLossless: false },
} as const satisfies Record<string, Format>;

export type AudioFormat = keyof typeof audioFormats;

export const audioFormatKeys = Object.keys(audioFormats) as [AudioFormat, ...AudioFormat[]];

/** @returns "WAVE, AIFF or FLAC". */
export const formatNames = (isNamed: (format: Format) => boolean): string => {
  const names = Object.values<Format>(audioFormats)
    .filter(isNamed)
    .map(({ name }) => name);
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
};

/** In Hz. Files below `usual` are taken with a warning. */
export const sampleRates = { least: 4_000, usual: 44_100, most: 384_000 } as const;

/** Of files without loss. Those below `usual` are taken with a warning. */
export const bitDepths = { least: 8, usual: 16 } as const;

export const MAX_CHANNELS = 8;

/** What is known of a file. Null if unknown; the depth of a lossy file is null, too. */
export interface FileQuality {
  readonly format: AudioFormat | null;
  readonly sampleRate: number | null;
  readonly bitDepth: number | null;
}

/** Whether the file has less than the samples of a compact disc. What is not known has no fault. */
export const lacksQuality = ({ format, sampleRate, bitDepth }: FileQuality): boolean =>
  format !== null &&
  (bitDepth === null || bitDepth < bitDepths.usual || (sampleRate ?? sampleRates.usual) < sampleRates.usual);

export const USUAL_QUALITY = `${formatNames(({ isLossless }) => isLossless === true)} with at least ${sampleRates.usual.toLocaleString('en')} Hz and ${bitDepths.usual} bits`;
