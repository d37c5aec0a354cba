import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { handler as tracks } from '../../../functions/tracks/handler.ts';
import { creditListKey } from '../../../shared/catalogue/credits/credit-keys.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { call, newAdmin, type Person } from '../../support/calls.ts';
import { creditCalls, idsOf, naming, pointersOf, violin } from '../../support/credit-calls.ts';
import { creditFaults, creditListsAmong, staleReferences } from '../../support/credit-invariants.ts';
import { allRows } from '../../support/invariants.ts';
import { withTable } from '../../support/table.ts';

withTable();
let ada: Person;
let someone: Person;
beforeAll(async () => {
  ada = await newAdmin();
});
beforeEach(() => {
  someone = ada;
});

const calls = creditCalls(() => someone);
const { change, creation, creditsOf, get, newArtists, newTrack, patch, post, trackCredits } = calls;

const names = (credits: readonly { name: string }[]) => credits.map(({ name }) => name);

describe('the extended credits of a track', () => {
  it('default to an empty list without a row', async () => {
    const id = await newTrack();
    expect(await creditsOf(id)).toEqual([]);
    expect(await new Table().get(creditListKey(id))).toBeUndefined();
  });

  it('are returned by POST, PATCH, GET and the list with four members', async () => {
    const [artist = 0] = await newArtists(1);
    const expected = [
      { role: 'violin', name: 'Ann', 'artist-id': artist, position: 1 },
      { role: 'violin', name: 'Bob', 'artist-id': null, position: 2 },
    ];
    const sent = [violin('Bob'), violin(' Ann ', { 'artist-id': artist, position: 1, more: 1 })];
    const { data } = await post(201, sent);
    expect(data.attributes['extended-credits']).toEqual(expected);
    expect(await creditsOf(data.id)).toEqual(expected);
    const list = await get('/tracks?page[size]=100');
    const listed = list.data.find(({ id }: { id: string }) => id === data.id);
    expect(listed.attributes['extended-credits']).toEqual(expected);
    expect(listed.attributes).not.toHaveProperty('credits-count');
    const patched = await patch(200, data.id, expected.toReversed());
    expect(patched.data.attributes['extended-credits']).toEqual(expected);
  });

  it('are unchanged by a PATCH that omits them', async () => {
    const id = await newTrack([violin('Ann')]);
    const before = await new Table().get(creditListKey(id));
    const response = await call(tracks, 200, change(id, { title: 'Other' }));
    expect(names(response.body.data.attributes['extended-credits'])).toEqual(['Ann']);
    expect(await new Table().get(creditListKey(id))).toEqual(before);
  });

  it('are replaced completely by the list in a PATCH', async () => {
    const id = await newTrack([violin('Ann'), violin('Bob')]);
    await patch(200, id, [violin('Cid'), { role: 'accordion', name: 'Ann' }]);
    expect(names(await creditsOf(id))).toEqual(['Cid', 'Ann']);
  });

  it('are all removed by an empty list', async () => {
    const [artist = 0] = await newArtists(1);
    const id = await newTrack([violin('Ann', { 'artist-id': artist })]);
    const removed = await patch(200, id, []);
    expect(removed.data.attributes['extended-credits']).toEqual([]);
    expect(await creditsOf(id)).toEqual([]);
    expect(await new Table().get(creditListKey(id))).toBeUndefined();
  });

  it.each([[null], ['x'], [{}], [7]])('cannot be %j', async (sent) => {
    expect(pointersOf(await post(422, sent))).toEqual(['']);
    const id = await newTrack([violin('Ann')]);
    expect(pointersOf(await patch(422, id, sent))).toEqual(['']);
    expect(names(await creditsOf(id))).toEqual(['Ann']);
  });

  it('are limited to 200', async () => {
    const many = Array.from({ length: 201 }, (_, index) => violin(`Ann ${index}`));
    const id = await newTrack(many.slice(1));
    expect(await creditsOf(id)).toHaveLength(200);
    for (const list of [many, Array.from({ length: 1001 }, () => 1)]) {
      const { errors } = await patch(422, id, list);
      expect(errors).toMatchObject([{ detail: 'extended-credits must have at most 200 items.' }]);
    }
  });

  it('have positions 1..n per role and are read by first use of each role', async () => {
    const id = await newTrack([
      { role: 'accordion', name: 'A2' },
      violin('V1', { position: 9 }),
      { role: 'accordion', name: 'A1', position: 3 },
      violin('V2', { position: 9 }),
    ]);
    const shown = (await creditsOf(id)).map(({ name, position }) => `${name} ${position}`);
    expect(shown).toEqual(['A1 1', 'A2 2', 'V1 1', 'V2 2']);
  });

  it.each([
    ['unknown', 'kazoo_player'],
    ['unlisted', 'tape_operator'],
    ['core artist', 'producer'],
    ['core artist', 'main_artist'],
  ])('reject an %s role: %s', async (_, role) => {
    expect(pointersOf(await post(422, [violin('Ann'), { role, name: 'Ann' }]))).toEqual(['/1/role']);
  });

  it('keep a credit with a retired role if sent unchanged', async () => {
    const id = await newTrack([violin('Ann')]);
    await unlist(id);
    const shown = await creditsOf(id);
    expect(shown).toEqual([{ role: 'tape_operator', name: 'Ann', 'artist-id': null, position: 1 }]);
    await patch(200, id, [violin('Bob'), ...shown]);
    expect(names(await creditsOf(id))).toEqual(['Bob', 'Ann']);
    expect(pointersOf(await patch(422, id, [{ role: 'tape_operator', name: 'Eve' }]))).toEqual(['/0/role']);
  });

  it('reject a repeated name in a role, ignoring case and artist', async () => {
    const [artist = 0] = await newArtists(1);
    const sent = [violin('José'), violin('JOSÉ', { 'artist-id': artist }), violin('Jose')];
    expect(pointersOf(await post(422, sent))).toEqual(['/1/name']);
  });

  it('reject unknown artists and those of others', async () => {
    someone = await newAdmin();
    const [foreign = 0] = await newArtists(1);
    someone = ada;
    const sent = [violin('Ann', { 'artist-id': foreign }), violin('Bob', { 'artist-id': 4711 })];
    expect(pointersOf(await post(422, sent))).toEqual(['/0/artist-id', '/1/artist-id']);
  });

  it('report every invalid item with all other problems, and save nothing', async () => {
    const id = await newTrack([violin('Ann')]);
    const sent = [
      violin('Bob'),
      { role: 'kazoo', name: '', 'artist-id': '17', position: 0 },
      null,
      violin('bob'),
      violin('x'.repeat(256)),
      { name: 7 },
    ];
    const { body } = await call(tracks, 422, change(id, { 'extended-credits': sent, title: '', order: 0 }));
    expect(pointersOf(body).toSorted()).toEqual([
      '/1/artist-id',
      '/1/name',
      '/1/position',
      '/1/role',
      '/2',
      '/3/name',
      '/4/name',
      '/5/name',
      '/5/role',
      '/data/attributes/order',
      '/data/attributes/title',
    ]);
    expect(names(await creditsOf(id))).toEqual(['Ann']);
    const request = await creation({ 'extended-credits': sent, 'rights-owner-year': 1 });
    const { errors } = (await call(tracks, 422, request)).body;
    expect(errors).toHaveLength(10);
  });

  it('are not read unless the response shows them', async () => {
    const id = await newTrack([violin('Ann')]);
    const { data } = await get(`/tracks/${id}?fields[tracks]=title`);
    expect(data.attributes).toEqual({ title: 'So Where' });
  });

  it('are deleted with their track', async () => {
    const artistIds = await newArtists(3);
    const id = await newTrack(naming(artistIds));
    const [credit = ''] = idsOf(await trackCredits(`filter[track]=${id}`));
    expect((await calls.remove(id)).status).toBe(204);
    expect(idsOf(await trackCredits(`filter[track]=${id}`))).toEqual([]);
    await get(`/track-credits/${credit}`, 404);
    for (const artist of artistIds) expect((await calls.deleteArtist(artist)).status).toBe(204);
  });
});

