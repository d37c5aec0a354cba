/** The header of a FLAC frame (RFC 9639, section 9.1). */

export interface FlacFrameHeader {
  readonly length: number;
  /** Undefined if only the start of the stream states it. */
  readonly sampleRate: number | undefined;
  readonly bitDepth: number | undefined;
  readonly channels: number;
  /** How two channels are stored; up to 7, the number of channels minus one. */
  readonly assignment: number;
  /** The number of the frame, or of its first sample if frames have different lengths. */
  readonly number: number;
  /** The number of the next frame. */
  readonly nextNumber: number;
  readonly samples: number;
}

/** The longest header. */
export const MAX_HEADER_BYTES = 16;

const CRC8 = Uint8Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x80 ? (crc << 1) ^ 0x07 : crc << 1;
  return crc;
});

/** By their codes. Codes from 12 on are followed by the rate. */
const RATES = [88_200, 176_400, 192_000, 8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000];
/** The units of these rates, in Hz. */
const RATE_UNITS: Readonly<Record<number, number>> = { 12: 1_000, 13: 1, 14: 10 };
const BIT_DEPTHS = [undefined, 8, 12, undefined, 16, 20, 24, 32];
const RESERVED_BIT_DEPTH = 3;

/** @returns undefined if no frame begins there. */
export function flacFrameHeader(from: Buffer, at: number): FlacFrameHeader | undefined {
  const byte = (index: number) => from[at + index] ?? 0;
  if (byte(0) !== 0xff || (byte(1) & 0xfe) !== 0xf8) return undefined;
  const sizeCode = byte(2) >>> 4;
  const rateCode = byte(2) & 15;
  const assignment = byte(3) >>> 4;
  const depthCode = (byte(3) >>> 1) & 7;
  if (sizeCode === 0 || rateCode === 15 || assignment > 10 || byte(3) & 1) return undefined;
  if (depthCode === RESERVED_BIT_DEPTH) return undefined;
  const coded = codedNumber(from, at + 4);
  if (!coded) return undefined;
  const sizeBytes = sizeCode === 6 ? 1 : sizeCode === 7 ? 2 : 0;
  const rateBytes = rateCode === 12 ? 1 : rateCode > 12 ? 2 : 0;
  const crcAt = 4 + coded.length + sizeBytes + rateBytes;
  let crc = 0;
  for (let index = 0; index < crcAt; index++) crc = CRC8[crc ^ byte(index)] ?? 0;
  if (at + crcAt >= from.length || crc !== byte(crcAt)) return undefined;
  const sizeAt = at + 4 + coded.length;
  const numberAt = (start: number, bytes: number) => (bytes === 0 ? 0 : from.readUIntBE(start, bytes));
  const samples = samplesOf(sizeCode, numberAt(sizeAt, sizeBytes));
  const isFixed = (byte(1) & 1) === 0;
  return {
    length: crcAt + 1,
    sampleRate: rateOf(rateCode, numberAt(sizeAt + sizeBytes, rateBytes)),
    bitDepth: BIT_DEPTHS[depthCode],
    channels: assignment < 8 ? assignment + 1 : 2,
    assignment,
    number: coded.number,
    nextNumber: coded.number + (isFixed ? 1 : samples),
    samples,
  };
}

function samplesOf(code: number, coded: number): number {
  if (code === 1) return 192;
  if (code <= 5) return 144 * 2 ** code;
  return code <= 7 ? coded + 1 : 2 ** code;
}

function rateOf(code: number, coded: number): number | undefined {
  const unit = RATE_UNITS[code];
  return unit === undefined ? RATES[code - 1] : coded * unit;
}

/** A number in the coding of UTF-8, with up to seven bytes. */
function codedNumber(from: Buffer, at: number): { number: number; length: number } | undefined {
  const first = from[at] ?? 0;
  const ones = Math.clz32(~(first << 24));
  if (ones === 0) return { number: first, length: 1 };
  if (ones === 1 || ones > 7) return undefined;
  let number = first & (0x7f >> ones);
  for (let index = 1; index < ones; index++) {
    const next = from[at + index] ?? 0;
    if (next >>> 6 !== 2) return undefined;
    number = number * 64 + (next & 63);
  }
  return { number, length: ones };
}
