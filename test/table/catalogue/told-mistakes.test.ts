/** Errors that say which mistake was made, and how the request is written. */
import { beforeAll, expect, it } from 'vitest';
import { handler as statements } from '../../../functions/royalties/handler.ts';
import { call, newAdmin, type Person } from '../../support/calls.ts';
import {
  albumAttributes,
  catalogueCalls,
  one,
  trackAttributes,
  trackLinks,
} from '../../support/catalogue-calls.ts';
import { withTable } from '../../support/table.ts';

withTable();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});
const { ask, post, newAlbum, newTrack } = catalogueCalls(() => ada);

const detailsOf = ({ body }: { body: { errors: { detail: string }[] } }) =>
  body.errors.map(({ detail }) => detail);
const { release_date, ...undated } = albumAttributes;
const { title, ...untitled } = albumAttributes;

it('the error for a missing member names a misspelt one', async () => {
  const response = await post(422, 'albums', { attributes: { ...undated, 'release-date': release_date } });
  expect(detailsOf(response)).toEqual([
    'release_date is required. The document has release-date, which is not a member of albums.',
  ]);
});

it('attributes directly in data are named', async () => {
  const response = await ask('POST', 422, '/albums', {
    data: { type: 'albums', title, attributes: untitled },
  });
  expect(detailsOf(response)).toEqual(['title is required. It is in data, and belongs in data.attributes.']);
});

it('attributes directly in data are listed as ignored if the request succeeds', async () => {
  const data = { type: 'albums', description: 'A text', attributes: albumAttributes };
  const { body } = await ask('POST', 201, '/albums', { data });
  expect(body.meta.ignored).toEqual([{ pointer: '/data/description', nearest: 'description' }]);
});

it('a relationship within attributes is named', async () => {
  const { language, ...links } = trackLinks([await newAlbum()]);
  const response = await post(422, 'tracks', {
    attributes: { ...trackAttributes, language: language.data.id },
    relationships: links,
  });
  expect(detailsOf(response)).toEqual([
    'language is required. It is in data.attributes, and belongs in data.relationships.',
  ]);
});

it.each([['17'], [17], [{ type: 'labels', id: '17' }], [{ data: '17' }]])(
  'the error for linkage that is only %j gives an example',
  async (label) => {
    const response = await post(400, 'albums', { attributes: albumAttributes, relationships: { label } });
    expect(detailsOf(response)[0]).toMatch(/ For example: {"label":{"data":{"type":"labels","id":"17"}}}\.$/);
  },
);

it('the error for linkage of a list gives a list as an example', async () => {
  const response = await post(400, 'tracks', {
    attributes: trackAttributes,
    relationships: { albums: ['17'] },
  });
  expect(detailsOf(response)[0]).toMatch(
    / For example: {"albums":{"data":\[{"type":"albums","id":"17"}\]}}\.$/,
  );
});

it.each([
  ['en', 'English has the id 118.'],
  ['German', 'German has the id 83.'],
  ['Portugese', 'Portuguese has the id '],
])('the error for the unknown language %s names the list and the nearest language', async (id, meant) => {
  const relationships = { ...trackLinks([await newAlbum()]), language: one('languages', id) };
  const response = await post(404, 'tracks', { attributes: trackAttributes, relationships });
  const list = `No languages record has the id ${id}. GET /languages lists them: `;
  expect(detailsOf(response)[0]).toContain(`${list}${meant}`);
});

it('the error for a language that resembles no other names the list', async () => {
  const relationships = { ...trackLinks([await newAlbum()]), language: one('languages', '9999') };
  const response = await post(404, 'tracks', { attributes: trackAttributes, relationships });
  expect(detailsOf(response)).toEqual(['No languages record has the id 9999. GET /languages lists them.']);
});

it('the error for an unknown language of a translated title suggests the nearest', async () => {
  const attributes = { ...trackAttributes, 'title-translations': [{ language: 'fr', title: 'Le ciel' }] };
  const response = await post(422, 'tracks', { attributes, relationships: trackLinks([await newAlbum()]) });
  expect(detailsOf(response)[0]).toContain('GET /languages lists them: French has the id ');
});

it.each([
  ['Compositor', 'composer has the id 4.'],
  ['Main Artist', 'main_artist has the id 1.'],
  ['17', 'main_artist has 1, featuring has 2, producer has 3, composer has 4, lyricist has 5, '],
])('the error for the unknown artist role %s names the nearest, or all', async (id, meant) => {
  const artist = await post(201, 'artists', { attributes: { name: 'Ada Quist' } });
  const relationships = {
    album: one('albums', await newAlbum()),
    artist: one('artists', artist.body.data.id),
  };
  const response = await post(404, 'album-artists', {
    attributes: {},
    relationships: { ...relationships, 'artist-role': one('artist-roles', id) },
  });
  const list = `No artist-roles record has the id ${id}. GET /artist-roles lists them: `;
  expect(detailsOf(response)[0]).toContain(`${list}${meant}`);
});

it('the error for an unknown record of the owner names no list', async () => {
  const relationships = trackLinks(['17']);
  const response = await post(404, 'tracks', { attributes: trackAttributes, relationships });
  expect(detailsOf(response)).toEqual(['No albums record has the id 17.']);
});

it.each([
  ['trumpt', 'must be a key of /credit-roles, such as trumpet'],
  ['Mixing Engineer', 'must be a key of /credit-roles, such as mixing_engineer'],
  ['Compositor', 'must be a key of /credit-roles; composer is an artist role; use track-artists instead'],
  ['spoon whittler', 'must be a key of /credit-roles'],
])('the error for the unknown credit role %s names the list and the nearest role', async (role, detail) => {
  const response = await post(422, 'tracks', {
    attributes: { ...trackAttributes, 'extended-credits': [{ role, name: 'Nia Calder' }] },
    relationships: trackLinks([await newAlbum()]),
  });
  expect(detailsOf(response)[0]).toContain(detail);
});

it('the error for an empty body says that the body is empty', async () => {
  const track = await newTrack([await newAlbum()]);
  expect(detailsOf(await ask('PATCH', 400, `/tracks/${track}`))).toEqual([
    'The body is empty. It must be a JSON:API document.',
  ]);
});

it('a parameter that is not a filter is shown without filter[]', async () => {
  const path = '/royalties/statements?filter[group]=track';
  const response = await call(statements, 400, { path, token: ada.token });
  expect(detailsOf(response)).toEqual(['Send group=... instead of filter[group].']);
});

it('a whole track that is sent back has no ignored members', async () => {
  const id = await newTrack([await newAlbum()]);
  const { data } = (await ask('GET', 200, `/tracks/${id}`)).body;
  const { body } = await ask('PATCH', 200, `/tracks/${id}`, { data });
  expect(body.meta?.ignored).toBeUndefined();
});
