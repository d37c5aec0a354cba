import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { handler as tracks } from '../../../functions/tracks/handler.ts';
import { call, newAdmin, type Person } from '../../support/calls.ts';
import { creditCalls, idsOf, violin } from '../../support/credit-calls.ts';
import { withTable } from '../../support/table.ts';

withTable();
let ada: Person;
let someone: Person;
let artistIds: number[];
let album: string;
/** Albums of the two tracks. */
let first: string;
let second: string;

const calls = creditCalls(() => someone);
const { get, newTrack, patch, trackCredits } = calls;

beforeAll(async () => {
  ada = await newAdmin();
  someone = ada;
  artistIds = await calls.newArtists(2);
  album = await calls.newAlbum();
  first = await newTrack([
    violin('Bob', { 'artist-id': artistIds[0], position: 2 }),
    violin('Ann', { 'artist-id': artistIds[1], position: 1 }),
    { role: 'accordion', name: 'Cid' },
  ]);
  second = await newTrack([violin('Dan', { 'artist-id': artistIds[0] })], album);
});
beforeEach(() => {
  someone = ada;
});

interface Shown {
  readonly id: string;
  readonly attributes: { readonly name: string };
}
const names = ({ data }: { data: readonly Shown[] }) => data.map(({ attributes }) => attributes.name);

describe('a track-credit', () => {
  it('has four attributes and relationships to its track and artist', async () => {
    const [ann, , cid] = (await trackCredits(`filter[track]=${first}`)).data;
    expect(ann).toMatchObject({
      type: 'track-credits',
      attributes: { role: 'violin', name: 'Ann', position: 1, 'artist-id': artistIds[1] },
      relationships: {
        track: { data: { type: 'tracks', id: first } },
        artist: { data: { type: 'artists', id: String(artistIds[1]) } },
      },
    });
    expect(Object.keys(ann.attributes)).toHaveLength(4);
    expect(cid.attributes['artist-id']).toBeNull();
    expect(cid.relationships.artist.data).toBeNull();
  });

  it('can be read by id with includes', async () => {
    const [ann] = (await trackCredits(`filter[track]=${first}`)).data;
    const { data, included } = await get(`/track-credits/${ann.id}?include=track,artist`);
    expect(data).toEqual(ann);
    expect(included.map(({ type }: { type: string }) => type)).toEqual(['tracks', 'artists']);
    expect(included[0].attributes['extended-credits']).toHaveLength(3);
    expect((await get(`/track-credits/${ann.id}/track`)).data.id).toBe(first);
  });

  it('returns 403 to another owner, and 404 for an unknown id', async () => {
    const [id = ''] = idsOf(await trackCredits(`filter[track]=${first}`));
    someone = await newAdmin();
    await get(`/track-credits/${id}`, 403);
    for (const each of [Number(id) + 200, 1, 9007199254740991]) await get(`/track-credits/${each}`, 404);
  });

  it('is read-only', async () => {
    const [id = ''] = idsOf(await trackCredits(`filter[track]=${first}`));
    for (const method of ['PATCH', 'DELETE'])
      await call(tracks, 405, { method, path: `/track-credits/${id}`, token: ada.token });
    await call(tracks, 405, { method: 'POST', path: '/track-credits', token: ada.token });
  });

  it('keeps its id while the track has a credit with its role and name', async () => {
    const id = await newTrack([violin('Ann'), violin('Bob'), violin('Cid')]);
    const [ann = '', bob = '', cid = ''] = idsOf(await trackCredits(`filter[track]=${id}`));
    await patch(200, id, [violin('Dan'), violin('CID', { 'artist-id': artistIds[0] }), violin('Ann')]);
    const { data } = await trackCredits(`filter[track]=${id}`);
    const now = new Map(data.map((each: Shown) => [each.attributes.name, each.id]));
    expect(now.get('Ann')).toBe(ann);
    expect(now.get('CID')).toBe(cid);
    expect(Number(now.get('Dan'))).toBeGreaterThan(Number(cid));
    await get(`/track-credits/${bob}`, 404);
    expect((await get(`/track-credits/${cid}`)).data.attributes['artist-id']).toBe(artistIds[0]);
    await patch(200, id, [violin('Bob')]);
    expect(idsOf(await trackCredits(`filter[track]=${id}`))).not.toContain(bob);
    expect((await calls.remove(id)).status).toBe(204);
  });
});

