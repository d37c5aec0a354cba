import { beforeAll, describe, expect, it, vi } from 'vitest';
import { handler as artists } from '../../../functions/artists/handler.ts';
import { handler as operate } from '../../../functions/operate/handler.ts';
import type { Item } from '../../../shared/kit/table/item.ts';
import { isRecordKey, type Key, recordKey } from '../../../shared/kit/table/keys.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { alpha, artistCalls, beta, delta, ids, type } from '../../support/artist-calls.ts';
import { call, newAdmin, type Person } from '../../support/calls.ts';
import { newRelease, request } from '../../support/distribution/release.ts';
import { approve } from '../../support/distribution/stores.ts';
import { withTable } from '../../support/table.ts';

withTable();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});

const { get, write, newArtist, postProfile, patchProfile, profilesOf } = artistCalls(() => ada);

describe('artist profiles on DSPs', () => {
  it('carry related links to their artist and DSP', async () => {
    const artist = await newArtist('Linked');
    const { body } = await postProfile(201, artist.id, '1', alpha('0OdUWJ0sBjDrqHygGUXeCF'));
    const { id, attributes, relationships } = body.data;
    expect(attributes).toMatchObject(alpha('0OdUWJ0sBjDrqHygGUXeCF'));
    const self = `http://localhost:3000/api/v1/${type}/${id}`;
    expect(relationships.artist.links.related).toBe(`${self}/artist`);
    expect(relationships.dsp.links.related).toBe(`${self}/dsp`);
    expect((await get(`/${type}/${id}/artist`)).data.id).toBe(artist.id);
    const list = await get(`/${type}?filter[artist-id]=${artist.id}&filter[dsp-id]=1&include=artist,dsp`);
    expect(ids(list)).toEqual([id]);
    expect(list.included).toHaveLength(2);
    expect(list.meta.page).toMatchObject({ currentPage: 1, total: 1 });
  });

  it.each([
    ['3', beta('1')],
    ['16', delta('1')],
    ['999', beta('1')],
    ['1', { 'external-artist-id': '1', 'external-artist-url': 'https://alpha.example/artist/1' }],
    ['1', alpha('x'.repeat(31))],
    ['1', alpha('a-b')],
    ['1', { ...alpha('a'), 'external-artist-url': 'https://alpha.example/artist/b' }],
    ['1', { ...alpha('a'), 'external-artist-url': 'https://evil.example/artist/a' }],
    ['1', { ...alpha('a'), 'external-artist-url': 'https://alpha.example/artist/a/' }],
    ['1', { ...alpha('a'), 'external-artist-url': 'https://alpha.example/artist/a?x=1' }],
    ['1', { ...alpha('a'), 'external-artist-url': 'http://alpha.example/artist/a' }],
    ['1', { 'external-artist-id': 'alpha:artist:a' }],
    ['4', beta('12a')],
    ['4', beta('-1')],
    ['4', { 'external-artist-id': 'NEW' }],
    ['12', { ...delta('1'), 'external-artist-url': 'https://delta.example/artist/1' }],
    ['12', delta('１２')],
  ])('are rejected on DSP %s with only status and detail: %j', async (dsp, attributes) => {
    const { id } = await newArtist('Rejected');
    const { body } = await postProfile(422, id, dsp, attributes);
    expect(body.errors).toEqual([{ status: '422', detail: expect.any(String) }]);
    expect(await profilesOf(id)).toEqual([]);
  });

  it('are unique per artist and DSP, even when created concurrently', async () => {
    const { id } = await newArtist('Once');
    const done = await Promise.allSettled([
      postProfile(201, id, '4', beta('1')),
      postProfile(201, id, '4', beta('2')),
    ]);
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { body } = await postProfile(422, id, '4', beta('3'));
    expect(body.errors).toEqual([{ status: '422', detail: expect.stringContaining('PATCH') }]);
    expect(await profilesOf(id)).toHaveLength(1);
  });

  it('keep artist and DSP on PATCH and require a URL that matches a new id', async () => {
    const artist = await newArtist('Keeps');
    const other = await newArtist('Other');
    const { id } = (await postProfile(201, artist.id, '4', beta('1'))).body.data;
    await patchProfile(422, id, { 'external-artist-id': '2' });
    await patchProfile(200, id, beta('2'));
    const to = (artistId: string) => ({
      type,
      id,
      relationships: { artist: { data: { type: 'artists', id: artistId } } },
    });
    await write('PATCH', 200, `/${type}/${id}`, to(artist.id));
    await write('PATCH', 422, `/${type}/${id}`, to(other.id));
  });

  it('return 403 if the artist or profile belongs to someone else', async () => {
    const eve = await newAdmin();
    const body = { data: { type: 'artists', attributes: { name: 'Theirs' } } };
    const theirs = (await call(artists, 201, { method: 'POST', path: '/artists', token: eve.token, body }))
      .body.data.id;
    await postProfile(403, theirs, '4', beta('1'));
    await postProfile(404, '1', '4', beta('1'));
  });
});

