/** Many concurrent requests that write to one record. They take turns, and all succeed. */
import { beforeAll, expect, it } from 'vitest';
import { newAdmin, type Person } from '../../../support/calls.ts';
import { catalogueCalls } from '../../../support/catalogue-calls.ts';
import { withTable } from '../../../support/table.ts';

withTable();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});
const { ask, get, newAlbum } = catalogueCalls(() => ada);

const REQUESTS = 50;
const together = <T>(send: (number: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: REQUESTS }, (_, number) => send(number)));

it('concurrent changes of an album all succeed', async () => {
  const id = await newAlbum();
  await together((number) => {
    const attributes = { title: `Title ${number}` };
    return ask('PATCH', 200, `/albums/${id}`, { data: { type: 'albums', id, attributes } });
  });
  expect((await get(`/albums/${id}`)).data.attributes.title).toMatch(/^Title \d+$/);
});

it.each([
  ['labels', 'description'],
  ['artists', 'bio'],
])('%s of the same name created concurrently are one record', async (type, text) => {
  const ids = await together(async (number) => {
    const attributes = { name: 'Contended', [text]: `Text ${number}` };
    return (await ask('POST', 201, `/${type}`, { data: { type, attributes } })).body.data.id;
  });
  expect(new Set(ids).size).toBe(1);
});
