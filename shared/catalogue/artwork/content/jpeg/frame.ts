/** The frame of a JPEG (ITU-T T.81, B.2.2): its components, and how many blocks each has. */
import { broken } from '../content-fault.ts';

export interface Component {
  readonly id: number;
  /** Blocks of a unit in scans of several components. */
  readonly blocksOfUnit: number;
  /** Blocks in scans of this component alone. */
  readonly blocks: number;
  readonly quantization: number;
  /** By coefficient, the lowest bit that scans have defined; -1 before the first. */
  readonly told: Int8Array;
  /** Whether coefficients are known to be other than 0: two words of 32 for each block, made at the first use. */
  marks: Uint32Array | undefined;
}

export interface Frame {
  readonly isProgressive: boolean;
  readonly components: readonly Component[];
  /** In scans of several components. */
  readonly units: number;
}

const BLOCK = 8;
const PROGRESSIVE = 0xc2;

/** @param segment after its length. @throws ContentFault */
export function frameIn(marker: number, segment: Buffer): Frame {
  const [bits = 0, , , , , count = 0] = segment;
  if (segment.length !== 6 + 3 * count || (bits !== 8 && (bits !== 12 || marker === 0xc0))) throw broken();
  const [height, width] = [segment.readUInt16BE(1), segment.readUInt16BE(3)];
  const read = Array.from({ length: count }, (_, index) => {
    const [id = 0, sampling = 0, quantization = 0] = segment.subarray(6 + 3 * index);
    return { id, across: sampling >> 4, down: sampling & 0xf, quantization };
  });
  if (read.some(({ across, down }) => !isFactor(across) || !isFactor(down))) throw broken();
  if (new Set(read.map(({ id }) => id)).size < count) throw broken();
  const mostAcross = Math.max(...read.map(({ across }) => across));
  const mostDown = Math.max(...read.map(({ down }) => down));
  const blocksIn = (length: number, factor: number, most: number) =>
    Math.ceil(Math.ceil((length * factor) / most) / BLOCK);
  return {
    isProgressive: marker === PROGRESSIVE,
    units: Math.ceil(width / (BLOCK * mostAcross)) * Math.ceil(height / (BLOCK * mostDown)),
    components: read.map(({ id, across, down, quantization }) => ({
      id,
      quantization,
      blocksOfUnit: across * down,
      marks: undefined,
      blocks: blocksIn(width, across, mostAcross) * blocksIn(height, down, mostDown),
      told: new Int8Array(64).fill(-1),
    })),
  };
}

const isFactor = (factor: number): boolean => factor >= 1 && factor <= 4;
