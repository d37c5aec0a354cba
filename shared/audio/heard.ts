/** The result of listening to an audio file. */
import type { FileDigests } from './file-digest.ts';
import type { AudioFormat } from './rules/master-files.ts';

/** Identifies the content of a file without reading it. */
export interface FileIdentity {
  /** Null if the server sends none, or only a weak one, which does not promise equal bytes. */
  readonly etag: string | null;
  /** In bytes; null if the server does not report it. */
  readonly size: number | null;
}

export interface Heard {
  readonly file: FileIdentity & FileDigests;
  readonly format: AudioFormat;
  /** In seconds, of the audio that was decoded. */
  readonly duration: number;
  /** In Hz. */
  readonly sampleRate: number;
  readonly channels: number;
  /** Bits per sample of lossless formats; null for others. */
  readonly bitDepth: number | null;
  /** Integrated, in LUFS (ITU-R BS.1770-4); null if all is silent, or shorter than 0.4 s. */
  readonly loudness: number | null;
  /** The highest sample in dBFS; null if all samples are zero. Lossy formats can exceed 0. */
  readonly peak: number | null;
  /** Seconds at the start and end in which all channels are below -60 dBFS; the duration if all is silent. */
  readonly silenceAtStart: number;
  readonly silenceAtEnd: number;
  /** How often at least three consecutive samples of a channel are at full scale. */
  readonly clipping: number;
  /** Sentences for the owner of the file, such as that it is shorter than it says. */
  readonly warnings: readonly string[];
  /** Whether it has sound that was not decoded, or that its fingerprints do not describe. */
  readonly isInPart: boolean;
  /** Sub-fingerprints by speed. `rules/item-times.ts` computes the time of an item in the recording. */
  readonly prints: ReadonlyMap<number, Uint32Array>;
}

/** Sentences are for the owner of the file. */
export type NotRead =
  /** Final. */
  | { readonly is: 'invalid'; readonly error: string }
  /** Final. The file may be intact, but the stage does not decode its format. */
  | { readonly is: 'unsupported'; readonly error: string }
  /** Worth another attempt. */
  | { readonly is: 'failed'; readonly reason: string };

export type Listened = { readonly is: 'heard'; readonly heard: Heard } | NotRead;

export type Identified = { readonly is: 'identified'; readonly file: FileIdentity } | NotRead;
