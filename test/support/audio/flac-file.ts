/** FLAC files (RFC 9639) with frames as a test needs them. Their samples are not compressed. */
import { crc } from './checksums.ts';

export interface FlacFrame {
  /** Whole numbers of each channel, or of what is stored instead of two. */
  readonly channels: readonly (readonly number[])[];
  readonly bits: number;
  /** Of the samples that are stored, if they differ: a difference of two channels has one bit more. */
  readonly storedBits?: readonly number[];
  readonly rate?: number;
  /** How two channels are stored: 8 left and difference, 9 difference and right, 10 mean and difference. */
  readonly assignment?: number;
}

export interface FlacOptions {
  /** Of the description at the start. */
  readonly rate?: number;
  readonly bits?: number;
  readonly total?: number;
}

const RATE = 8_000;
/** The bit depths that a frame can state. Others are stated at the start. */
const CODES: Readonly<Record<number, number>> = { 8: 1, 12: 2, 16: 4, 20: 5, 24: 6, 32: 7 };

export function flacFile(frames: readonly FlacFrame[], options: FlacOptions = {}): Buffer {
  const [first] = frames;
  const { rate = first?.rate ?? RATE, bits = first?.bits ?? 16 } = options;
  const lengths = frames.map(({ channels }) => channels[0]?.length ?? 0);
  const total = options.total ?? lengths.reduce((sum, length) => sum + length, 0);
  const info = new Bits();
  info.put(16, 16).put(Math.min(65_535, Math.max(...lengths)), 16);
  info
    .put(0, 24)
    .put(0, 24)
    .put(rate, 20)
    .put((first?.channels.length ?? 1) - 1, 3);
  info.put(bits - 1, 5).put(total, 36);
  const block = Buffer.concat([info.bytes(), Buffer.alloc(16)]);
  return Buffer.concat([Buffer.from('fLaC\x80\0\0\x22', 'latin1'), block, ...framesOf(frames, lengths)]);
}

function framesOf(frames: readonly FlacFrame[], lengths: readonly number[]): Buffer[] {
  let sample = 0;
  return frames.map((frame, index) => {
    const bytes = frameBytes(frame, sample);
    sample += lengths[index] ?? 0;
    return bytes;
  });
}

/** Frames have different lengths, so each has the number of its first sample. */
function frameBytes(frame: FlacFrame, firstSample: number): Buffer {
  const { channels, bits, rate = RATE, assignment = channels.length - 1 } = frame;
  const length = channels[0]?.length ?? 0;
  const start = new Bits();
  start
    .put(0x7ffc, 15)
    .put(1, 1)
    .put(7, 4)
    .put(13, 4)
    .put(assignment, 4)
    .put(CODES[bits] ?? 0, 3)
    .put(0, 1);
  const header = Buffer.concat([
    start.bytes(),
    Buffer.from(String.fromCodePoint(firstSample), 'utf8'),
    numbers16(length - 1, rate),
  ]);
  const body = new Bits();
  channels.forEach((samples, index) => {
    const storedBits = frame.storedBits?.[index] ?? bits;
    const isConstant = samples.every((value) => value === samples[0]);
    body.put(isConstant ? 0 : 2, 8);
    for (const value of isConstant ? samples.slice(0, 1) : samples) body.put(value, storedBits);
  });
  const content = Buffer.concat([header, Buffer.from([crc(header, 8, 0x07)]), body.bytes()]);
  return Buffer.concat([content, numbers16(crc(content, 16, 0x8005))]);
}

function numbers16(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  values.forEach((value, index) => {
    bytes.writeUInt16BE(value, 2 * index);
  });
  return bytes;
}

class Bits {
  readonly #bytes: number[] = [];
  #held = 0n;
  #count = 0n;

  put(value: number, bits: number): this {
    const width = BigInt(bits);
    this.#held = (this.#held << width) | BigInt.asUintN(bits, BigInt(value));
    this.#count += width;
    while (this.#count >= 8n) {
      this.#count -= 8n;
      this.#bytes.push(Number((this.#held >> this.#count) & 0xffn));
      this.#held &= (1n << this.#count) - 1n;
    }
    return this;
  }

  /** Zeros fill the last byte. */
  bytes(): Buffer {
    if (this.#count > 0n) this.put(0, 8 - Number(this.#count));
    return Buffer.from(this.#bytes);
  }
}
