/** Decodes compressed audio with the decoder of a package. Handles its errors, and silences its output. */
import { invalid } from '../../platform/egress/unreadable.ts';
import { Pauses } from '../pauses.ts';
import type { AudioPiece } from './decoded-audio.ts';

/** What the decoders of the packages have in common. */
export interface PackageDecoder<Portion> {
  decode(portion: Portion): Decoded;
  flush?(): Decoded;
  free(): void;
}

interface Decoded {
  readonly channelData: readonly Float32Array[];
  readonly sampleRate: number;
}

export interface DecodingOptions<Portion> {
  readonly start: () => Promise<PackageDecoder<Portion>>;
  /** In bytes. */
  readonly sizeOf: (portion: Portion) => number;
  /** Where a decoder cannot begin in the middle, an error ends the audio. */
  readonly canRestart: boolean;
  /** How many portions in a row may give none. The default is that of an Ogg file with pictures. */
  readonly maxWithoutAudio?: number;
}

/** Damaged places can stop a decoder. Files with more of them are rejected. */
const MAX_RESTARTS = 100;
/** Decoders keep what they cannot decode yet. More than this is not audio. Pictures can precede the audio. */
const MAX_BYTES_WITHOUT_AUDIO = 32 * 1024 * 1024;
const MAX_PORTIONS_WITHOUT_AUDIO = 10_000;

/**
 * @param portions so small that the samples of one fit in the memory, even if it only contains silence.
 * @throws Unreadable
 */
export async function* decodedPieces<Portion>(
  portions: AsyncIterable<Portion>,
  { start, sizeOf, canRestart, maxWithoutAudio = MAX_PORTIONS_WITHOUT_AUDIO }: DecodingOptions<Portion>,
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
        : { portions: without.portions + 1, bytes: without.bytes + sizeOf(portion) };
      if (without.portions > maxWithoutAudio || without.bytes > MAX_BYTES_WITHOUT_AUDIO) return;
    }
    const last = pieceOf(quietly(() => decoder.flush?.()));
    if (last) yield last;
  } finally {
    quietly(() => decoder.free());
  }
}

/** @throws Unreadable if the decoder rejects what the file says of its audio. */
async function started<Portion>(start: () => Promise<PackageDecoder<Portion>>) {
  try {
    return await start();
  } catch (error) {
    if (isOwnFault(error)) throw error;
    throw invalid('The file describes its audio in a way that cannot be decoded.');
  }
}

/** Without memory, no decoder starts. */
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
