/** One channel of a FLAC frame (RFC 9639, section 9.2). */
import { BadFrame, type BitReader } from './bit-reader.ts';

/** By order. Each predicts that a difference of the preceding samples continues. */
const FIXED: readonly (readonly number[])[] = [[], [1], [2, -1], [3, -3, 1], [4, -6, 4, -1]];

/** @param bits of each sample. @returns whole numbers. @throws BadFrame */
export function subframe(reader: BitReader, length: number, bits: number): Float64Array {
  if (reader.unsigned(1) === 1) throw new BadFrame();
  const type = reader.unsigned(6);
  const wasted = reader.unsigned(1) === 1 ? reader.unary() + 1 : 0;
  if (wasted >= bits) throw new BadFrame();
  const samples = new Float64Array(length);
  read(reader, samples, { type, bits: bits - wasted });
  if (wasted > 0) for (let at = 0; at < length; at++) samples[at] = (samples[at] ?? 0) * 2 ** wasted;
  return samples;
}

function read(
  reader: BitReader,
  samples: Float64Array,
  { type, bits }: { type: number; bits: number },
): void {
  if (type === 0) samples.fill(reader.signed(bits));
  else if (type === 1) verbatim(reader, samples, { from: 0, to: samples.length, bits });
  else if (type >= 8 && type <= 12) readPredicted(reader, samples, { order: type - 8, bits });
  else if (type >= 32) readPredicted(reader, samples, { order: type - 31, bits, isLinear: true });
  else throw new BadFrame();
}

function verbatim(
  reader: BitReader,
  samples: Float64Array,
  { from, to, bits }: { readonly from: number; readonly to: number; readonly bits: number },
): void {
  for (let at = from; at < to; at++) samples[at] = reader.signed(bits);
}

interface Prediction {
  /** How many preceding samples are used. */
  readonly order: number;
  readonly bits: number;
  /** Whether the frame contains the coefficients. */
  readonly isLinear?: boolean;
}

function readPredicted(
  reader: BitReader,
  samples: Float64Array,
  { order, bits, isLinear }: Prediction,
): void {
  if (order > samples.length) throw new BadFrame();
  verbatim(reader, samples, { from: 0, to: order, bits });
  const { coefficients, shift } = isLinear
    ? linear(reader, order)
    : { coefficients: FIXED[order] ?? [], shift: 0 };
  residual(reader, samples, order);
  predict(samples, Float64Array.from(coefficients), 2 ** -shift);
}

function linear(reader: BitReader, order: number): { coefficients: number[]; shift: number } {
  const precision = reader.unsigned(4) + 1;
  const shift = reader.signed(5);
  if (precision === 16 || shift < 0) throw new BadFrame();
  return { coefficients: Array.from({ length: order }, () => reader.signed(precision)), shift };
}

/** Reads the differences from the prediction in place of the samples after the first ones. */
function residual(reader: BitReader, samples: Float64Array, order: number): void {
  const method = reader.unsigned(2);
  if (method > 1) throw new BadFrame();
  const parameterBits = method === 0 ? 4 : 5;
  const partitions = 2 ** reader.unsigned(4);
  const partitionLength = samples.length / partitions;
  if (!Number.isInteger(partitionLength) || partitionLength < order) throw new BadFrame();
  for (let partition = 0; partition < partitions; partition++) {
    const part = {
      from: partition === 0 ? order : partition * partitionLength,
      to: (partition + 1) * partitionLength,
    };
    const parameter = reader.unsigned(parameterBits);
    // The highest parameter means that the numbers are not coded.
    if (parameter === 2 ** parameterBits - 1)
      verbatim(reader, samples, { ...part, bits: reader.unsigned(5) });
    else reader.rice(parameter, samples, part);
  }
}

/** Adds to each difference what the samples before it predict. Sums are exact, with at most 52 bits. */
function predict(samples: Float64Array, coefficients: Float64Array, scale: number): void {
  const order = coefficients.length;
  for (let at = order; at < samples.length; at++) {
    let sum = 0;
    for (let back = 0; back < order; back++) sum += (coefficients[back] ?? 0) * (samples[at - 1 - back] ?? 0);
    samples[at] = (samples[at] ?? 0) + Math.floor(sum * scale);
  }
}