describe('the rows and references of credits', () => {
  it('are released when the track is rejected', async () => {
    const album = await calls.newAlbum();
    const artistIds = await newArtists(15);
    const request = await creation({ 'extended-credits': naming(artistIds), order: 1 }, album);
    await call(tracks, 201, await creation({ order: 1 }, album));
    await call(tracks, 422, request);
    expect(staleReferences(await allRows())).toEqual([]);
    expect((await calls.deleteArtist(artistIds[0] ?? 0)).status).toBe(204);
  });

  it('are deleted with a track on the maximum of albums and artists', async () => {
    const named = await newArtists(12);
    const direct = await newArtists(20);
    const id = await newTrack(naming(named));
    const path = `/tracks/${id}/relationships`;
    const put = (method: string, type: string, ids: readonly (string | number)[]) => {
      const body = { data: ids.map((each) => ({ type, id: String(each) })) };
      return call(tracks, 200, { method, path: `${path}/${type}`, token: ada.token, body });
    };
    await put('PATCH', 'artists', direct);
    for (const _ of Array(19).keys()) await put('POST', 'albums', [await calls.newAlbum()]);
    expect((await calls.remove(id)).status).toBe(204);
    expect(staleReferences(await allRows())).toEqual([]);
    for (const artist of [...named, ...direct]) expect((await calls.deleteArtist(artist)).status).toBe(204);
  });

  it('are deleted with the track even after many changes', async () => {
    const credits = Array.from({ length: 25 }, (_, index) => violin(`Ann ${index}`));
    const id = await newTrack();
    for (const count of credits.keys()) await patch(200, id, credits.slice(0, count + 1));
    const blocks = async () =>
      (await allRows()).filter(({ pk, track }) => String(pk).startsWith('credit-block#') && track === id);
    expect(await blocks()).toHaveLength(25);
    const ids = idsOf(await trackCredits(`filter[track]=${id}&page[size]=100`)).map(Number);
    expect(ids).toEqual(ids.toSorted((left, right) => left - right));
    expect((await calls.remove(id)).status).toBe(204);
    expect(await blocks()).toEqual([]);
  });
});

