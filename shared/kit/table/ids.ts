/** Generates ids: integers below 2^53 that grow with creation time and need no shared counter. */
import { randomInt } from 'node:crypto';
import { once } from '../../platform/once.ts';

/** 41 bits for the milliseconds since this time, enough until 2095, and 12 bits within a millisecond. */
const EPOCH = Date.UTC(2026, 0, 1);
const PER_MILLISECOND = 4096;

/** The last ones of this process. */
const last = /* @__PURE__ */ once(() => ({ id: 0, block: 0 }));

/**
 * Unique within a process. Across processes, writes check that the row does not exist.
 * @param spacing ids are multiples of it. The ids in between are reserved for parts of the record.
 */
export function newId(now: Date, spacing = 1): string {
  const earliest = (now.getTime() - EPOCH) * PER_MILLISECOND + randomInt(PER_MILLISECOND / 2);
  const made = last();
  made.id = Math.ceil(Math.max(made.id + 1, earliest) / spacing) * spacing;
  return String(made.id);
}

/** @returns a number above the ids made until then, with a second's tolerance for clocks. */
export const idAfter = (moment: Date): string =>
  String(Math.max(0, (moment.getTime() + 1000 - EPOCH) * PER_MILLISECOND));

/** @returns a number above the ids that were made until then by a clock that shows the same time. */
export const idEnd = (moment: Date): number => (moment.getTime() + 1 - EPOCH) * PER_MILLISECOND;

/** Blocks use only 4 bits within a millisecond, which leaves 8 bits for the ids in a block. */
const BLOCKS_PER_MILLISECOND = 16;
export const IDS_PER_BLOCK = 256;

/** @returns the number of the block that contains the id. */
export const blockOf = (id: number): number => Math.floor(id / IDS_PER_BLOCK);

/** A new block of ids, for records that share a row. Unique like `newId`. */
export function newBlock(now: Date): number {
  const earliest = (now.getTime() - EPOCH) * BLOCKS_PER_MILLISECOND + randomInt(BLOCKS_PER_MILLISECOND);
  const made = last();
  made.block = Math.max(made.block + 1, earliest);
  return made.block;
}
