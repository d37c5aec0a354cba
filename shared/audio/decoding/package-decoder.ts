/** Decodes compressed audio with the decoder of a package. Handles its errors, and silences its output. */
import { invalid } from '../../platform/egress/unreadable.ts';
import { Pauses } from '../pauses.ts';
import type { BesideAudio } from './beside-audio.ts';
import type { AudioPiece } from './decoded-audio.ts';

/** What the decoders of the packages have in common. */
export interface PackageDecoder {
  decode(portion: Uint8Array): Decoded;
  flush?(): Decoded;
  free(): void;
}

interface Decoded {
  readonly channelData: readonly Float32Array[];
  readonly sampleRate: number;
}

interface DecodingOptions {
  readonly start: () => Promise<PackageDecoder>;
  /** Whether a new decoder can start in the middle. Otherwise, an error ends the audio. */
  readonly canRestart: boolean;
  /** How many consecutive portions may have no audio. The default allows for pictures in an Ogg file. */
  readonly maxWithoutAudio?: number;
  /** Gets the portions that the decoder rejects. */
  readonly beside?: BesideAudio;
}

/** Damaged places can stop a decoder. Files with more of them are rejected. */
const MAX_RESTARTS = 100;
/** Decoders keep what they cannot decode yet. Pictures can precede the audio, but are shorter than this. */
const MAX_BYTES_WITHOUT_AUDIO = 32 * 1024 * 1024;
const MAX_PORTIONS_WITHOUT_AUDIO = 10_000;

/**
 * @param portions small enough that the samples of one fit in memory, even if it contains only silence.
 * @throws Unreadable
 */
export async function* decodedPieces(
  portions: AsyncIterable<Buffer>,
  { start, canRestart, maxWithoutAudio = MAX_PORTIONS_WITHOUT_AUDIO, beside }: DecodingOptions,
): AsyncGenerator<AudioPiece> {
  let decoder = await started(start);
  const pauses = new Pauses();
  let restarts = 0;
  let without = { portions: 0, bytes: 0 };
  try {
    for await (const portion of portions) {
      await pauses.pause();
      const decoded = quietly(() => decoder.decode(portion));
      if (!decoded) {
        beside?.add(portion.length);
        restarts += 1;
        if (!canRestart) return;
        if (restarts > MAX_RESTARTS) throw invalid('The audio is damaged in too many places.');
        quietly(() => decoder.free());
        decoder = await started(start);
      }
      const piece = pieceOf(decoded);
      if (piece) yield piece;
      without = piece
        ? { portions: 0, bytes: 0 }
        : { portions: without.portions + 1, bytes: without.bytes + portion.length };
      if (without.portions > maxWithoutAudio || without.bytes > MAX_BYTES_WITHOUT_AUDIO) return;
    }
    const last = pieceOf(quietly(() => decoder.flush?.()));
    if (last) yield last;
  } finally {
    quietly(() => decoder.free());
  }
}

/** @throws Unreadable if the decoder rejects the file's description of its audio. */
async function started(start: DecodingOptions['start']) {
  try {
    return await start();
  } catch (error) {
    if (isOwnFault(error)) throw error;
    throw invalid('The file describes its audio in a way that cannot be decoded.');
  }
}

/** No decoder starts when memory is exhausted. */
const isOwnFault = (error: unknown): boolean => error instanceof RangeError && /memory/i.test(error.message);

function pieceOf(decoded: Decoded | undefined): AudioPiece | undefined {
  const { channelData = [], sampleRate = 0 } = decoded ?? {};
  return channelData[0]?.length ? { sampleRate, channels: channelData } : undefined;
}

/** Some decoders print every damaged frame. @returns undefined if the call throws. */
function quietly<T>(call: () => T): T | undefined {
  const { error, warn } = console;
  console.error = console.warn = () => {};
  try {
    return call();
  } catch {
    return undefined;
  } finally {
    Object.assign(console, { error, warn });
  }
}
