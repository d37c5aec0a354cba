/** Rows beside records that are damaged: what a read of them does, and how operators find them. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Item } from '../../../shared/kit/table/item.ts';
import type { Key } from '../../../shared/kit/table/keys.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { waitingRows } from '../../../shared/service/commands/waiting-rows.ts';
import { unreadableStatus } from '../../../shared/service/unreadable-rows.ts';
import { newAdmin, type Person, send } from '../../support/calls.ts';
import { command } from '../../support/distribution/stores.ts';
import { allRows } from '../../support/invariants.ts';
import { listen } from '../../support/log.ts';
import { giveEarned } from '../../support/royalties.ts';
import { withTable } from '../../support/table.ts';
import { service } from '../conformance/service.ts';

withTable();
let ada: Person;
let rows: readonly (Item & Key)[];

beforeAll(async () => {
  process.env['BUCKET_NAME'] = 'bucket';
  ada = await newAdmin();
  await service.recordOf('track-trends', ada);
  await service.recordOf('album-tracks', ada);
  await giveEarned(ada, [{ month: '2026-01', track: '1' }]);
  rows = (await allRows()) as (Item & Key)[];
});

const rowLike = (pattern: RegExp): Item & Key => {
  const row = rows.find(({ pk, sk }) => pattern.test(`${pk} ${sk}`));
  if (!row) throw new Error(`No row is like ${pattern}.`);
  return row;
};

interface Damage {
  /** Of the function that reads the row. */
  readonly group: string;
  readonly damaged: () => Item & Key;
  /** In the log of the read, if it is another row. */
  readonly named?: () => Key;
  readonly path: () => string;
}

const earningsOf = (change: (text: string) => string): Item & Key => {
  const row = rowLike(/^usage-earnings#\d+#track/);
  return { ...row, earnings: change(String(row['earnings'])) };
};

const linksOfAlbum = /^albums#\d+#links#\d+ album-tracks\.album#/;
const damages: readonly (readonly [name: string, damage: Damage])[] = [
  [
    'the access of a user with an unknown role',
    {
      group: 'labels',
      damaged: () => ({ ...rowLike(/^access#/), role: 'emperor' }),
      path: () => '/labels',
    },
  ],
  [
    'a list of links with an entry of another form',
    {
      group: 'albums',
      damaged: () => ({ ...rowLike(linksOfAlbum), ':1+7': 'gone' }),
      path: () => `/albums/${rowLike(linksOfAlbum).pk.split('#')[1]}/tracks`,
    },
  ],
  [
    'plays that are not packed',
    {
      group: 'tracks',
      damaged: () => ({ ...rowLike(/^usage-index#tracks#/), plays: 'plays' }),
      path: () =>
        `/tracks/${rowLike(/^usage-index#tracks#/).pk.split('#')[2]}/trends?filter[date-from]=2026-01-01&filter[date-to]=2026-01-31`,
    },
  ],
  [
    'the revenue of a month as 0.1.0 has written it',
    {
      group: 'royalties',
      damaged: () => ({ ...rowLike(/^usage-revenue#\d+ /), sk: 'EUR#2026-01#first', currencies: null }),
      path: () => '/royalties/summary?filter[currency]=EUR',
    },
  ],
  [
    'earnings that are not packed',
    {
      group: 'royalties',
      damaged: () => earningsOf((text) => 'x'.repeat(text.length)),
      path: () => '/royalties/statements?group=track',
    },
  ],
  [
    'earnings that do not add up to the revenue of their month',
    {
      group: 'royalties',
      damaged: () => earningsOf(() => 'cut'),
      named: () => rowLike(/^usage-revenue#\d+ /),
      path: () => '/royalties/statements?group=track',
    },
  ],
];

describe.each(damages)('%s', (_, { group, damaged, path, named }) => {
  it('is a 500 that names the row in the log, and is counted by reindex', async () => {
    const row = damaged();
    const { pk, sk } = named?.() ?? row;
    const whole = rows.find(({ pk, sk }) => pk === row.pk && sk === row.sk);
    await new Table().putMany([row]);
    const { lines, stop } = listen();
    const response = await send(service.handlerOf(group), { path: path(), token: ada.token });
    stop();
    expect(response.status).toBe(500);
    expect(JSON.stringify(lines)).toContain(`The row ${pk} ${sk} cannot be read.`);
    const counted = expect.stringContaining(`The row ${row.pk} ${row.sk} cannot be read.`);
    expect(await command('reindex', {})).toMatchObject({ unreadable: 1 });
    expect(await unreadableStatus(new Table())).toEqual(counted);
    await new Table().deleteMany([row]);
    await new Table().putMany(whole ? [whole] : []);
    expect(await command('reindex', {})).toMatchObject({ unreadable: 0 });
  });
});

it('reindex and list-waiting name each damaged row once, also if other rows lead to it', async () => {
  const whole = [rowLike(/^albums#\d+ #$/), rowLike(/^tracks#\d+ #$/)];
  const broken = whole.map((row) => ({ ...row, slim: {} }));
  await new Table().putMany(broken);
  const named = broken.map(({ pk, sk }) => expect.stringContaining(`The row ${pk} ${sk} cannot be read.`));
  const found = Object(await command('reindex', {}));
  expect(found).toMatchObject({ unreadable: 2, 'unreadable-rows': expect.arrayContaining(named) });
  const waiting = await waitingRows({ table: new Table(), now: new Date() });
  expect(waiting).toEqual(
    found['unreadable-rows'].map((about: string) => ({
      what: 'unreadable row',
      id: 'reindex',
      since: expect.stringMatching(/Z$/),
      about,
      resolve: 'docs/runbook.md#rows-unreadable',
    })),
  );
  expect(await unreadableStatus(new Table())).toMatch(/^2 rows were found .* list-waiting names all\.$/);
  await new Table().putMany(whole);
  expect(await command('reindex', {})).not.toHaveProperty('unreadable-rows');
});
