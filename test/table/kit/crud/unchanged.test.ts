/** A PATCH that changes nothing writes nothing but what counts the request. */
import { beforeAll, describe, expect, it } from 'vitest';
import { accessKey } from '../../../../shared/accounts/keys.ts';
import { newAdmin, type Person } from '../../../support/calls.ts';
import { catalogueCalls, many, one, servesPath } from '../../../support/catalogue-calls.ts';
import { costOf } from '../../../support/costs.ts';
import { allRows } from '../../../support/invariants.ts';
import { withTable } from '../../../support/table.ts';

withTable();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});
const { ask, get, newAlbum, newArtist, newLabel, newTrack, patch } = catalogueCalls(() => ada);

const LONG = 'La '.repeat(2000);

/** Without the row that counts requests. */
const rows = async () => (await allRows()).filter(({ pk }) => pk !== accessKey(ada.userId).pk);

const changedTrack = async () => {
  const artist = await newArtist('Ann');
  const credits = [{ role: 'violin', name: 'Ann', position: 1, 'artist-id': null }];
  const attributes = {
    ...{ lyrics: LONG, 'extended-credits': credits, order: 7 },
    ...{ 'synced-lyrics': `[00:01.00]${LONG}`, 'title-translations': [{ language: '235', title: '夢' }] },
  };
  return newTrack([await newAlbum()], attributes, { artists: many('artists', [artist]) });
};

describe('a PATCH without a change', () => {
  it('leaves all rows unchanged and shows the label', async () => {
    const { data } = await get(`/labels/${await newLabel('Same')}`);
    const before = await rows();
    const { body, headers } = await ask('PATCH', 200, `/labels/${data.id}`, { data });
    expect(body.data).toEqual(data);
    expect(headers['ETag']).toMatch(/^"1-/);
    expect(await rows()).toEqual(before);
  });

  it.each([
    ['with lyrics and credits', changedTrack],
    ['with nothing but what is required', async () => newTrack([await newAlbum()])],
  ])('leaves all rows of a track unchanged: %s', async (_, made) => {
    const { data } = await get(`/tracks/${await made()}`);
    const before = await rows();
    const { body } = await ask('PATCH', 200, `/tracks/${data.id}`, { data });
    expect(body.data).toEqual(data);
    expect(await rows()).toEqual(before);
  });

  it('leaves all rows unchanged for linkage', async () => {
    const track = await changedTrack();
    const before = await rows();
    const path = `/tracks/${track}/relationships/albums`;
    const linkage = { data: (await get(path)).data };
    await ask('PATCH', 200, path, linkage);
    await ask('POST', 200, path, linkage);
    expect(await rows()).toEqual(before);
  });

  it('is rejected like any other', async () => {
    const id = await newLabel('Strict');
    const body = { data: { type: 'labels', id, attributes: { name: 'Strict' } } };
    const request = { method: 'PATCH', path: `/labels/${id}`, token: ada.token, body };
    await costOf(servesPath('/labels'), 412, { ...request, headers: { 'if-match': '"2-x"' } });
    await patch(422, 'labels', id, { attributes: { name: 'Strict', description: 1 } });
    await patch(404, 'albums', await newAlbum(), { relationships: { label: one('labels', '1') } });
  });
});

describe('a PATCH of a single field', () => {
  it.each([
    ['lyrics', { attributes: { lyrics: `${LONG}!` } }],
    ['credits', { attributes: { 'extended-credits': [] } }],
    ['an attribute', { attributes: { title: 'Other' } }],
  ])('changes version and updated-at of a track: %s', async (_, members) => {
    const { data } = await get(`/tracks/${await changedTrack()}`);
    const { body, headers } = await patch(200, 'tracks', data.id, members);
    expect(headers['ETag']).toMatch(/^"2-/);
    expect(body.data.attributes['updated-at'] > data.attributes['updated-at']).toBe(true);
  });
});
