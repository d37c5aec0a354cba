/** Reports are the same if their lines are, in whichever file these are. */
import { beforeAll, describe, expect, it } from 'vitest';
import { Table } from '../../shared/kit/table/table.ts';
import { shownImport } from '../../shared/usage/commands/shown-import.ts';
import type { UsageImport } from '../../shared/usage/import/usage-import.ts';
import { newAdmin, type Person } from '../support/calls.ts';
import { newDeliveredRelease } from '../support/releases.ts';
import {
  HEADER,
  importOf,
  importReport,
  run,
  settle,
  start,
  usageSums,
  usageTables,
  useUsage,
} from './usage.ts';

useUsage();
let ada: Person;
const isrc = 'DEAB12670001';
const lines = [
  `2026-01-05,1,US,${isrc},10,10,EUR`,
  `2026-01-05,1,DE,${isrc},5,0.5,EUR`,
  `2026-01-06,4,DE,${isrc},-1,-0.25,USD`,
];
const text = [HEADER, ...lines].join('\n');
const name = 'june.csv';

beforeAll(async () => {
  ada = await newAdmin();
  process.env['BUCKET_NAME'] = 'packages';
  await newDeliveredRelease(ada, [{ title: 'First', isrc, artists: ['Nia Calder'] }]);
});

const notesOf = async (found: UsageImport) => (await shownImport(new Table(), found)).notes;
const remove = (of: string) => importReport({ name: of, content: `${HEADER}\n\n` });
const revenue = async () => (await usageSums()).revenue[`${ada.userId} EUR 2026-01`];
const semicolons = text.replaceAll(',', ';');

describe('a report saved again', () => {
  const copies: readonly [string, string | Uint8Array][] = [
    ['with a byte order mark', `\ufeff${text}\n`],
    ['with CRLF', `${text.replaceAll('\n', '\r\n')}\r\n`],
    ['without its last line end', text],
    ['with semicolons', `${semicolons}\n`],
    ['with semicolons and decimal commas', `${semicolons.replaceAll('0.', '0,')}\n`],
    ['in UTF-16', Buffer.from(`\ufeff${text}\n`, 'utf16le')],
    ['with other forms of numbers', `${text.replace(',10,10,', ',+010,10.00,')}\n`],
    ['with quotes', `${text.replaceAll(isrc, `"de-ab1-26-70001"`)}\n`],
    ['with its lines in another order', [HEADER, ...lines.toReversed(), ''].join('\n')],
    ['with more columns', [`${HEADER},title`, ...lines.map((line) => `${line},A`), ''].join('\n')],
    ['with a rejected line', `${text}\nTotal,,,,14,10.25,\n`],
  ];

  it.each(copies)('is rejected under another name and does not count twice: %s', async (_, copy) => {
    await importReport({ name, content: lines });
    const before = await usageTables();
    const sums = await usageSums();
    const second = await importReport({ name: 'copy.csv', content: copy });
    expect(second).toMatchObject({
      state: 'refused',
      reason: 'The same lines were imported as june.csv. Correct that import with --as june.csv.',
      rejectedAs: 'known',
    });
    expect(await usageTables()).toEqual(before);
    // Under its name, it changes nothing.
    expect(await importReport({ name, content: copy })).toMatchObject({ state: 'done' });
    expect(await usageSums()).toEqual(sums);
  });

  it('counts again once a correction replaces the first import', async () => {
    await importReport({ name, content: lines.slice(1) });
    expect(await importReport({ name: 'copy.csv', content: `\ufeff${text}` })).toMatchObject({
      state: 'done',
    });
    await remove('copy.csv');
    await remove(name);
    expect(await usageTables()).toEqual([]);
  });

  it('is a different report with one line repeated', async () => {
    await importReport({ name, content: lines });
    const twice = await importReport({ name: 'copy.csv', content: [...lines, lines[0] ?? ''] });
    expect(twice).toMatchObject({ state: 'done' });
    await remove('copy.csv');
    await remove(name);
  });
});

describe('two imports that start concurrently', () => {
  it('are one import for the same file and name', async () => {
    const started = await Promise.all(Array.from({ length: 8 }, () => start({ name, content: lines })));
    expect(new Set(started.map((each) => each.run)).size).toBe(1);
    await settle();
    expect(await revenue()).toBe(10_500_000_000_000n);
    await remove(name);
  });

  it('count the same lines under two names once, and one says why', async () => {
    const content = [text, `\ufeff${text}`];
    await Promise.all(content.map((each, index) => start({ name: `${index}.csv`, content: each })));
    await settle(2);
    await run(1);
    const ended = [await importOf('0.csv'), await importOf('1.csv')];
    expect(ended.map(({ state }) => state).toSorted()).toEqual(['done', 'refused']);
    const winner = ended.find(({ state }) => state === 'done')?.name ?? '';
    expect(ended.find(({ state }) => state === 'refused')?.reason).toContain(`imported as ${winner}.`);
    expect(await revenue()).toBe(10_500_000_000_000n);
    await remove(winner);
    expect(await usageTables()).toEqual([]);
  });

  it('both complete if they have only headers', async () => {
    await Promise.all(['0.csv', '1.csv'].map((each) => start({ name: each, content: HEADER })));
    await settle();
    for (const each of ['0.csv', '1.csv']) expect(await importOf(each)).toMatchObject({ state: 'done' });
  });
});

