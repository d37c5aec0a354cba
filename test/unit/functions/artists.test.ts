import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { handler as artists } from '../../../functions/artists/handler.ts';
import { handler as operate } from '../../../functions/operate/handler.ts';
import { recordKey } from '../../../shared/table/keys.ts';
import { Table } from '../../../shared/table/table.ts';
import { call, newAdmin, type Person } from '../../support/calls.ts';
import { startTable } from '../../support/table.ts';

/** Ids that others have chosen in the same millisecond. */
const chosen = vi.hoisted((): string[] => []);
vi.mock(import('../../../shared/table/ids.ts'), async (original) => {
  const { newId } = await original();
  return { newId: (now: Date) => chosen.shift() ?? newId(now) };
});

let stop: () => Promise<void>;
let ada: Person;
beforeAll(async () => {
  stop = await startTable();
  ada = await newAdmin();
});
afterAll(() => stop());

const ids = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);
const get = async (path: string, person = ada) =>
  (await call(artists, 200, { path, token: person.token })).body;
const write = (method: string, status: number, path: string, data?: object) =>
  call(artists, status, { method, path, token: ada.token, body: data && { data } });

const postArtist = (status: number, attributes: object, meta?: object) =>
  write('POST', status, '/artists', { type: 'artists', attributes, ...(meta && { meta }) });
const newArtist = async (name: string, attributes = {}, meta?: object) =>
  (await postArtist(201, { name, ...attributes }, meta)).body.data;

const alpha = (id: string) => ({
  'external-artist-id': `alpha:artist:${id}`,
  'external-artist-url': `https://alpha.example/artist/${id}`,
});
const beta = (id: string) => ({
  'external-artist-id': id,
  'external-artist-url': `https://beta.example/artist/${id}`,
});
const delta = (id: string) => ({
  'external-artist-id': id,
  'external-artist-url': `https://delta.example/${id}`,
});

const type = 'artist-dsp-availabilities';
const postProfile = (status: number, artist: string, dsp: string, attributes: object) =>
  write('POST', status, `/${type}`, {
    type,
    attributes,
    relationships: {
      artist: { data: { type: 'artists', id: artist } },
      dsp: { data: { type: 'dsps', id: dsp } },
    },
  });
const patchProfile = (status: number, id: string, attributes: object) =>
  write('PATCH', status, `/${type}/${id}`, { type, id, attributes });
const profilesOf = async (artist: string) => (await get(`/${type}?filter[artist-id]=${artist}`)).data;

describe('artists', () => {
  it('are reused by name, trimmed and whatever its case, and take over a new bio', async () => {
    const first = await newArtist('Nina', { bio: 'Sings.' });
    expect((await newArtist(' nINA ')).id).toBe(first.id);
    expect((await newArtist('Nina')).attributes.bio).toBe('Sings.');
    const changed = await newArtist('Nina', { bio: 'Plays.' });
    expect(changed).toMatchObject({ id: first.id, attributes: { name: 'Nina', bio: 'Plays.' } });
    expect(ids(await get('/artists?filter[name]=nina'))).toEqual([first.id]);
  });

  it('are made anew under one name on demand; the oldest of them is the one that is reused', async () => {
    const first = await newArtist('Twin');
    const second = await newArtist('Twin', {}, { 'allow-duplicate-name': true });
    expect(second.id).not.toBe(first.id);
    expect((await newArtist('Twin', {}, { 'allow-duplicate-name': false })).id).toBe(first.id);
    await write('DELETE', 204, `/artists/${first.id}`);
    expect((await newArtist('Twin')).id).toBe(second.id);
    await write('DELETE', 204, `/artists/${second.id}`);
    expect([first.id, second.id]).not.toContain((await newArtist('Twin')).id);
  });

  it('are one when made twice at once', async () => {
    const both = await Promise.all([newArtist('Race'), newArtist('Race')]);
    expect(new Set(both.map(({ id }) => id)).size).toBe(1);
  });

  it('can be renamed to a name another has: artists share names', async () => {
    const [first, second] = [await newArtist('Name A'), await newArtist('Name B')];
    const refused = await write('PATCH', 422, `/artists/${second.id}`, {
      type: 'artists',
      id: second.id,
      attributes: { name: 'Name A', bio: 7 },
    });
    expect(refused.body.errors).toHaveLength(1);
    await write('PATCH', 200, `/artists/${second.id}`, {
      type: 'artists',
      id: second.id,
      attributes: { name: 'Name A' },
    });
    expect((await newArtist('name a')).id).toBe(first.id);
    expect((await newArtist('Name B')).id).not.toBe(second.id);
  });

  it.each(['true', 1, null, {}])('refuse %j as allow-duplicate-name, on PATCH too', async (value) => {
    const meta = { 'allow-duplicate-name': value };
    const { body } = await postArtist(422, { name: 'Flag' }, meta);
    expect(body.errors[0].source.pointer).toBe('/data/meta/allow-duplicate-name');
    const { id } = await newArtist('Flagged');
    await write('PATCH', 422, `/artists/${id}`, { type: 'artists', id, attributes: {}, meta });
    const before = await get('/artists?page[size]=100');
    const flag = { 'allow-duplicate-name': true };
    await write('PATCH', 200, `/artists/${id}`, {
      type: 'artists',
      id,
      attributes: { name: 'Flagged' },
      meta: flag,
    });
    expect(ids(await get('/artists?page[size]=100'))).toEqual(ids(before));
  });

  it('are found by a part of their bio', async () => {
    const { id } = await newArtist('Searchable', { bio: 'Born in Tryon, North Carolina' });
    expect(ids(await get('/artists?filter[bio]=tryon'))).toEqual([id]);
  });

  it('include their profiles and the DSPs of these', async () => {
    const { id } = await newArtist('Included');
    await postProfile(201, id, '4', beta('1'));
    const document = await get(`/artists/${id}?include=dsp-availabilities.dsp`);
    expect(document.included.map((each: { type: string }) => each.type).toSorted()).toEqual([type, 'dsps']);
    expect(document.data.relationships['dsp-availabilities'].data).toHaveLength(1);
  });

  it('take their profiles with them', async () => {
    const { id } = await newArtist('Leaving');
    await postProfile(201, id, '12', delta('5'));
    await postProfile(201, id, '1', alpha('a1'));
    expect(await profilesOf(id)).toHaveLength(3);
    await write('DELETE', 204, `/artists/${id}`);
    expect(await profilesOf(id)).toEqual([]);
  });

  it('leave no profile behind that comes at the moment they go', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await newArtist(`Going ${round}`);
      await Promise.allSettled([
        write('DELETE', 204, `/artists/${id}`),
        postProfile(201, id, '12', delta('7')),
        postProfile(201, id, '4', beta('7')),
      ]);
      await call(artists, 404, { path: `/artists/${id}`, token: ada.token });
      expect(await profilesOf(id)).toEqual([]);
    }
  });
});