describe('an artist named by credits', () => {
  it('cannot be deleted until no credit names it', async () => {
    const [artist = 0, other = 0] = await newArtists(2);
    const id = await newTrack([violin('Ann', { 'artist-id': artist })]);
    const rejected = await calls.deleteArtist(artist);
    expect(rejected.status).toBe(422);
    expect(rejected.body.errors).toMatchObject([{ code: 'artist_has_albums' }]);
    await patch(200, id, [violin('Ann', { 'artist-id': other })]);
    expect((await calls.deleteArtist(artist)).status).toBe(204);
    expect((await calls.deleteArtist(other)).status).toBe(422);
    await patch(200, id, []);
    expect((await calls.deleteArtist(other)).status).toBe(204);
  });

  it('is counted once by a track that names it several times', async () => {
    const [artist = 0] = await newArtists(1);
    const ann = violin('Ann', { 'artist-id': artist });
    const id = await newTrack([ann, violin('Bob', { 'artist-id': artist })]);
    await patch(200, id, [ann]);
    expect((await calls.deleteArtist(artist)).status).toBe(422);
    await patch(200, id, [violin('Ann')]);
    expect((await calls.deleteArtist(artist)).status).toBe(204);
  });
});

it('the tests leave consistent rows and no stale references', async () => {
  const rows = await allRows();
  expect(creditListsAmong(rows).length).toBeGreaterThan(5);
  expect(creditFaults(rows)).toEqual([]);
  expect(staleReferences(rows)).toEqual([]);
});

/** Gives the only credit of a track a role that is no longer listed, as if it had been retired since. */
async function unlist(trackId: string): Promise<void> {
  const key = creditListKey(trackId);
  const row = await new Table().get(key);
  const { credits = [] } = { ...(row?.['slim'] as { credits?: object[] }) };
  const slim = { credits: credits.map((credit) => ({ ...credit, role: 'tape_operator' })) };
  await new Table().commit([{ update: key, with: [{ set: 'slim', to: slim }] }]);
}
