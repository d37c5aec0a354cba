/** Where the samples of a track are in the file, from its sample tables. */
import { invalid } from '../../../platform/egress/unreadable.ts';
import { contentAt } from './boxes.ts';

export interface SampleLocation {
  readonly position: number;
  readonly length: number;
}

/** The tables are only as long as their boxes, regardless of the numbers that they contain. */
interface Tables {
  readonly sizes: Buffer;
  readonly chunks: Buffer;
  readonly chunkBytes: 4 | 8;
  readonly perChunk: Buffer;
}

/** Version and flags come before the content. */
const FLAGS_BYTES = 4;
const RUN_BYTES = 12;
/** Version, the size of all samples if they are equal, and their number. */
const SIZES_HEADER_BYTES = 12;
const SIZE_BYTES = 4;

/**
 * @param stbl content of the box.
 * @returns undefined if a table is missing, or empty as in a fragmented file. Iterating throws Unreadable if
 * a table is damaged.
 */
export function sampleLocations(stbl: Buffer): Iterable<SampleLocation> | undefined {
  const short = contentAt(stbl, 'stco');
  const chunks = short ?? contentAt(stbl, 'co64');
  const sizes = contentAt(stbl, 'stsz');
  const perChunk = contentAt(stbl, 'stsc');
  if (!chunks || !sizes || !perChunk) return undefined;
  if (sizes.length < SIZES_HEADER_BYTES || sizes.readUInt32BE(8) === 0) return undefined;
  return locations({ sizes, chunks, chunkBytes: short ? 4 : 8, perChunk });
}

function* locations({ sizes, chunks, chunkBytes, perChunk }: Tables): Generator<SampleLocation> {
  const equal = sizes.readUInt32BE(4);
  const inTable = Math.floor((sizes.length - SIZES_HEADER_BYTES) / SIZE_BYTES);
  const count = equal > 0 ? sizes.readUInt32BE(8) : Math.min(sizes.readUInt32BE(8), inTable);
  const chunkCount = Math.floor((chunks.length - 2 * FLAGS_BYTES) / chunkBytes);
  let sample = 0;
  let run = 0;
  for (let chunk = 0; chunk < chunkCount && sample < count; chunk++) {
    while (chunk + 1 >= firstChunk(perChunk, run + 1)) run += 1;
    const at = 2 * FLAGS_BYTES + chunk * chunkBytes;
    let position = chunkBytes === 4 ? chunks.readUInt32BE(at) : Number(chunks.readBigUInt64BE(at));
    const inChunk = samplesPerChunk(perChunk, run);
    // Millions of chunks without samples would take long.
    if (inChunk === 0) throw invalid('The index of the MP4 file is damaged.');
    for (const end = Math.min(count, sample + inChunk); sample < end; sample++) {
      const length = equal || sizes.readUInt32BE(SIZES_HEADER_BYTES + SIZE_BYTES * sample);
      yield { position, length };
      position += length;
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