describe('profiles on DSPs', () => {
  it('are linked to artist and DSP by related links', async () => {
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
  ])('refuse, with status and detail alone, on DSP %s %j', async (dsp, attributes) => {
    const { id } = await newArtist('Refused');
    const { body } = await postProfile(422, id, dsp, attributes);
    expect(body.errors).toEqual([{ status: '422', detail: expect.any(String) }]);
    expect(await profilesOf(id)).toEqual([]);
  });

  it('are one for each artist and DSP, also when two come at once', async () => {
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

  it('keep their artist and DSP, and follow the id with the URL', async () => {
    const [artist, other] = [await newArtist('Keeps'), await newArtist('Other')];
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

  it('answer 403 for the artist or the profile of another', async () => {
    const eve = await newAdmin();
    const body = { data: { type: 'artists', attributes: { name: 'Theirs' } } };
    const theirs = (await call(artists, 201, { method: 'POST', path: '/artists', token: eve.token, body }))
      .body.data.id;
    await postProfile(403, theirs, '4', beta('1'));
    await postProfile(404, '1', '4', beta('1'));
  });
});

describe('the profile on DSP 12', () => {
  it('is copied to DSP 16 on create, update and delete', async () => {
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

  it('is the only one of the two that its owner manages', async () => {
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

describe('the brand-new profile', () => {
  const NEW = { 'external-artist-id': 'NEW' };

  it('needs no URL, and keeps none', async () => {
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

  it('is replaced by an operator with the real id', async () => {
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

  it('is refused to an artist with a profile on DSP 1, or on a sent release', async () => {
    const { id } = await newArtist('Known');
    await postProfile(201, id, '1', alpha('known'));
    await postProfile(422, id, '1', NEW);
    const released = await newArtist('Released');
    const row = await new Table().get(recordKey('artists', released.id));
    const rest = { ...(row?.['rest'] as object), 'sent-releases': 1 };
    await new Table().commit([{ put: { ...row, rest } as never }]);
    const { body } = await postProfile(422, released.id, '1', NEW);
    expect(body.errors).toEqual([{ status: '422', detail: expect.stringContaining('sent') }]);
  });
});

describe('profiles under many hands', () => {
  it('are found by several artists at once, oldest first; what is no id finds nothing', async () => {
    const [first, second] = [await newArtist('Many 1'), await newArtist('Many 2')];
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

  it('never take the place of a profile of somebody else, whatever id they draw', async () => {
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
    chosen.push('9007199254740000', profile.id);
    await postProfile(201, mine.id, '12', delta('7'));
    expect((await get(`/${type}/${profile.id}`, eve)).data).toEqual(profile);
    expect(await profilesOf(mine.id)).toHaveLength(2);
  });

  it('go with their artist, also one that takes the place of another at that moment', async () => {
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
