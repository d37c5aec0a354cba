/** Reports of stores are imported by their layouts, as reports with our own columns are. */
import { beforeAll, expect, it } from 'vitest';
import { layoutIn } from '../../bin/operator/usage/layouts.ts';
import { handler as royalties } from '../../functions/royalties/handler.ts';
import { rejectsObject, unmatchedObject } from '../../shared/usage/import/usage-objects.ts';
import { call, newAdmin, type Person } from '../support/calls.ts';
import { newDeliveredRelease } from '../support/releases.ts';
import { bucket, importReport, objectText, usageSums, usageTables, useUsage } from './usage.ts';

useUsage();
const isrc = 'DEAB12680001';
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
  await newDeliveredRelease(ada, [{ title: 'First', isrc }]);
});

const name = 'sales.txt';
const HEADER = 'Sale Month\tStore\tISRC\tQuantity\tCountry of Sale\tEarnings (USD)';
const content = [
  HEADER,
  `2026-01\tSpotify\t${isrc}\t3\tUS\t0.3`,
  `2026-01\tSpotify\t${isrc}\t-5\tUS\t-0.5`,
  `2026-01\tUnheard\t${isrc}\t5\tUS\t0.5`,
  `2026-02\tSpotify\tDEXX99999999\t5\tUS\t0.5`,
].join('\n');

const layoutWith = async (...set: string[]) => {
  const layout = await layoutIn({ layout: 'distrokid', set });
  if (!layout) throw new Error('There is no layout.');
  return layout;
};

it('returns make sums negative, and rejected lines keep their text and number', async () => {
  const imported = await importReport({
    name,
    content,
    partitions: 2,
    layout: await layoutWith('dsp_id:Spotify=1'),
  });
  expect(imported).toMatchObject({
    state: 'done',
    counts: { lines: 4, imported: 3, rejected: 1, unmatched: 1 },
  });
  const { plays, revenue } = await usageSums();
  expect(new Set(Object.values(plays))).toEqual(new Set([-2]));
  expect(revenue).toEqual({ [`${ada.userId} USD 2026-01`]: -200_000_000_000n });
  expect(await objectText(rejectsObject(imported.run))).toContain(
    '4,"There is no DSP for the store ""Unheard"".',
  );
  expect(await objectText(unmatchedObject(imported.run))).toContain('2026-02-28,1,US,DEXX99999999,5,0.5,USD');
  const ask = async (path: string) => (await call(royalties, 200, { path, token: ada.token })).body;
  expect((await ask('/royalties/summary?filter[currency]=USD')).data.attributes).toMatchObject({
    'current-balance': '-0.2',
  });
  expect(
    (await ask('/royalties/statements?filter[period-from]=2026-01&filter[period-to]=2026-01')).meta.totals,
  ).toEqual([{ currency: 'USD', plays: -2, revenue: '-0.2' }]);
});

it('the same file with other layout values replaces its lines', async () => {
  const { run: before } = await importReport({ name, content, layout: await layoutWith('dsp_id:Spotify=1') });
  expect((await importReport({ name, content, layout: await layoutWith('dsp_id:Spotify=1') })).run).toBe(
    before,
  );
  const both = await layoutWith('dsp_id:Spotify=1', 'dsp_id:Unheard=3');
  expect(await importReport({ name, content, layout: both })).toMatchObject({
    counts: { rejected: 0, imported: 4 },
  });
  expect((await usageSums()).revenue).toEqual({ [`${ada.userId} USD 2026-01`]: 300_000_000_000n });
});

it('a file without the columns of its layout is rejected, and earlier lines stay', async () => {
  const before = await usageTables();
  const other = await importReport({ name, content: 'a;b\n1;2\n', layout: await layoutWith() });
  expect(other).toMatchObject({
    state: 'refused',
    reason: expect.stringContaining('not those of the layout distrokid'),
  });
  expect(await usageTables()).toEqual(before);
  await importReport({ name, content: HEADER, layout: await layoutWith() });
  expect(await usageTables()).toEqual([]);
  expect(await bucket().has(rejectsObject(other.run))).toBe(false);
});

it('revenue of skipped lines is summed by currency, and noted with the import', async () => {
  const skipped = (store: string, kind: string, amount: string) =>
    `2026-01\t${store}\t${isrc}\t1\tUS\t${amount}\t${kind}`;
  const imported = await importReport({
    name: 'albums.txt',
    content: [
      `${HEADER}\tSong/Album`,
      skipped('Spotify', 'Song', '0.7'),
      skipped('Spotify', 'Album', '6.5'),
      skipped('Spotify', 'Album', '-0.25'),
    ].join('\n'),
    partitions: 2,
    layout: await layoutWith('dsp_id:Spotify=1'),
  });
  expect(imported).toMatchObject({ counts: { imported: 1 }, skippedRevenue: { USD: '6.25' } });
});
