import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as artists } from '../../../../functions/artists/handler.ts';
import { handler as labels } from '../../../../functions/labels/handler.ts';
import { call, newAdmin, type Person } from '../../../support/calls.ts';
import { ask, create as createOf, newRelease, newTrack } from '../../../support/distribution/release.ts';
import { command } from '../../../support/distribution/stores.ts';
import { withTable } from '../../../support/table.ts';

withTable();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});

const misspelt = [{ pointer: '/data/attributes/descripton', nearest: 'description' }];
const create = (attributes: object, headers = {}) =>
  call(labels, 201, {
    method: 'POST',
    path: '/labels',
    token: ada.token,
    headers,
    body: { data: { type: 'labels', attributes } },
  });
const change = (id: string, attributes: object, relationships: object = {}) =>
  ask(ada, 200, 'PATCH', `/labels/${id}`, { data: { type: 'labels', id, attributes, relationships } });

describe('the response to a write', () => {
  it('lists the unknown members that a creation ignored', async () => {
    const { body } = await create({ name: 'Ignored', descripton: 'x' });
    expect(body.meta).toEqual({ ignored: misspelt });
    expect(body.data.attributes.description).toBeNull();
  });

  it('lists ignored members even if the record exists or nothing changes', async () => {
    const name = 'Ignored twice';
    const { body } = await create({ name });
    expect(body).not.toHaveProperty('meta');
    const again = (await create({ name, descripton: 'x' })).body;
    expect(again).toMatchObject({ data: { id: body.data.id }, meta: { ignored: misspelt } });
    const changed = (await change(body.data.id, { name, descripton: 'x' }, { album: { data: null } })).body;
    expect(changed.meta.ignored).toEqual([
      ...misspelt,
      { pointer: '/data/relationships/album', nearest: 'albums' },
    ]);
  });

  it('lists ignored members again on replay', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const sent = { name: 'Ignored and replayed', descripton: 'x' };
    const first = await create(sent, headers);
    expect(first.body.meta).toEqual({ ignored: misspelt });
    expect((await create(sent, headers)).body).toEqual(first.body);
  });

  it('omits read-only members, so that a whole record can be sent back', async () => {
    const { body } = await create({ name: 'Whole' });
    const { id, attributes, relationships } = body.data;
    expect((await change(id, attributes, relationships)).body).not.toHaveProperty('meta');
  });

  it('has the ETag of the record despite ignored members', async () => {
    const { id } = (await create({ name: 'Tagged' })).body.data;
    const changed = await change(id, { descripton: 'x' });
    const read = await ask(ada, 200, 'GET', `/labels/${id}`);
    expect(changed.headers['ETag']).toBe(read.headers['ETag']);
    expect(read.body).not.toHaveProperty('meta');
  });

  it('names the item of a bulk assignment with ignored members', async () => {
    const { album } = await newRelease(ada, { dsps: [] });
    const one = (type: string, id: string) => ({ data: { type, id } });
    const pair = (dsp: string, attributes: object) => ({
      type: 'album-dsps',
      attributes,
      relationships: { album: one('albums', album), dsp: one('dsps', dsp), dps: one('dsps', dsp) },
    });
    const data = [pair('1', {}), pair('4', { note: 1 })];
    const { body } = await ask(ada, 201, 'POST', '/album-dsps/bulk/assign', { data });
    expect(body.meta.ignored).toEqual([
      { pointer: '/data/0/relationships/dps', nearest: 'dsp' },
      { pointer: '/data/1/attributes/note', nearest: null },
      { pointer: '/data/1/relationships/dps', nearest: 'dsp' },
    ]);
  });

  it('lists unknown members of credits', async () => {
    const { album } = await newRelease(ada, { dsps: [], tracks: 0 });
    const track = await newTrack(ada, album, { order: 1 });
    const credits = [
      { role: 'violin', name: 'Ann' },
      { role: 'violin', name: 'Bob', positon: 3, remark: 'x' },
    ];
    const data = { type: 'tracks', id: track, attributes: { 'extended-credits': credits } };
    const { body } = await ask(ada, 200, 'PATCH', `/tracks/${track}`, { data });
    expect(body.meta.ignored).toEqual([
      { pointer: '/data/attributes/extended-credits/1/positon', nearest: 'position' },
      { pointer: '/data/attributes/extended-credits/1/remark', nearest: null },
    ]);
  });

  it('lists the address of a new artist profile, even on replay, but not a missing one', async () => {
    const artist = await createOf(ada, 'artists', { attributes: { name: 'Brand New' } });
    const relationships = {
      artist: { data: { type: 'artists', id: artist } },
      dsp: { data: { type: 'dsps', id: '1' } },
    };
    const type = 'artist-dsp-availabilities';
    const url = 'https://alpha.example/artist/x';
    const attributes = { 'external-artist-id': 'NEW', 'external-artist-url': url };
    const post = () =>
      call(artists, 201, {
        method: 'POST',
        path: `/${type}`,
        token: ada.token,
        headers: { 'idempotency-key': `new ${artist}`.replace(' ', '-') },
        body: { data: { type, attributes, relationships } },
      });
    const { body } = await post();
    const ignored = [{ pointer: '/data/attributes/external-artist-url', nearest: null }];
    expect(body).toMatchObject({
      data: { attributes: { 'external-artist-url': null } },
      meta: { ignored },
    });
    expect((await post()).body).toEqual(body);
    const { id } = body.data;
    const patch = (sent: object) =>
      ask(ada, 200, 'PATCH', `/${type}/${id}`, { data: { type, id, attributes: sent } });
    expect((await patch({ 'external-artist-url': url })).body.meta).toEqual({ ignored });
    expect((await patch({ 'external-artist-url': null })).body).not.toHaveProperty('meta');
  });

  it('lists the audio of a music video, and a null that leaves a text unchanged', async () => {
    await command('set-capabilities', { 'user-id': ada.userId, 'music-videos': true });
    const { album } = await newRelease(ada, { dsps: [], tracks: 0 });
    const track = await newTrack(ada, album, { order: 1 });
    const attributes = {
      'is-video': true,
      'full-audiofile-url': 'https://files.example/song.wav',
      md5: '0'.repeat(32),
    };
    const { body } = await ask(ada, 200, 'PATCH', `/tracks/${track}`, {
      data: { type: 'tracks', id: track, attributes },
    });
    expect(body.meta.ignored.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/data/attributes/full-audiofile-url',
      '/data/attributes/md5',
    ]);
    const artist = { type: 'artists', attributes: { name: 'Left', bio: 'Sings.' } };
    await ask(ada, 201, 'POST', '/artists', { data: artist });
    const again = await ask(ada, 201, 'POST', '/artists', {
      data: { type: 'artists', attributes: { name: 'Left', bio: null } },
    });
    expect(again.body).toMatchObject({
      data: { attributes: { bio: 'Sings.' } },
      meta: { ignored: [{ pointer: '/data/attributes/bio', nearest: null }] },
    });
  });

  it('stays small for a 1 MB body of unknown members', async () => {
    const many = Object.fromEntries(Array.from({ length: 90_000 }, (_, index) => [`a${index}`, 1]));
    const { body } = await create({ name: 'Large', ...many });
    expect(JSON.stringify(body).length).toBeLessThan(20_000);
    expect(body.meta['ignored-more']).toBe(89_900);
  });
});
