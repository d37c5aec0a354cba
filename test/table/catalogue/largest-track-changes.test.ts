/** Tracks on as many albums as they can be on, with as many artists and credits as they can have. */
import { beforeAll, expect, it } from 'vitest';
import { newAdmin, type Person } from '../../support/calls.ts';
import { catalogueFaults } from '../../support/catalogue/faults.ts';
import { fillArtists } from '../../support/catalogue/fill.ts';
import {
  catalogueCalls,
  errorsOf,
  many,
  trackAttributes,
  trackLinks,
} from '../../support/catalogue-calls.ts';
import { naming } from '../../support/credit-calls.ts';
import { allRows } from '../../support/invariants.ts';
import { withTable } from '../../support/table.ts';

withTable();
let ada: Person;
let artists: readonly string[];
let track: string;
const { get, make, patch, newAlbum } = catalogueCalls(() => ada);

const artistsFrom = (from: number, count: number) => many('artists', artists.slice(from, from + count));
const creditsFrom = (from: number, count: number) => ({
  'extended-credits': naming(artists.slice(from, from + count).map(Number)),
});

beforeAll(async () => {
  ada = await newAdmin();
  artists = await fillArtists(ada.userId, 400);
  const albums = await Promise.all(Array.from({ length: 20 }, () => newAlbum()));
  track = await make('tracks', {
    attributes: { ...trackAttributes, order: 1, ...creditsFrom(0, 200) },
    relationships: { ...trackLinks(albums), artists: artistsFrom(0, 20) },
  });
});

async function expectChanged(attributes: object, artistIds: ReturnType<typeof artistsFrom>): Promise<void> {
  const { data } = await get(`/tracks/${track}`);
  expect(data.attributes).toMatchObject(attributes);
  expect(data.relationships.artists.data).toEqual(artistIds.data);
  expect(catalogueFaults(await allRows())).toEqual([]);
}

it('one request can replace all artists and credits of a track on twenty albums', async () => {
  const attributes = { title: 'New (feat. Ada, Explicit)', ...creditsFrom(200, 200) };
  const relationships = { artists: artistsFrom(20, 20) };
  await patch(200, 'tracks', track, { attributes, relationships });
  await expectChanged(attributes, relationships.artists);
});

it('one request can change the order on twenty albums and some artists and credits', async () => {
  await patch(200, 'tracks', track, { attributes: creditsFrom(300, 6) });
  const attributes = { order: 2, ...creditsFrom(306, 6) };
  const relationships = { artists: many('artists', [...artists.slice(0, 8), ...artists.slice(28, 40)]) };
  await patch(200, 'tracks', track, { attributes, relationships });
  await expectChanged(attributes, relationships.artists);
});

it('changing the order on twenty albums and twenty artists takes two requests', async () => {
  const relationships = { artists: artistsFrom(100, 20) };
  const rejected = await patch(422, 'tracks', track, { attributes: { order: 3 }, relationships });
  expect(errorsOf(rejected)).toEqual(['too_many_changes ']);
  await patch(200, 'tracks', track, { relationships });
  await patch(200, 'tracks', track, { attributes: { order: 3 } });
  await expectChanged({ order: 3 }, relationships.artists);
});