describe('a profile on DSP 12', () => {
  it('is replicated to DSP 16 on create, update and delete', async () => {
    const { id: artist } = await newArtist('Copied');
    const { id } = (await postProfile(201, artist, '12', delta('5'))).body.data;
    const copy = async () => (await profilesOf(artist)).find((each: { id: string }) => each.id !== id);
    const first = await copy();
    expect(first.attributes).toMatchObject(delta('5'));
    expect(first.relationships.dsp.data.id).toBe('16');
    await patchProfile(200, id, delta('6'));
    expect((await copy()).attributes).toMatchObject({
      ...delta('6'),
      'created-at': first.attributes['created-at'],
    });
    await write('DELETE', 204, `/${type}/${id}`);
    expect(await profilesOf(artist)).toEqual([]);
    await postProfile(201, artist, '12', delta('7'));
    expect(await profilesOf(artist)).toHaveLength(2);
  });

  it('can be managed by its owner, unlike its copy on DSP 16', async () => {
    const { id: artist } = await newArtist('Managed');
    await postProfile(201, artist, '12', delta('5'));
    const profiles = await profilesOf(artist);
    const copy = profiles.find(
      (each: { relationships: { dsp: { data: { id: string } } } }) => each.relationships.dsp.data.id === '16',
    );
    const { body } = await patchProfile(403, copy.id, delta('6'));
    expect(body.errors).toEqual([{ status: '403', detail: expect.any(String) }]);
    await write('DELETE', 403, `/${type}/${copy.id}`);
  });
});

describe('a profile with the id NEW', () => {
  const NEW = { 'external-artist-id': 'NEW' };

  it('needs no URL and stores null instead', async () => {
    const { id } = await newArtist('Brand new');
    const { body } = await postProfile(201, id, '1', {
      ...NEW,
      'external-artist-url': 'https://alpha.example/x',
    });
    expect(body.data.attributes).toMatchObject({ ...NEW, 'external-artist-url': null });
    await patchProfile(200, body.data.id, NEW);
    await patchProfile(200, body.data.id, alpha('real'));
    await patchProfile(422, body.data.id, NEW);
  });

  it('gets its real id from an operator', async () => {
    const { id: artist } = await newArtist('Replaced');
    const { id } = (await postProfile(201, artist, '1', NEW)).body.data;
    const set = (externalId: string, url: string) =>
      operate({
        command: 'set-availability',
        positionals: [id],
        arguments: { 'external-id': externalId, 'external-url': url },
        actor: 'test',
      });
    expect(await set('NEW', 'x')).toMatchObject({ problems: [{ code: 'availability_refused' }] });
    expect(await set('alpha:artist:z', 'https://alpha.example/artist/y')).toHaveProperty('problems');
    expect(await set('alpha:artist:z', 'https://alpha.example/artist/z')).toMatchObject({ result: { id } });
    expect((await get(`/${type}/${id}`)).data.attributes).toMatchObject(alpha('z'));
    expect(await set('alpha:artist:z', 'https://alpha.example/artist/z')).toHaveProperty('problems');
  });

  it('is rejected if the artist has a profile on DSP 1 or a sent release', async () => {
    const { id } = await newArtist('Known');
    await postProfile(201, id, '1', alpha('known'));
    await postProfile(422, id, '1', NEW);
    const { album, artist } = await newRelease(ada);
    await approve(await request(ada, album));
    const { body } = await postProfile(422, artist, '1', NEW);
    expect(body.errors).toEqual([{ status: '422', detail: expect.stringContaining('sent') }]);
  });
});

