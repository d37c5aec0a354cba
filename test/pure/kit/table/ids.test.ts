/** Ids are made without a counter, and grow with time. */
import { expect, it, vi } from 'vitest';

// Without the ids that tests with a later clock have made in this process.
vi.resetModules();
const { blockOf, newBlock, newId } = await import('../../../../shared/kit/table/ids.ts');

/** After the ids of the tests before. */
const later = (seconds: number) => new Date(Date.now() + 1000 * seconds);

it('an id has the milliseconds since 2026 in its upper bits', () => {
  const at = later(1);
  const milliseconds = at.getTime() - Date.UTC(2026, 0, 1);
  expect(Math.floor(Number(newId(at)) / 4096)).toBe(milliseconds);
});

it('ids of the same millisecond are distinct and increasing', () => {
  const at = later(2);
  const ids = Array.from({ length: 3000 }, () => Number(newId(at)));
  expect(ids).toEqual([...new Set(ids)].toSorted((left, right) => left - right));
});

it('ids with spacing are its multiples, leaving those in between free', () => {
  const at = later(3);
  const ids = Array.from({ length: 40 }, () => Number(newId(at, 256)));
  expect(ids.map((id) => id % 256)).toEqual(ids.map(() => 0));
  expect(new Set(ids).size).toBe(40);
  expect((ids.at(-1) ?? 0) - (ids[20] ?? 0)).toBe(19 * 256);
});

it('blocks are numbered by time without repetition, and their ids have that time', () => {
  const at = later(4);
  const blocks = Array.from({ length: 40 }, () => newBlock(at));
  expect(new Set(blocks).size).toBe(40);
  const milliseconds = at.getTime() - Date.UTC(2026, 0, 1);
  expect(Math.floor((blocks[0] ?? 0) / 16)).toBe(milliseconds);
  expect(blockOf(256 * 7 + 255)).toBe(7);
  expect(blockOf(256 * 8)).toBe(8);
  expect(newBlock(at)).toBe((blocks.at(-1) ?? 0) + 1);
});
