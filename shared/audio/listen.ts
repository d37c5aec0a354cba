/** Reads the file at a URL, decodes, measures and fingerprints it, in one pass and in bounded memory. */
import type { GuardOptions } from '../platform/egress/address-guard.ts';
import { failed, invalid, Unreadable } from '../platform/egress/unreadable.ts';
import type { AacOption } from './decoding/aac-option.ts';
import { decoders } from './decoding/decode.ts';
import type { AudioPiece, DecodedAudio } from './decoding/decoded-audio.ts';
import { detectFormat } from './decoding/detect-format.ts';
import { FileDigest, type FileDigests } from './file-digest.ts';
import type { Heard, Listened, NotRead } from './heard.ts';
import { type ListeningLimits, listeningLimits } from './limits.ts';
import { Measurement } from './measuring/measurement.ts';
import { notReadBecause } from './not-read.ts';
import { Pauses } from './pauses.ts';
import { AudioFile } from './reading/audio-file.ts';
import { ByteStream } from './reading/byte-stream.ts';
import { ServerPace } from './reading/server-pace.ts';
import { Unsupported } from './unsupported.ts';

export interface ListeningOptions extends AacOption, Pick<GuardOptions, 'allowedCidrs'> {
  /** What the MD5 of the file must be, in hexadecimal; null if any. */
  readonly md5: string | null;
  /** Speeds of the fingerprints: 1 is the recording itself, 1.02 the recording played 2 % faster. */
  readonly speeds: readonly number[];
  readonly signal?: AbortSignal;
  readonly limits?: Partial<ListeningLimits>;
  /** Called once, when the server turns out to be slow. */
  readonly onSlowServer?: () => void;
  /** Gets the digests of a file that was read to its end, although it is not heard. */
  readonly onUnheard?: (digests: FileDigests) => void;
}

/**
 * Faults of the server and of the file are returned, as sentences for the owner of the file.
 * @throws only on faults of this machine, which say nothing about the file.
 */
export async function listen(url: string, options: ListeningOptions): Promise<Listened> {
  const limits = { ...listeningLimits, ...options.limits };
  const deadline = new AbortController();
  // The timer of AbortSignal.timeout would not keep the process alive.
  const timer = setTimeout(() => deadline.abort(), limits.timeoutMs);
  const until = options.signal ? AbortSignal.any([deadline.signal, options.signal]) : deadline.signal;
  const pace = new ServerPace(limits, options.onSlowServer);
  try {
    return { is: 'heard', heard: await hear(url, { ...options, limits, until, pace }) };
  } catch (error) {
    if (error instanceof NotHeard) return error.because;
    if (deadline.signal.aborted) {
      const isSlow = pace.isMostOf(limits.timeoutMs);
      return notReadBecause(invalid(isSlow ? pace.sentence : 'The file takes too long to decode.'));
    }
    if (options.signal?.aborted) return notReadBecause(failed('Reading the file was interrupted.'));
    return notReadBecause(error);
  } finally {
    clearTimeout(timer);
  }
}

interface Hearing extends ListeningOptions {
  readonly limits: ListeningLimits;
  readonly until: AbortSignal;
  readonly pace: ServerPace;
}

async function hear(url: string, options: Hearing): Promise<Heard> {
  const file = await AudioFile.open(url, options);
  const digest = new FileDigest();
  const pauses = new Pauses(options.until);
  const bytes = new ByteStream(digest.over(file.bytesFrom(0)), 0, pauses);
  const others: ByteStream[] = [];
  const from = (position: number): ByteStream => {
    const other = new ByteStream(file.bytesFrom(position), position, pauses);
    others.push(other);
    return other;
  };
  try {
    const format = await detectFormat(bytes, options);
    const decoded = await decoders[format]({ bytes, from, pauses, decodesAac: options.decodesAac });
    const measured = await measure(decoded, { ...options, pauses });
    await decoded.requireSame?.();
    // The digests include what follows the audio.
    await bytes.skip(Number.POSITIVE_INFINITY);
    const digests = digest.ofWholeFile();
    requireExpected(digests.md5, options.md5);
    return { file: { ...file.identity, ...digests }, format, ...measured };
  } catch (error) {
    if (options.until.aborted || !isOfContent(error)) throw error;
    const { size } = file.identity;
    const isShort = size !== null && size - bytes.position <= MAX_REST_BYTES;
    const digests = isShort ? await digestsWithRest(bytes, digest) : undefined;
    if (digests !== undefined) options.onUnheard?.(digests);
    throw new NotHeard(notReadBecause(error));
  } finally {
    for (const stream of [bytes, ...others]) await stream.close();
    file.close();
  }
}

/** Thrown for a file that was read, also if the time ends while the rest of it is read. */
class NotHeard extends Error {
  override name = 'NotHeard';
  readonly because: NotRead;

  constructor(because: NotRead) {
    super();
    this.because = because;
  }
}

/** Of a file that is not heard, so much more is read for its digests. */
const MAX_REST_BYTES = 1024 * 1024 * 1024;

/** Whether the file was read, but its content is not heard. */
const isOfContent = (error: unknown): boolean =>
  error instanceof Unsupported || (error instanceof Unreadable && error.failure.is === 'invalid');

/** @returns undefined if the file cannot be read to its end. */
async function digestsWithRest(bytes: ByteStream, digest: FileDigest): Promise<FileDigests | undefined> {
  try {
    await bytes.skip(Number.POSITIVE_INFINITY);
    return digest.ofWholeFile();
  } catch {
    return undefined;
  }
}

async function measure(decoded: DecodedAudio, { speeds, limits, pauses }: Hearing & { pauses: Pauses }) {
  const { bitDepth } = decoded;
  const measurement = new Measurement({ bitDepth, speeds, maxSeconds: limits.maxSeconds });
  for await (const piece of decoded.pieces) {
    for (const part of partsOf(piece)) {
      await measurement.add(part);
      await pauses.pause();
    }
  }
  return measurement.finish(decoded);
}

/** Short enough to pause in between. */
const FRAMES_PER_PART = 8_192;

function* partsOf({ sampleRate, channels }: AudioPiece): Generator<AudioPiece> {
  const length = channels[0]?.length ?? 0;
  for (let start = 0; start < length; start += FRAMES_PER_PART) {
    const part = channels.map((samples) => samples.subarray(start, start + FRAMES_PER_PART));
    yield { sampleRate, channels: part };
  }
}

function requireExpected(md5: string, expected: string | null): void {
  if (expected === null || expected.toLowerCase() === md5) return;
  throw invalid(`The MD5 of the file is ${md5} instead of ${expected.toLowerCase()}.`);
}