describe('a list of track-credits', () => {
  it('is ordered by age by default, in pages with kebab-case members', async () => {
    const { data, meta } = await trackCredits('page[size]=3');
    expect(names({ data })).toEqual(['Ann', 'Bob', 'Cid']);
    expect(meta.page).toEqual({ 'current-page': 1, 'per-page': 3, total: 4, 'last-page': 2 });
    expect(names(await trackCredits('page[size]=3&page[number]=2'))).toEqual(['Dan']);
    const ids = idsOf(await trackCredits('')).map(Number);
    expect(ids).toEqual(ids.toSorted((left, right) => left - right));
  });

  it('is ordered by age even if the track shows its credits in another order', async () => {
    someone = await newAdmin();
    const id = await newTrack([violin('Ann')]);
    await newTrack([violin('Bob')]);
    await patch(200, id, [violin('Cid', { position: 1 }), violin('Ann')]);
    expect((await calls.creditsOf(id)).map(({ name }) => name)).toEqual(['Cid', 'Ann']);
    expect(names(await trackCredits(''))).toEqual(['Ann', 'Bob', 'Cid']);
    expect(names(await trackCredits(`filter[track]=${id}`))).toEqual(['Ann', 'Cid']);
  });

  it.each([
    ['filter[track] of one', () => `filter[track]=${first}`, ['Ann', 'Bob', 'Cid']],
    ['filter[track] of both', () => `filter[track]=${second},${first}`, ['Ann', 'Bob', 'Cid', 'Dan']],
    ['filter[album]', () => `filter[album]=${album}`, ['Dan']],
    ['filter[artist]', () => `filter[artist]=${artistIds[0]}`, ['Bob', 'Dan']],
    ['filter[artist] of both', () => `filter[artist]=${artistIds.join()}`, ['Ann', 'Bob', 'Dan']],
    ['filter[role]', () => 'filter[role]=accordion', ['Cid']],
    ['an unknown role', () => 'filter[role]=kazoo', []],
    ['an unknown track', () => 'filter[track]=4711', []],
    ['an impossible track', () => 'filter[track]=x', []],
    ['an unknown album', () => 'filter[album]=4711', []],
    ['an unknown artist', () => 'filter[artist]=4711', []],
    ['album and artist', () => `filter[album]=${album}&filter[artist]=${artistIds[1]}`, []],
    ['artist and track', () => `filter[artist]=${artistIds[0]}&filter[track]=${first}`, ['Bob']],
    ['track and role', () => `filter[track]=${first}&filter[role]=violin`, ['Ann', 'Bob']],
    ['a sort by name, falling', () => 'sort=-name', ['Dan', 'Cid', 'Bob', 'Ann']],
    ['a sort by role and position', () => 'sort=role,-position', ['Cid', 'Bob', 'Ann', 'Dan']],
  ])('shows the matching credits for %s', async (_, query, expected) => {
    expect(names(await trackCredits(query()))).toEqual(expected);
  });

  it('never shows credits of another owner', async () => {
    someone = await newAdmin();
    for (const query of [
      '',
      `filter[track]=${first}`,
      `filter[album]=${album}`,
      `filter[artist]=${artistIds[0]}`,
    ])
      expect(idsOf(await trackCredits(query))).toEqual([]);
  });

  it('rejects other filters and sorts', async () => {
    for (const query of ['filter[name]=x', 'sort=artist-id', 'include=album'])
      await get(`/track-credits?${query}`, 400);
  });
});
