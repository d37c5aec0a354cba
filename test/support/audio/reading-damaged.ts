/** Reads damaged files as `listen` does, without a server. */
import { decoders } from '../../../shared/audio/decoding/decode.ts';
import { detectFormat } from '../../../shared/audio/decoding/detect-format.ts';
import type { NotRead } from '../../../shared/audio/heard.ts';
import { Measurement } from '../../../shared/audio/measuring/measurement.ts';
import { notReadBecause } from '../../../shared/audio/not-read.ts';
import { Pauses } from '../../../shared/audio/pauses.ts';
import { ByteStream } from '../../../shared/audio/reading/byte-stream.ts';
import { damagedFile } from './damaged-files.ts';

export interface DamagedRead {
  readonly number: number;
  readonly name: string;
  /** 'thrown' is a fault of the product. */
  readonly is: 'heard' | 'thrown' | NotRead['is'];
  readonly told: string;
  /** Of the processor. Other processes do not count. */
  readonly milliseconds: number;
}

const MAX_SECONDS = 3 * 3600;

export async function readDamaged(number: number): Promise<DamagedRead> {
  const { name, bytes } = damagedFile(number);
  const before = process.cpuUsage();
  const outcome = await read(bytes).catch(told);
  const { user, system } = process.cpuUsage(before);
  return { number, name, ...outcome, milliseconds: (user + system) / 1000 };
}

type Outcome = Pick<DamagedRead, 'is' | 'told'>;

async function read(file: Buffer): Promise<Outcome> {
  const pauses = new Pauses();
  const from = (position: number) => new ByteStream(pieces(file.subarray(position)), position, pauses);
  const bytes = from(0);
  const source = { bytes, from, pauses, decodesAac: true };
  const decoded = await decoders[await detectFormat(bytes, source)](source);
  const measurement = new Measurement({ bitDepth: decoded.bitDepth, speeds: [], maxSeconds: MAX_SECONDS });
  for await (const piece of decoded.pieces) await measurement.add(piece);
  return { is: 'heard', told: `${Math.round(measurement.finish().duration)} s` };
}

async function* pieces(file: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < file.length; at += 16_384) yield file.subarray(at, at + 16_384);
}

function told(error: unknown): Outcome {
  try {
    const notRead = notReadBecause(error);
    return { is: notRead.is, told: notRead.is === 'failed' ? notRead.reason : notRead.error };
  } catch (fault) {
    return { is: 'thrown', told: String(fault instanceof Error ? fault.stack : fault) };
  }
}
