/** The import of store reports, the rejection of files and lines, and their replacement by a corrected file. */
import { beforeAll, describe, expect, it, test } from 'vitest';
import { Table } from '../../shared/kit/table/table.ts';
import { findImport } from '../../shared/usage/import/start-import.ts';
import { rejectsObject, unmatchedObject } from '../../shared/usage/import/usage-objects.ts';
import { newAdmin, type Person } from '../support/calls.ts';
import { newDeliveredRelease, type Release } from '../support/releases.ts';
import {
  HEADER,
  importReport,
  indexFaults,
  objectText,
  settle,
  start,
  usageSums,
  usageTables,
  useUsage,
} from './usage.ts';

useUsage();
let ada: Person;
let grace: Person;
let release: Release;
let artists: readonly string[];

beforeAll(async () => {
  ada = await newAdmin();
  grace = await newAdmin();
  release = await newDeliveredRelease(ada, [
    { title: 'First', isrc: 'DE-AB1-26-20001', artists: ['Nia Calder', 'Leo Marsh'] },
    { title: 'Second', isrc: 'DEAB12620002', artists: ['Nia Calder'] },
  ]);
  await newDeliveredRelease(ada, [{ title: 'Shared', isrc: 'DEAB12620003' }]);
  await newDeliveredRelease(grace, [{ title: 'Shared', isrc: 'DEAB12620003' }]);
  await importReport({
    name: 'who is who',
    content: ['2020-01-01,1,US,DEAB12620001,1,0,EUR', '2020-01-01,1,US,DEAB12620002,1,0,EUR'],
  });
  const sums = Object.keys((await usageSums()).plays).filter((key) => key.startsWith('artists'));
  artists = [...new Set(sums.map((key) => key.split(' ')[1] ?? ''))];
  await importReport({ name: 'who is who', content: [] });
});

const first = 'DEAB12620001';
const second = 'DEAB12620002';

describe('a report', () => {
  it('adds plays to tracks, their album, artists and owner', async () => {
    const done = await importReport({
      name: 'january.csv',
      content: [
        `2026-01-05,1,US,${first},10,0.5,EUR`,
        `2026-01-05,1,US,de-ab1-26-20001,5,0.000000000001,eur`,
        `2026-01-05,1,US,${second},2,-0.25,USD`,
        `2026-01-06,4,DE,${second},1,1,EUR`,
      ],
    });
    expect(done).toMatchObject({
      state: 'done',
      reason: null,
      counts: { lines: 4, imported: 4, rejected: 0, unmatched: 0 },
    });
    const [track1, track2] = release.trackIds;
    const album = release.albumId;
    const { plays, lines, revenue } = await usageSums();
    const both = artists.find((id) => plays[`artists ${id} 2026-01-06 4 DE ${album}`] !== undefined);
    const one = artists.find((id) => id !== both);
    expect(plays).toEqual({
      [`tracks ${track1} 2026-01-05 1 US -`]: 15,
      [`tracks ${track2} 2026-01-05 1 US -`]: 2,
      [`tracks ${track2} 2026-01-06 4 DE -`]: 1,
      [`albums ${album} 2026-01-05 1 US -`]: 17,
      [`albums ${album} 2026-01-06 4 DE -`]: 1,
      [`artists ${both} 2026-01-05 1 US ${album}`]: 17,
      [`artists ${both} 2026-01-06 4 DE ${album}`]: 1,
      [`artists ${one} 2026-01-05 1 US ${album}`]: 15,
    });
    expect(lines).toEqual({
      [`${ada.userId} 1 2026-01-05 ${first} ${track1} US EUR`]: [15, 500_000_000_001n],
      [`${ada.userId} 1 2026-01-05 ${second} ${track2} US USD`]: [2, -250_000_000_000n],
      [`${ada.userId} 4 2026-01-06 ${second} ${track2} DE EUR`]: [1, 1_000_000_000_000n],
    });
    expect(revenue).toEqual({
      [`${ada.userId} EUR 2026-01`]: 1_500_000_000_001n,
      [`${ada.userId} USD 2026-01`]: -250_000_000_000n,
    });
  });

  it('is imported once and changes nothing when imported again', async () => {
    const before = await usageTables();
    const content = [`2026-02-05,1,US,${first},10,0.5,EUR`];
    const { run, finishedAt } = await importReport({ name: 'february.csv', content });
    expect(await importReport({ name: 'february.csv', content })).toMatchObject({ run, finishedAt });
    await importReport({ name: 'february.csv', content: [] });
    expect(await usageTables()).toEqual(before);
  });

  it('is replaced line by line by another file of the same name', async () => {
    const empty = { name: 'march.csv', content: [] };
    await importReport({
      name: 'march.csv',
      content: [`2026-03-05,1,US,${first},10,0.5,EUR`, `2026-03-06,1,FR,${second},7,0.5,EUR`],
      partitions: 4,
    });
    const corrected = [`2026-03-05,1,US,${first},11,0.75,EUR`, `2026-04-01,1,US,${first},3,1,EUR`];
    await importReport({ name: 'march.csv', content: corrected, partitions: 2 });
    const replaced = await usageTables();
    await importReport(empty);
    await importReport({ name: 'march.csv', content: corrected });
    expect(await usageTables()).toEqual(replaced);
    expect(Object.keys((await usageSums()).plays).some((key) => key.includes('FR'))).toBe(false);
    await importReport(empty);
  });

  it('adds to the plays of other files', async () => {
    await importReport({ name: 'a.csv', content: [`2026-05-05,1,US,${first},10,0.5,EUR`] });
    await importReport({ name: 'b.csv', content: [`2026-05-05,1,US,${first},4,0.25,EUR`] });
    const { plays, revenue } = await usageSums();
    expect(plays[`tracks ${release.trackIds[0]} 2026-05-05 1 US -`]).toBe(14);
    expect(revenue[`${ada.userId} EUR 2026-05`]).toBe(750_000_000_000n);
    for (const name of ['a.csv', 'b.csv']) await importReport({ name, content: [] });
  });
});

