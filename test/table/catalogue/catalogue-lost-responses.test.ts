/** Requests about tracks on several albums, and their repetition, when the responses to their writes are lost. */
import { afterEach, beforeAll, expect, it } from 'vitest';
import { newAdmin, type Person, send } from '../../support/calls.ts';
import { clearCatalogue } from '../../support/catalogue/clear.ts';
import { catalogueFaults } from '../../support/catalogue/faults.ts';
import { fillArtists, fillRoles } from '../../support/catalogue/fill.ts';
import {
  catalogueCalls,
  many,
  one,
  servesPath,
  trackAttributes,
  trackLinks,
} from '../../support/catalogue-calls.ts';
import { withFaultyTable, withinOneMinute } from '../../support/faulty-way.ts';
import { allRows } from '../../support/invariants.ts';
import { finishDeletions } from '../../support/left-of-deletions.ts';

withinOneMinute();
const way = withFaultyTable();
let ada: Person;
let albums: string[];
beforeAll(async () => {
  ada = await newAdmin({ video: true, 'music-videos': true });
});
afterEach(clearCatalogue);
const { get, post, newAlbum, newTrack } = catalogueCalls(() => ada);

type Request = readonly [method: string, path: string, body?: object];
let keys = 0;
const ask = async ([method, path, body]: Request, headers = {}): Promise<number> =>
  (await send(servesPath(path), { method, path, body, token: ada.token, headers })).status;

const newAlbums = (count: number) => Promise.all(Array.from({ length: count }, () => newAlbum()));
const change = (id: string, attributes: object, on: readonly string[]): Request => [
  'PATCH',
  `/tracks/${id}`,
  { data: { type: 'tracks', id, attributes, relationships: { albums: many('albums', on) } } },
];
const deletion = (id: string): Request => ['DELETE', `/tracks/${id}`];

interface Lost {
  /** Number of writes whose responses arrive, including the admission. */
  readonly after?: number;
  /** Only the responses of this operation. Admission is never a transaction, and at the full minute it has two writes. */
  readonly operation?: 'TransactWriteItems';
  readonly times: number;
}

/** Fails if no response was lost. */
async function losing(lost: Lost, request: Request, headers = {}): Promise<number> {
  way.fault = { how: 'response lost', ...lost };
  const status = await ask(request, headers);
  expect(way.fault.times, `${request[0]} has no such write`).toBe(0);
  way.fault = undefined;
  expect(catalogueFaults(await allRows())).toEqual([]);
  return status;
}

const cases = {
  'the creation of a track on three albums': {
    prepare: async (): Promise<Request> => {
      albums = await newAlbums(3);
      return [
        'POST',
        '/tracks',
        { data: { type: 'tracks', attributes: trackAttributes, relationships: trackLinks(albums) } },
      ];
    },
    ends: 201,
    again: [201, 409],
    places: 3,
  },
  'a change of order on several albums': {
    prepare: async () => {
      albums = await newAlbums(3);
      const id = await newTrack(albums.slice(0, 2));
      return change(id, { order: 7 }, albums.slice(1));
    },
    ends: 200,
    again: [200],
    places: 2,
  },
  'the change of a video with a master to a song': {
    prepare: async () => {
      albums = await newAlbums(1);
      const id = await newTrack(albums, { 'is-video': true });
      const attributes = { 'asset-type': 'video', url: 'https://127.0.0.1:9/master' };
      await post(201, 'track-assets', { attributes, relationships: { track: one('tracks', id) } });
      return change(id, { 'is-video': false }, albums);
    },
    ends: 200,
    again: [200],
    places: 1,
  },
} as const;

it.each(Object.entries(cases))(
  '%s survives the loss of responses to its writes',
  async (_, { prepare, ends, again, places }) => {
    // After three losses, the client gives up without knowing whether the write was made.
    for (const times of [1, 3]) {
      const request = await prepare();
      const headers = request[0] === 'POST' ? { 'idempotency-key': `key-${++keys}` } : {};
      const before = way.writes;
      const after = request[0] === 'POST' ? 2 : 1;
      const status = await losing({ after, times }, request, headers);
      expect(way.writes - before).toBeGreaterThan(after);
      expect(times === 1 ? [ends] : [ends, 503]).toContain(status);
      expect(again).toContain(await ask(request, headers));
      const { data } = await get('/album-tracks');
      expect(data).toHaveLength(places);
      expect(catalogueFaults(await allRows())).toEqual([]);
      await clearCatalogue();
    }
  },
);

/** As often as the client repeats a write. */
const lost = { operation: 'TransactWriteItems', times: 3 } as const;

it('the deletion of a track in parts survives the loss of responses to its writes', async () => {
  albums = await newAlbums(6);
  const id = await newTrack(albums);
  await fillRoles(ada.userId, { track: id }, await fillArtists(ada.userId, 40));
  // The track is deleted with its places, and the client does not learn it.
  expect(await losing(lost, deletion(id))).toBe(503);
  expect(await ask(deletion(id))).toBe(404);
  expect((await get('/album-tracks')).data).toEqual([]);
  expect(await finishDeletions()).toBe(1);
  expect((await get('/track-artists')).data).toEqual([]);
  expect(catalogueFaults(await allRows())).toEqual([]);
});

it('the deletion of a track on twenty albums survives the loss of responses to its parts', async () => {
  albums = await newAlbums(20);
  const id = await newTrack(albums);
  const artists = await fillArtists(ada.userId, 27);
  await fillRoles(ada.userId, { track: id }, artists);
  const linked = {
    data: { type: 'tracks', id, relationships: { artists: many('artists', artists.slice(7)) } },
  };
  expect(await ask(['PATCH', `/tracks/${id}`, linked])).toBe(200);
  expect(await losing({ ...lost, after: 1 }, deletion(id))).toBe(204);
  expect((await get('/track-artists')).data.length).toBeLessThan(27);
  expect(await finishDeletions()).toBe(1);
  expect(catalogueFaults(await allRows())).toEqual([]);
});
