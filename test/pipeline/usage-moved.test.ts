/** Usage of reports that moves to another stage, where stores correct these reports. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newAdmin } from '../support/calls.ts';
import { command } from '../support/distribution/stores.ts';
import { clearTable, linesOf, useMoves } from '../support/moves.ts';
import { newDeliveredRelease } from '../support/releases.ts';
import { HEADER, importReport, settle, start, usageSums, usageTables, useUsage } from './usage.ts';

useUsage();
const moves = useMoves();
const isrc = 'DEAB12680001';
const name = 'june.csv';
const lineOf = (amount: string, day = '05') => `2026-01-${day},1,US,${isrc},10,${amount},EUR`;
const lines = [lineOf('3'), lineOf('0.5', '06')];
let ada: Awaited<ReturnType<typeof newAdmin>>;
let folder: string;

const earned = async () => Object.values((await usageSums()).revenue);

beforeAll(() => {
  process.env['BUCKET_NAME'] = 'packages';
});

beforeEach(async () => {
  await clearTable();
  ada = await newAdmin();
  await newDeliveredRelease(ada, [{ title: 'First', isrc }]);
  await importReport({ name, content: lines });
});

describe('the target stage of a moved report', () => {
  beforeEach(async () => {
    folder = await moves.exported(ada.organizationId);
    await clearTable();
    await moves.imported(folder);
    expect(await earned()).toEqual([3_500_000_000_000n]);
  });

  it('replaces the moved report with a correction', async () => {
    await importReport({ name, content: [lineOf('1.1')] });
    expect(await earned()).toEqual([1_100_000_000_000n]);
    const { plays, lines: counted } = await usageSums();
    expect(new Set(Object.values(plays))).toEqual(new Set([10]));
    expect(Object.values(counted)).toEqual([[10, 1_100_000_000_000n]]);
  });

  it('removes the moved report with one without lines', async () => {
    expect(await importReport({ name, content: HEADER })).toMatchObject({ state: 'done' });
    expect(await usageTables()).toEqual([]);
  });

  it('counts the same report once and rejects it under another name', async () => {
    const copy = { name: 'copy.csv', content: `\ufeff${[HEADER, ...lines].join('\r\n')}` };
    expect(await importReport(copy)).toMatchObject({ state: 'refused', rejectedAs: 'known' });
    await expect(start({ name: 'copy.csv', content: lines })).rejects.toMatchObject({
      problems: [{ code: 'usage_file_known', detail: expect.stringContaining('imported as june.csv') }],
    });
    expect(await importReport({ name, content: lines })).toMatchObject({ state: 'done' });
    expect(await earned()).toEqual([3_500_000_000_000n]);
    // Once a correction has replaced them, the lines can be imported under the other name.
    await importReport({ name, content: HEADER });
    expect(await importReport(copy)).toMatchObject({ state: 'done' });
    expect(await earned()).toEqual([3_500_000_000_000n]);
  });

  it('replaces a report that was moved twice', async () => {
    const again = await moves.exported(ada.organizationId);
    await clearTable();
    await moves.imported(again);
    await importReport({ name, content: [lineOf('1.1')] });
    expect(await earned()).toEqual([1_100_000_000_000n]);
  });

  it('rejects the files of a report that was imported there', async () => {
    await importReport({ name, content: [lineOf('1.1')] });
    for (const file of ['usage-lines', 'usage-revenue']) {
      const other = linesOf(folder, file).map((line) => ({ ...line, owner: `${line['owner']}1` }));
      await expect(
        command('import-organization', { step: 'check', file, lines: other }),
      ).resolves.toMatchObject({
        problems: expect.arrayContaining([
          { place: 0, detail: expect.stringContaining(`the report ${name} itself`) },
        ]),
      });
    }
  });
});

describe('an export during the import of a correction', () => {
  it('is rejected because it could mix two contents', async () => {
    await start({ name, content: [lineOf('1.1')] });
    await expect(moves.exported(ada.organizationId)).rejects.toThrow(
      /The report june\.csv was imported during the export/,
    );
    await settle();
    const after = await moves.exported(ada.organizationId);
    expect(linesOf(after, 'usage-revenue')).toMatchObject([{ revenue: '1.1' }]);
  });
});
