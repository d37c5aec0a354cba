/** Ids: integers below 2^53 that grow with creation time and need no shared counter. */
import { randomInt } from 'node:crypto';

/** 41 bits of milliseconds since this moment last until 2095; 12 bits distinguish what the same millisecond made. */
const EPOCH = Date.UTC(2026, 0, 1);
const PER_MILLISECOND = 4096;

let last = 0;

/**
 * Unique within a function; between functions by the condition that its row is absent.
 * @param spacing ids are multiples of it: those in between are left for what belongs to the record.
 */
export function newId(now: Date, spacing = 1): string {
  const earliest = (now.getTime() - EPOCH) * PER_MILLISECOND + randomInt(PER_MILLISECOND / 2);
  last = Math.ceil(Math.max(last + 1, earliest) / spacing) * spacing;
  return String(last);
}

/** Blocks are handed out less often than ids: 4 bits distinguish those of one millisecond, so that 8 bits are left. */
const BLOCKS_PER_MILLISECOND = 16;
export const IDS_PER_BLOCK = 256;

/** @returns the number of the block that an id is from. */
export const blockOf = (id: number): number => Math.floor(id / IDS_PER_BLOCK);

let lastBlock = 0;

/** The number of a block of ids, for records that share a row. Unique as ids are: by the condition that its row is absent. */
export function newBlock(now: Date): number {
  const earliest = (now.getTime() - EPOCH) * BLOCKS_PER_MILLISECOND + randomInt(BLOCKS_PER_MILLISECOND);
  lastBlock = Math.max(lastBlock + 1, earliest);
  return lastBlock;
}
