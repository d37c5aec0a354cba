/** Where the samples of a track are in the file, from its sample tables. */
import { contentAt } from './boxes.ts';

export interface SamplePlace {
  readonly position: number;
  readonly length: number;
}

/** Whatever numbers they contain, the tables are only as long as their boxes. */
interface Tables {
  readonly sizes: Buffer;
  readonly chunks: Buffer;
  readonly chunkBytes: 4 | 8;
  readonly perChunk: Buffer;
}

/** Version and flags come before the content. */
const FLAGS_BYTES = 4;
const RUN_BYTES = 12;

/** @param stbl content of the box. @returns undefined if a table is missing, or empty as in a fragmented file. */
export function samplePlaces(stbl: Buffer): Iterable<SamplePlace> | undefined {
  const short = contentAt(stbl, 'stco');
  const chunks = short ?? contentAt(stbl, 'co64');
  const sizes = contentAt(stbl, 'stsz');
  const perChunk = contentAt(stbl, 'stsc');
  if (!chunks || !sizes || !perChunk || sizes.length < 12 || sizes.readUInt32BE(8) === 0) return undefined;
  return places({ sizes, chunks, chunkBytes: short ? 4 : 8, perChunk });
}

function* places({ sizes, chunks, chunkBytes, perChunk }: Tables): Generator<SamplePlace> {
  const equal = sizes.readUInt32BE(4);
  const count = equal > 0 ? sizes.readUInt32BE(8) : Math.min(sizes.readUInt32BE(8), sizes.length / 4 - 3);
  const chunkCount = Math.floor((chunks.length - 2 * FLAGS_BYTES) / chunkBytes);
  let sample = 0;
  let run = 0;
  for (let chunk = 0; chunk < chunkCount; chunk++) {
    while (chunk + 1 >= firstChunk(perChunk, run + 1)) run += 1;
    const at = 2 * FLAGS_BYTES + chunk * chunkBytes;
    let position = chunkBytes === 4 ? chunks.readUInt32BE(at) : Number(chunks.readBigUInt64BE(at));
    for (let left = samplesPerChunk(perChunk, run); left > 0; left--) {
      if (sample >= count) return;
      const length = equal || sizes.readUInt32BE(12 + 4 * sample);
      yield { position, length };
      position += length;
      sample += 1;
    }
  }
}

/** Counted from 1. */
function firstChunk(runs: Buffer, run: number): number {
  const at = 2 * FLAGS_BYTES + run * RUN_BYTES;
  return at + RUN_BYTES <= runs.length ? runs.readUInt32BE(at) : Number.POSITIVE_INFINITY;
}

function samplesPerChunk(runs: Buffer, run: number): number {
  const at = 2 * FLAGS_BYTES + run * RUN_BYTES;
  return at + RUN_BYTES <= runs.length ? runs.readUInt32BE(at + 4) : 0;
}
