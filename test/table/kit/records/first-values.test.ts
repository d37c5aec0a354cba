/** The first layout of unique values: one row with a set of holders, which remained when the set was empty. */
import { beforeAll, expect, it } from 'vitest';
import { handler as artists } from '../../../../functions/artists/handler.ts';
import { reindex } from '../../../../shared/kit/records/reindex.ts';
import { storeOf } from '../../../../shared/kit/records/store.ts';
import { uniqueValue } from '../../../../shared/kit/records/unique-values.ts';
import { Table } from '../../../../shared/kit/table/table.ts';
import { definitions } from '../../../../shared/service/definitions.ts';
import { call, newAdmin, type Person } from '../../../support/calls.ts';
import { allRows, faultsOf } from '../../../support/invariants.ts';
import { withTable } from '../../../support/table.ts';

withTable();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});

const shared = { 'allow-duplicate-name': true };
const keyOf = (name: string) =>
  uniqueValue('artists', { owner: ada.userId, field: 'name', values: [name] }).key;
const create = async (name: string, meta: object = {}): Promise<string> => {
  const body = { data: { type: 'artists', attributes: { name }, meta } };
  return (await call(artists, 201, { method: 'POST', path: '/artists', token: ada.token, body })).body.data
    .id;
};
const remove = (id: string) =>
  call(artists, 204, { method: 'DELETE', path: `/artists/${id}`, token: ada.token });

/** Replaces the rows of a name by one row in the first layout. */
async function writeAsAtFirst(name: string): Promise<void> {
  const table = new Table();
  const rows = await table.query({ partition: keyOf(name).pk });
  const holders = new Set(rows.map(({ holder }) => String(holder)));
  await table.commit([
    { put: { ...keyOf(name), ...(holders.size > 0 && { holders: holders as never }) } },
    ...rows.flatMap(({ pk, sk }) => (sk === '#' ? [] : [{ delete: { pk: String(pk), sk: String(sk) } }])),
  ]);
}
const faults = async () => faultsOf(definitions, await allRows());

it('unique values in the first layout are taken, shared and freed like newer ones', async () => {
  const first = await create('Blue');
  const second = await create('Blue', shared);
  const third = await create('Blue', shared);
  await writeAsAtFirst('Blue');
  expect(await create('Blue')).toBe(first);
  expect(await faults()).toEqual([]);
  await writeAsAtFirst('Blue');
  await remove(first);
  await writeAsAtFirst('Blue');
  const fourth = await create('Blue', shared);
  expect(await create('Blue')).toBe(second);
  for (const id of [second, third, fourth]) await remove(id);
  expect(await faults()).toEqual([]);
});

it('unique values in the first layout are free when their set of holders is empty', async () => {
  await writeAsAtFirst('Red');
  const id = await create('Red');
  expect(await create('Red')).toBe(id);
});

it('unique values in the first layout are rewritten by reindex', async () => {
  const first = await create('Green');
  await create('Green', shared);
  await writeAsAtFirst('Green');
  const store = storeOf(definitions, { table: new Table(), now: new Date() });
  const rewritten = await Promise.all((await allRows()).map((row) => reindex(store, row)));
  expect(rewritten.filter(Boolean)).toHaveLength(1);
  expect(await faults()).toEqual([]);
  expect(await create('Green')).toBe(first);
});
