/** Requests of several rows while the answer to each of their writes is lost in turn, and their repetition. */
import { beforeAll, expect, it } from 'vitest';
import { type Call, newAdmin, type Person, send } from '../../../support/calls.ts';
import { withFaultyTable } from '../../../support/faulty-way.ts';
import { allRows, faultsOf } from '../../../support/invariants.ts';
import { catalogueAmong } from '../../../support/miniature/catalogue.ts';
import { miniature } from '../../../support/miniature/declarations.ts';
import { mini } from '../../../support/miniature/index.ts';
import { actions } from '../../../support/miniature/model.ts';

const way = withFaultyTable();
let ada: Person;
let albums: string[];
beforeAll(async () => {
  ada = await newAdmin();
  const album = { data: { type: 'albums', attributes: { title: 'Album' } } };
  albums = [];
  for (let made = 0; made < 3; made++)
    albums.push(await make({ method: 'POST', path: '/albums', body: album }));
});

const ask = (request: Call) => send(mini, { ...request, token: ada.token });
/** @returns the id of what the request makes. */
const make = async (request: Call): Promise<string> => (await ask(request)).body.data.id;

const on = (...indexes: number[]) => ({
  albums: { data: indexes.map((index) => ({ type: 'albums', id: albums[index] })) },
});
const track = (id: string | undefined, order: number, relationships: object) => ({
  data: { type: 'tracks', id, attributes: { title: 'Track', order, credits: [] }, relationships },
});
let keys = 0;
const creation = (): Call => ({
  method: 'POST',
  path: '/tracks',
  body: track(undefined, 1, on(0, 1)),
  headers: { 'idempotency-key': `key-${++keys}` },
});
const change = (id: string): Call => ({
  method: 'PATCH',
  path: `/tracks/${id}`,
  body: track(id, 2, on(1, 2)),
});
const deletion = (id: string): Call => ({ method: 'DELETE', path: `/tracks/${id}` });

/** What is asked, how it ends, and how it may end when it is asked again. */
const cases = {
  // A key of which nobody knows whether its request began is taken over only after a while.
  creation: { request: creation, status: 201, again: [201, 409], links: 2 },
  change: { request: change, status: 200, again: [200], links: 2 },
  deletion: { request: deletion, status: 204, again: [204, 404], links: 0 },
};

async function clear(): Promise<void> {
  for (const id of Object.keys(catalogueAmong(await allRows()).tracks)) await ask(deletion(id));
}

it.each(['creation', 'change', 'deletion'] as const)('the %s of a track', async (what) => {
  const { request, status, again, links } = cases[what];
  const prepared = async () => request(what === 'creation' ? '' : await make(creation()));
  await clear();
  const first = await prepared();
  const before = way.writes;
  expect((await ask(first)).status).toBe(status);
  const writes = way.writes - before;
  expect(writes).toBeGreaterThan(1);
  for (let after = 0; after < writes; after++) {
    // Three times: the client gives up, and whether it was written is not known.
    for (const times of [1, 3]) {
      await clear();
      const asked = await prepared();
      way.fault = { how: 'answer lost', after, times };
      const answer = await ask(asked);
      expect(way.fault.times).toBe(0);
      way.fault = undefined;
      const title = `write ${after}, lost ${times} times`;
      expect(times === 1 ? [status] : [status, 503], title).toContain(answer.status);
      expect(faultsOf(miniature, await allRows()), title).toEqual([]);
      const repeated = await ask(asked);
      expect(again, title).toContain(repeated.status);
      const rows = await allRows();
      expect(faultsOf(miniature, rows), title).toEqual([]);
      const expected = repeated.status === 409 ? 0 : links;
      expect(Object.keys(catalogueAmong(rows).links), title).toHaveLength(expected);
    }
  }
});

it('the deletion of an album in parts', async () => {
  const stores = Array.from({ length: 95 }, (_, index) => String(index + 1));
  // The first write is the admission. Five more delete ten of them each, and the last the rest with the album.
  for (const [after, left] of [
    [1, 85],
    [5, 45],
    [6, 0],
  ] as const) {
    const id = await make(actions.createAlbum(null).call);
    for (const some of [stores.slice(0, 90), stores.slice(90)])
      await ask(actions.assignStores(id, some).call);
    const asked = actions.remove('albums', id).call;
    way.fault = { how: 'answer lost', after, times: 3 };
    expect((await ask(asked)).status).toBe(503);
    expect(way.fault.times).toBe(0);
    way.fault = undefined;
    const rows = await allRows();
    expect(faultsOf(miniature, rows)).toEqual([]);
    expect(Object.keys(catalogueAmong(rows).stores)).toHaveLength(left);
    expect([204, 404]).toContain((await ask(asked)).status);
    expect(catalogueAmong(await allRows()).stores).toEqual({});
  }
});