describe('the content of a file', () => {
  const content = [`2026-06-05,1,US,${first},10,0.5,EUR`];

  it('is rejected under another name until a correction replaces it', async () => {
    await importReport({ name: 'june.csv', content });
    await expect(start({ name: 'copy.csv', content })).rejects.toMatchObject({
      problems: [{ code: 'usage_file_known', detail: expect.stringContaining('imported as june.csv') }],
    });
    await importReport({ name: 'june.csv', content: [...content, ...content] });
    expect(await importReport({ name: 'copy.csv', content })).toMatchObject({ state: 'done' });
    await expect(start({ name: 'june.csv', content })).rejects.toMatchObject({
      problems: [{ code: 'usage_file_known' }],
    });
    for (const name of ['june.csv', 'copy.csv']) await importReport({ name, content: [] });
  });

  it('can be restored after a correction', async () => {
    await importReport({ name: 'july.csv', content });
    const before = await usageTables();
    await importReport({ name: 'july.csv', content: [...content, ...content] });
    await importReport({ name: 'july.csv', content });
    expect(await usageTables()).toEqual(before);
    await importReport({ name: 'july.csv', content: [] });
  });

  it('is not replaced during its import', async () => {
    await start({ name: 'august.csv', content });
    await expect(start({ name: 'august.csv', content: [] })).rejects.toMatchObject({
      problems: [{ code: 'usage_import_running' }],
    });
    expect(await start({ name: 'august.csv', content })).toMatchObject({ state: 'running' });
    await settle();
    expect(await findImport(new Table(), 'august.csv')).toMatchObject({ state: 'done' });
    await importReport({ name: 'august.csv', content: [] });
  });
});

describe('bad lines', () => {
  const dateFault =
    'date must be a day (YYYY-MM-DD), a month (YYYY-MM) or two days with a slash between them.';

  it('are listed with numbers and reasons instead of being counted', async () => {
    const before = await usageTables();
    const { run, counts, state, reason } = await importReport({
      name: 'bad.csv',
      content: [
        `2026-13-01,1,US,${first},1,1,EUR`,
        '',
        `2026-01-01,1,US,${first},1,1,`,
        `2026-01-01,1,US,"${first}",x,1,EUR`,
        `2026-01-01,1,US,"${first},1,1,EUR`,
        `2026-01-01,1,US,${'X'.repeat(20_000)},1,1,EUR`,
        '=HYPERLINK("https://a.example")',
        `2026-01-01,1,US,${first},1,1,+1+1`,
      ],
    });
    expect({ counts, state }).toEqual({ counts: null, state: 'refused' });
    expect(reason).toBe(
      `All 7 lines are rejected, so nothing was imported. The first one has this fault: ${dateFault}`,
    );
    const rejects = (await objectText(rejectsObject(run))).split('\n');
    expect(rejects.slice(0, 5)).toEqual([
      'line,reason,text',
      `2,"${dateFault}","2026-13-01,1,US,${first},1,1,EUR"`,
      `4,"currency is not a currency code of ISO 4217, such as EUR.","2026-01-01,1,US,${first},1,1,"`,
      `5,plays must be a whole number of at most 10^12. It is negative for returns.,"2026-01-01,1,US,""${first}"",x,1,EUR"`,
      `6,The line has unbalanced quotes.,"2026-01-01,1,US,""${first},1,1,EUR"`,
    ]);
    expect(rejects[5]).toMatch(/^7,The line has more than 10000 characters\.,/);
    expect(rejects.slice(6)).toEqual([
      '8,The line has unbalanced quotes.,"\'=HYPERLINK(""https://a.example"")"',
      `9,"currency is not a currency code of ISO 4217, such as EUR.","2026-01-01,1,US,${first},1,1,+1+1"`,
      '',
    ]);
    expect(await usageTables()).toEqual(before);
  });

  it('do not affect good lines, even with unusual quotes and line endings', async () => {
    const { counts } = await importReport({
      name: 'mixed.csv',
      content: `\ufeff"date",${HEADER.slice(5)}\r\n2026-01-01,"1",US,${first},1,"1.5",EUR\r\n"2026\n2026-01-02,1,US,${first},1,1,EUR`,
    });
    expect(counts).toMatchObject({ lines: 3, imported: 2, rejected: 1 });
    await importReport({ name: 'mixed.csv', content: `${HEADER}\r\n` });
  });
});