describe('artist profiles under concurrent writes', () => {
  it('can be filtered by several artists, and malformed ids match nothing', async () => {
    const first = await newArtist('Many 1');
    const second = await newArtist('Many 2');
    const profile = async (artist: string, dsp: string, attributes: object): Promise<string> =>
      (await postProfile(201, artist, dsp, attributes)).body.data.id;
    const made = [
      await profile(first.id, '4', beta('1')),
      await profile(second.id, '4', beta('1')),
      await profile(first.id, '1', alpha('a')),
    ];
    const many = Array.from({ length: 50 }, (_, index) => String(index + 1));
    for (const wanted of [
      [second.id, first.id],
      [second.id, first.id, '9'.repeat(3000), 'x', ''],
      [second.id, ...many, first.id],
    ]) {
      expect(ids(await get(`/${type}?filter[artist-id]=${wanted.join(',')}`))).toEqual(made);
    }
    expect(ids(await get(`/${type}?filter[artist-id]=${'9'.repeat(3000)}`))).toEqual([]);
  });

  it('never overwrite another profile with the same generated id', async () => {
    const eve = await newAdmin();
    const post = (path: string, data: object) =>
      call(artists, 201, { method: 'POST', path, token: eve.token, body: { data } });
    const hers = (await post('/artists', { type: 'artists', attributes: { name: 'Hers' } })).body.data.id;
    const relationships = {
      artist: { data: { type: 'artists', id: hers } },
      dsp: { data: { type: 'dsps', id: '4' } },
    };
    const profile = (await post(`/${type}`, { type, attributes: beta('7'), relationships })).body.data;
    const mine = await newArtist('Mine');
    const row = await new Table().get(recordKey(type, profile.id));
    let taken: (Item & Key) | undefined;
    const { commit } = Table.prototype;
    // Another function generated the same id for her profile in the same millisecond.
    const spy = vi.spyOn(Table.prototype, 'commit').mockImplementation(async function (
      this: Table,
      ...asked
    ) {
      const made = asked[0].flatMap((write) =>
        'put' in write && isRecordKey(write.put, type) ? [write.put] : [],
      );
      if (made[0] && !taken) {
        taken = { ...row, pk: made[0].pk, sk: made[0].sk };
        await commit.call(this, [{ put: taken }]);
      }
      return commit.apply(this, asked);
    });
    await postProfile(201, mine.id, '12', delta('7'));
    spy.mockRestore();
    const { pk = '', sk = '' } = { ...taken };
    expect(await new Table().get({ pk, sk })).toEqual(taken);
    expect(await profilesOf(mine.id)).toHaveLength(2);
  });

  it('are deleted with their artist, even one that is replaced concurrently', async () => {
    const { id } = await newArtist('Leaving');
    const first = (await postProfile(201, id, '4', beta('1'))).body.data.id;
    let second = '';
    const { getMany } = Table.prototype;
    vi.spyOn(Table.prototype, 'getMany').mockImplementationOnce(async function (this: Table, ...asked) {
      const rows = await getMany.apply(this, asked);
      await write('DELETE', 204, `/${type}/${first}`);
      second = (await postProfile(201, id, '4', beta('2'))).body.data.id;
      return rows;
    });
    await write('DELETE', 204, `/artists/${id}`);
    await write('GET', 404, `/${type}/${second}`);
  });
});
