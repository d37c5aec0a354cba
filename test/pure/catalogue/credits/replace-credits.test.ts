import { expect, it } from 'vitest';
import { withIds } from '../../../../shared/catalogue/credits/credit-ids.ts';
import type { CreditList, StoredCredit } from '../../../../shared/catalogue/credits/credit-lists.ts';
import { type Replacement, replaceCredits } from '../../../../shared/catalogue/credits/replace-credits.ts';
import type { Credit } from '../../../../shared/catalogue/rules/credits.ts';
import { blockOf, newBlock } from '../../../../shared/kit/table/ids.ts';
import { keyOf } from '../../../../shared/kit/table/merge.ts';

const credit = (name: string, artist: number | null = null, position = 1): Credit => ({
  role: 'violin',
  name,
  'artist-id': artist,
  position,
});
const crediting = (count: number, first = 1) =>
  Array.from({ length: count }, (_, index) => credit(`Name ${first + index}`, first + index, index + 1));

const listOf = (items: readonly StoredCredit[], unusedBlocks: number[] = []): CreditList => ({
  parentId: '17',
  ownerId: '5',
  items,
  unusedBlocks,
  changes: items.length + unusedBlocks.length === 0 ? 0 : 3,
});

const JOURNAL = 'put journal#track-credits#5';

const replaced = (more: Partial<Replacement>) => {
  const result = replaceCredits({
    list: listOf([]),
    guard: undefined,
    credits: [],
    referenced: new Set(),
    block: 900,
    now: new Date(0),
    isLast: false,
    budget: 30,
    ...more,
  });
  const all = result.writes.map((write) => `${Object.keys(write)[0]} ${keyOf(write).pk} ${keyOf(write).sk}`);
  const rows = all.filter((row) => !row.startsWith(JOURNAL));
  return { ...result, rows, journaled: all.length - rows.length };
};

it('unchanged credits keep their ids, and others get the next ids of a new block', () => {
  const before = withIds([credit('Ann'), credit('Bob', 7)], { before: [], block: 10 });
  expect(before.map(({ id }) => id)).toEqual([2560, 2561]);
  const after = withIds([credit('Cid'), credit('BOB', null, 2), credit('Dan')], { before, block: 20 });
  expect(after.map(({ id }) => id)).toEqual([5120, 2561, 5121]);
});

it('the ids of a new list are in one block, below 2^53, and increase with time', () => {
  const credits = crediting(200);
  const ids = withIds(credits, { before: [], block: newBlock(new Date('2095-01-01')) }).map(({ id }) => id);
  expect(new Set(ids.map(blockOf)).size).toBe(1);
  expect(ids.at(-1)).toBeLessThan(2 ** 53);
  expect(new Set(ids).size).toBe(200);
});

it('one process never returns a block twice, and blocks increase with time', () => {
  const now = new Date('2095-06-01');
  const blocks = Array.from({ length: 100 }, () => newBlock(now));
  expect(blocks).toEqual([...new Set(blocks)].toSorted((left, right) => left - right));
  expect(newBlock(new Date(now.getTime() + 10))).toBeGreaterThan(blocks.at(-1) ?? 0);
});

it('an unchanged list is not written, but its write detects concurrent changes', () => {
  const list = listOf(withIds(crediting(3), { before: [], block: 10 }));
  expect(replaced({ list, credits: crediting(3) }).rows).toEqual(['check credit-list#17 #']);
  expect(replaced({}).rows).toEqual(['check credit-list#17 #']);
});

it('a small change includes the references of its artists', () => {
  const list = listOf(withIds([credit('Ann', 1), credit('Bob', 2)], { before: [], block: 10 }));
  const credits = [credit('Ann', 1), credit('Cid', 3), credit('Dan', 4)];
  const { rows, acquire, release } = replaced({ list, credits, referenced: new Set([4]) });
  expect(rows).toEqual([
    'put credit-list#17 #',
    'put credit-block#900 #',
    'put credit-list#17 guard',
    'put artists#3 credited-on#17',
    'update artists#3 #',
    'delete artists#2 credited-on#17',
    'update artists#2 #',
  ]);
  expect([acquire, release]).toEqual([[], []]);
});

it('a change without new artists does not write the guard', () => {
  const list = listOf(withIds([credit('Ann', 1), credit('Bob')], { before: [], block: 10 }));
  expect(replaced({ list, credits: [credit('Bob', 1)] }).rows).toEqual(['put credit-list#17 #']);
});

it.each([
  [13, 30, 0],
  [14, 4, 14],
])('%i new artists write %i rows after %i references', (count, rows, before) => {
  const result = replaced({ credits: crediting(count) });
  expect(result.writes).toHaveLength(rows);
  expect(result.acquire).toHaveLength(before);
});

it('the journal has new, changed and removed credits, a hundred per row', () => {
  const list = listOf(withIds(crediting(200), { before: [], block: 10 }));
  expect(replaced({ list, credits: crediting(200) }).journaled).toBe(0);
  expect(replaced({ list, credits: crediting(199) }).journaled).toBe(1);
  const { journaled, writes } = replaced({ list, credits: crediting(200, 201) });
  expect(journaled).toBe(4);
  expect(writes.length).toBeLessThanOrEqual(30);
});

it('a large change removes the references of dropped artists afterwards', () => {
  const list = listOf(withIds(crediting(20), { before: [], block: 10 }));
  const { rows, acquire, release } = replaced({
    list,
    credits: crediting(20, 11),
    referenced: new Set([30]),
  });
  expect(rows).toEqual(['put credit-list#17 #', 'put credit-block#900 #', 'put credit-list#17 guard']);
  expect(acquire).toEqual([21, 22, 23, 24, 25, 26, 27, 28, 29]);
  expect(release).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

it('up to 20 blocks without credits are deleted, and others stay for the next write', () => {
  const blocks = Array.from({ length: 25 }, (_, index) => index + 1);
  const kept = blocks.map((block) => ({ ...credit(`Name ${block}`), id: block * 256 }));
  const first = replaced({ list: listOf(kept), credits: [credit('Name 3')] });
  expect(first.rows).toHaveLength(21);
  expect(first.writes[0]).toMatchObject({ put: { unusedBlocks: [22, 23, 24, 25], changes: 4 } });
  expect(first.rows).not.toContain('delete credit-block#3 #');
  const last = replaced({ list: listOf([], [22, 23]) });
  expect(last.rows).toEqual([
    'delete credit-list#17 #',
    'delete credit-block#22 #',
    'delete credit-block#23 #',
  ]);
});

it('the list of a deleted track is deleted immediately, even if blocks remain', () => {
  const blocks = Array.from({ length: 25 }, (_, index) => index + 1);
  const kept = blocks.map((block) => ({ ...credit(`Name ${block}`), id: block * 256 }));
  const { rows, unusedBlocks } = replaced({ list: listOf(kept), isLast: true });
  expect(rows[0]).toBe('delete credit-list#17 #');
  expect(unusedBlocks).toEqual([21, 22, 23, 24, 25]);
});
