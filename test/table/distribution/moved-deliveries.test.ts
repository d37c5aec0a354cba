/** Deliveries that are under way to a connected store when their organization moves to another stage. */
import { beforeAll, expect, it } from 'vitest';
import type { Item } from '../../../shared/kit/table/item.ts';
import type { Key } from '../../../shared/kit/table/keys.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { dueValue } from '../../../shared/kit/work/due.ts';
import { newAdmin } from '../../support/calls.ts';
import { setCover } from '../../support/distribution/cover.ts';
import { newRelease, request } from '../../support/distribution/release.ts';
import { approve, command, rejectedCommand, useStores } from '../../support/distribution/stores.ts';
import { allRows } from '../../support/invariants.ts';
import { connecting } from '../../support/stores/connecting.ts';
import { withTable } from '../../support/table.ts';

withTable();
useStores();
beforeAll(() => {
  process.env['BUCKET_NAME'] = 'bucket';
});

const rowsOf = async (partition: string) =>
  ((await allRows()) as (Item & Key)[]).filter(({ pk }) => pk.startsWith(partition));
const works = async () => (await rowsOf('deliveries#')).filter((row) => dueValue(row, 'dueKind'));

interface Page {
  readonly parts: readonly { readonly file: string; readonly lines: readonly object[] }[];
  readonly after: string | null;
}

async function deliveriesExported(organization: string): Promise<readonly object[]> {
  const lines: object[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const given = { 'organization-id': organization, ...(after && { after }) };
    const page = (await command('export-organization', given)) as Page;
    for (const part of page.parts) if (part.file === 'deliveries') lines.push(...part.lines);
    after = page.after;
  }
  return lines;
}

it('continue once the other stage is also connected to the store, or has another behavior', async () => {
  await command('connect-store', connecting('4'));
  const ada = await newAdmin();
  for (let releases = 0; releases < 2; releases++) {
    const { album } = await newRelease(ada, { tracks: 1, dsps: ['4'] });
    await setCover(album);
    await approve(await request(ada, album));
  }
  const lines = await deliveriesExported(ada.organizationId);
  expect(lines).toMatchObject([{ beside: { store: 'sftp' } }, { beside: { store: 'sftp' } }]);
  // As on a stage that was never connected.
  await new Table().deleteMany([...(await rowsOf('stores#4')), ...(await works())]);
  const takeOver = { step: 'finish', 'take-over': true, file: 'deliveries', lines };
  expect(await rejectedCommand('import-organization', takeOver)).toBe('store_not_connected');
  expect(await works()).toEqual([]);
  await command('import-organization', { ...takeOver, 'take-over': false });
  await command('connect-store', connecting('4'));
  await command('import-organization', takeOver);
  expect(await works()).toHaveLength(2);
  // Another behavior is chosen.
  await new Table().deleteMany([...(await rowsOf('stores#4')), ...(await works())]);
  await command('set-store', { 'dsp-id': '4', behavior: 'package' });
  await command('import-organization', takeOver);
  expect(await works()).toHaveLength(2);
});
