/** What another request does while one is on its way, before each of its calls to the table in turn. */
import { beforeAll, expect, it } from 'vitest';
import { type Call, call, newAdmin, type Person, send } from '../../../support/calls.ts';
import { withFaultyTable } from '../../../support/faulty-way.ts';
import { allRows, faultsOf } from '../../../support/invariants.ts';
import { catalogueAmong } from '../../../support/miniature/catalogue.ts';
import { miniature } from '../../../support/miniature/declarations.ts';
import { mini } from '../../../support/miniature/index.ts';
import { actions } from '../../../support/miniature/model.ts';

const way = withFaultyTable();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});

const ask = (request: Call) => send(mini, { ...request, token: ada.token });
/** @returns the id of what the request makes. */
const make = async (request: Call): Promise<string> => (await ask(request)).body.data.id;

/** @returns the statuses of both. @param after calls of the first to the table. */
async function both(first: Call, second: Call, after: number): Promise<[number, number]> {
  let status = 0;
  const run = async () => {
    status = (await ask(second)).status;
  };
  way.meanwhile = { after, run };
  const outer = (await ask(first)).status;
  way.meanwhile = undefined;
  if (status === 0) await run();
  expect(faultsOf(miniature, await allRows())).toEqual([]);
  return [outer, status];
}

const newAlbum = () => make(actions.createAlbum(null).call);
const newTrack = (album: string) => make(actions.createTrack(1, [album]).call);
const everyCall = Array.from({ length: 7 }, (_, index) => index);

it('a track is put on an album that a link puts it on already', async () => {
  const [one, two] = [await newAlbum(), await newAlbum()];
  for (const after of everyCall) {
    const track = await newTrack(one);
    const patch = actions.writeAlbums(track, [one, two], 'PATCH').call;
    const link = actions.createLink(two, track, 100 + after).call;
    const statuses = await both(patch, link, after);
    expect(
      [
        [200, 201],
        [200, 422],
      ],
      `${after}`,
    ).toContainEqual(statuses);
    expect((await ask(actions.remove('tracks', track).call)).status).toBe(204);
  }
});

it('an album is added to a track whose link to another is deleted', async () => {
  const [one, two] = [await newAlbum(), await newAlbum()];
  for (const after of everyCall) {
    const track = await newTrack(one);
    const [link] = Object.values(catalogueAmong(await allRows()).links);
    const add = actions.writeAlbums(track, [two], 'POST').call;
    expect(await both(add, actions.remove('album-tracks', link?.id ?? '').call, after)).toEqual([200, 204]);
    expect(Object.keys(catalogueAmong(await allRows()).links)).toEqual([`${two}/${track}`]);
    expect((await ask(actions.remove('tracks', track).call)).status).toBe(204);
  }
});

it('a store is assigned to an album that is deleted in parts', async () => {
  const stores = Array.from({ length: 95 }, (_, index) => String(index + 1));
  for (const after of [2, 4, 9, 15, 40]) {
    const album = await newAlbum();
    for (const some of [stores.slice(0, 90), stores.slice(90, 94)])
      await ask(actions.assignStores(album, some).call);
    const assign = actions.assignStores(album, ['95']).call;
    const statuses = await both(actions.remove('albums', album).call, assign, after);
    expect(
      [
        [204, 201],
        [204, 404],
      ],
      `${after}`,
    ).toContainEqual(statuses);
    expect(catalogueAmong(await allRows()).stores).toEqual({});
  }
});

it('an album moves from one label to another while the albums of both are listed', async () => {
  const [from, to] = [
    await make(actions.createLabel('From').call),
    await make(actions.createLabel('To').call),
  ];
  const album = await make(actions.createAlbum(from).call);
  const labels = [from, to];
  for (const after of everyCall) {
    const other = labels[(after + 1) % 2] ?? null;
    const run = () => ask(actions.moveAlbum(album, other).call);
    way.meanwhile = { after, run };
    const path = `/albums?filter[label]=${labels.join()}`;
    const answer = await call(mini, 200, { path, token: ada.token });
    if (way.meanwhile) await run();
    way.meanwhile = undefined;
    expect(answer.body.data.length, `${after}`).toBeLessThanOrEqual(1);
  }
});