describe('a file', () => {
  test.each([
    ['that is empty', '', 'The file is empty.'],
    ['of empty lines', '\n \n', 'The file is empty.'],
    ['without a header', `2026-01-01,1,US,${first},1,1,EUR\n`, /must be the header date,dsp_id/],
    ['with another header', 'date,country,isrc,plays\n', /lacks dsp_id, revenue and currency/],
  ])('is rejected without importing anything: %s', async (_, content, reason) => {
    await importReport({ name: 'good.csv', content: [`2026-08-01,1,US,${first},1,1,EUR`] });
    const before = await usageTables();
    expect(await importReport({ name: 'good.csv', content })).toMatchObject({
      state: 'refused',
      reason: expect.stringMatching(reason),
    });
    expect(await usageTables()).toEqual(before);
    expect(await importReport({ name: 'good.csv', content: [] })).toMatchObject({ state: 'done' });
    expect(await usageTables()).not.toEqual(before);
  });

  it('adds no plays with only a header', async () => {
    const before = await usageTables();
    const { state, counts } = await importReport({ name: 'header.csv', content: `${HEADER}` });
    expect({ state, counts }).toEqual({
      state: 'done',
      counts: { lines: 0, imported: 0, rejected: 0, unmatched: 0, rows: 0 },
    });
    expect(await usageTables()).toEqual(before);
  });
});

it('lines of unknown tracks or of several owners are listed as unmatched', async () => {
  const before = await usageTables();
  const { run, counts } = await importReport({
    name: 'unmatched.csv',
    content: [
      '2026-01-01,1,US,DEAB12620003,1,0.10,EUR',
      '2026-01-01,1,US,DE-AB1-26-20003,1,0.10,EUR',
      '2026-01-01,7,US,XX-XXX-99-99999,3,1,EUR',
    ],
    partitions: 1,
  });
  expect(counts).toMatchObject({ lines: 3, imported: 3, rejected: 0, unmatched: 3, rows: 0 });
  expect((await objectText(unmatchedObject(run))).trim().split('\n')).toEqual([
    HEADER,
    '2026-01-01,1,US,DEAB12620003,1,0.1,EUR',
    '2026-01-01,1,US,DEAB12620003,1,0.1,EUR',
    '2026-01-01,7,US,XXXXX9999999,3,1,EUR',
  ]);
  expect(await usageTables()).toEqual(before);
});

it('a month of plays in every country takes a few rows, consistent with their index', async () => {
  const days = Array.from({ length: 31 }, (_, day) => `2026-10-${String(day + 1).padStart(2, '0')}`);
  const countries = ['US', 'DE', 'FR', 'BR', 'JP', 'IN', 'GB', 'MX', 'IT', 'ES'];
  const content = days.flatMap((day, at) =>
    countries.map(
      (country, index) => `${day},1,${country},${first},${(at * 7919 + index * 104_729) % 90_001},0.01,EUR`,
    ),
  );
  const before = await usageTables();
  const { counts } = await importReport({ name: 'october.csv', content });
  // One of the index and one of plays for the track, its album and two artists; lines of each day; revenue,
  // and what the track, its album, the DSP and countries earned.
  expect(counts?.rows).toBe(4 * 2 + 31 + 1 + 4);
  expect(indexFaults(await usageTables())).toEqual([]);
  expect((await usageSums()).revenue[`${ada.userId} EUR 2026-10`]).toBe(3_100_000_000_000n);
  await importReport({ name: 'october.csv', content: [] });
  expect(await usageTables()).toEqual(before);
});