describe('a report that shares more than half of its lines with another import', () => {
  const report = (plays: number, days: readonly number[]) =>
    days.map((day) => `2026-02-${String(day).padStart(2, '0')},1,US,${isrc},${plays},1,EUR`);

  it('is imported with a note that names the other', async () => {
    await importReport({ name, content: report(1, [10, 11, 12]), partitions: 2 });
    const other = await importReport({
      name: 'other.csv',
      content: [...report(1, [10, 11]), ...report(2, [13])],
      partitions: 3,
    });
    expect(other).toMatchObject({ state: 'done', overlap: { lines: 3 } });
    expect(await notesOf(other)).toEqual([
      expect.stringMatching(/^2 of 3 lines are also in the import june\.csv/),
    ]);
    await remove('other.csv');
  });

  it('has no note for half of its lines, other values or its own earlier lines', async () => {
    for (const content of [[...report(1, [10]), ...report(1, [20])], report(2, [10, 11, 12])]) {
      expect(await notesOf(await importReport({ name: 'other.csv', content }))).toBeUndefined();
      await remove('other.csv');
    }
    const corrected = await importReport({ name, content: report(1, [10, 11, 12, 13]) });
    expect(await notesOf(corrected)).toBeUndefined();
    await remove(name);
  });
});

describe('lines', () => {
  it('count on the last day of their period, or of the report without a day', async () => {
    const content = [
      `,1,US,${isrc},1,1,EUR`,
      `2026-03,1,US,${isrc},2,1,EUR`,
      `2026-03-01/2026-03-05,1,DE,${isrc},4,1,EUR`,
    ];
    await importReport({ name, content });
    const { lines: kept } = await usageSums();
    const of = (day: string) =>
      Object.entries(kept).flatMap(([key, [plays]]) => (key.includes(day) ? [plays] : []));
    expect([of('2026-03-31'), of('2026-03-05')]).toEqual([[3], [4]]);
    const rejected = await importReport({ name: 'other.csv', content: content.slice(0, 1) });
    expect(rejected).toMatchObject({
      state: 'refused',
      rejectedAs: 'lines',
      reason: expect.stringMatching(/^The only line is rejected.*No line of the report has a date\.$/),
    });
    await remove(name);
  });

  it('are subtracted exactly if they are returns', async () => {
    await importReport({
      name,
      content: [`2026-01-05,1,US,${isrc},3,0.3,EUR`, `2026-01-05,1,US,${isrc},-4,-0.700000000001,EUR`],
    });
    const { plays, revenue: earned } = await usageSums();
    expect(new Set(Object.values(plays))).toEqual(new Set([-1]));
    expect(Object.values(earned)).toEqual([-400_000_000_001n]);
    await remove(name);
  });

  it('are rejected outside the bounds, and a report of them replaces nothing', async () => {
    await importReport({ name, content: lines });
    const before = await usageTables();
    const shifted = [
      `0001-01-01,1,US,${isrc},1,1,EUR`,
      `2026-01-05,1,US,${isrc},1,12345678901234567890123456,EUR`,
    ];
    const { state, rejectedAs, run: last } = await importReport({ name, content: shifted });
    expect({ state, rejectedAs }).toEqual({ state: 'refused', rejectedAs: 'lines' });
    expect(await shownImport(new Table(), await importOf(name))).toMatchObject({
      'rejected-as': 'lines',
      'rejected-lines': expect.stringContaining(last),
    });
    expect(await usageTables()).toEqual(before);
    await remove(name);
  });

  it('count separately while unmatched, even after a rematch', async () => {
    const code = 'DEAB12670009';
    const unmatched = Array.from({ length: 3 }, () => `2026-01-05,1,US,${code},1,0.1,EUR`);
    const others = Array.from({ length: 2 }, () => '2026-01-05,1,US,DEAB12670008,1,0.1,EUR');
    const imported = await importReport({ name, content: [...unmatched, ...others] });
    expect(imported.counts).toMatchObject({ imported: 5, unmatched: 5 });
    await newDeliveredRelease(ada, [{ title: 'Late', isrc: code }]);
    await importReport({ name: 'next.csv', content: lines });
    await run(1);
    expect((await importOf(name)).counts).toMatchObject({ imported: 5, unmatched: 2 });
    expect((await usageSums()).plays).toMatchObject({});
    expect(await revenue()).toBe(10_800_000_000_000n);
  });
});
