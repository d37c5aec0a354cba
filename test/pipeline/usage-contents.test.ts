/** The files that were imported under a name, one in place of the other. */
import { beforeAll, describe, expect, it } from 'vitest';
import { Table } from '../../shared/kit/table/table.ts';
import { shownImport } from '../../shared/usage/commands/shown-import.ts';
import { MAX_CONTENTS } from '../../shared/usage/import/content-history.ts';
import { newAdmin } from '../support/calls.ts';
import { command } from '../support/distribution/stores.ts';
import { newDeliveredRelease } from '../support/releases.ts';
import { importOf, importReport, type Report, settle, sweep, useUsage } from './usage.ts';

useUsage();
const isrc = 'DEAB12680001';
beforeAll(async () => {
  process.env['BUCKET_NAME'] = 'packages';
  const owner = await newAdmin();
  await newDeliveredRelease(owner, [{ title: 'First', isrc, artists: ['Nia Calder'] }]);
});

const line = (plays: number, money = '1.5,EUR') => `2026-01-05,1,US,${isrc},${plays},${money}`;
const contentsOf = async (name: string) => (await shownImport(new Table(), await importOf(name))).contents;
const listedCount = async (name: string) => {
  const { items } = Object(await command('list-imports', {}));
  return items.find((each: Report) => each.name === name);
};

describe('the files of a report', () => {
  it('are listed newest first, with who imported each, its lines, its revenue by currency and its digest', async () => {
    const name = 'july.csv';
    const first = await importReport({ name, content: [line(1), line(2), 'nothing'], actor: 'ada' });
    const second = await importReport({ name, content: [line(3), line(4, '2.25,USD')], actor: 'grace' });
    expect(await contentsOf(name)).toEqual([
      {
        'imported-at': second.finishedAt,
        ...{ by: 'grace', bytes: second.bytes, lines: 2, imported: 2, rejected: 0 },
        revenue: '1.5 EUR and 2.25 USD',
        sha256: second.sha256,
      },
      {
        'imported-at': first.finishedAt,
        ...{ by: 'ada', bytes: first.bytes, lines: 3, imported: 2, rejected: 1 },
        revenue: '3 EUR',
        sha256: first.sha256,
      },
    ]);
    expect(await listedCount(name)).toMatchObject({ contents: 2, by: 'grace' });
  });

  it('do not include rejected files or rematches', async () => {
    const name = 'august.csv';
    const unmatched = '2026-01-05,1,US,DEAB12680099,1,9,EUR';
    await importReport({ name, content: [unmatched] });
    await importReport({ name, content: ['nothing'] });
    expect(await command('import-usage', { rematch: true })).toEqual({ rematched: [name] });
    await sweep();
    await settle();
    expect(await contentsOf(name)).toMatchObject([{ lines: 1, revenue: '9 EUR' }]);
    expect(await listedCount(name)).toMatchObject({ contents: 1 });
  });

  it(`are limited to the last ${MAX_CONTENTS}`, async () => {
    const name = 'september.csv';
    for (let plays = 1; plays <= MAX_CONTENTS + 2; plays++)
      await importReport({ name, content: [line(plays, `${plays},EUR`)] });
    const contents = await contentsOf(name);
    expect(contents.map(({ revenue }) => revenue)).toEqual(
      Array.from({ length: MAX_CONTENTS }, (_, index) => `${MAX_CONTENTS + 2 - index} EUR`),
    );
    expect(await listedCount(name)).toMatchObject({ contents: MAX_CONTENTS + 2 });
  });

  it('are counted from one if an earlier version made the import', async () => {
    const name = 'october.csv';
    const { importId } = await importReport({ name, content: [line(50)] });
    const table = new Table();
    const key = { pk: `usage-imports#${importId}`, sk: '#' };
    const { contents: _, by: __, revenue: ___, ...older } = (await table.get(key)) ?? {};
    await table.putMany([{ ...older, ...key }]);
    expect(await listedCount(name)).toMatchObject({ contents: null, by: null });
    await importReport({ name, content: [line(51)] });
    expect(await listedCount(name)).toMatchObject({ contents: 2, by: 'ada' });
  });
});
