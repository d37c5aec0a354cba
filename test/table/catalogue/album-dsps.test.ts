import { beforeAll, describe, expect, it } from 'vitest';
import { handler as albumDsps } from '../../../functions/album-dsps/handler.ts';
import { definitions } from '../../../shared/service/definitions.ts';
import { call, newAdmin, type Person } from '../../support/calls.ts';
import { ask, assignDsp, newRelease, newTrack } from '../../support/distribution/release.ts';
import { command } from '../../support/distribution/stores.ts';
import { allRows, faultsOf } from '../../support/invariants.ts';
import { seed } from '../../support/seed.ts';
import { withTable } from '../../support/table.ts';

withTable();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});

const pair = (album: string, dsp: string) => ({
  type: 'album-dsps',
  relationships: { album: { data: { type: 'albums', id: album } }, dsp: { data: { type: 'dsps', id: dsp } } },
});
const assign = (status: number, album: string, dsp: string) =>
  ask(ada, status, 'POST', '/album-dsps', { data: pair(album, dsp) });
const bulk = (status: number, action: 'assign' | 'remove', pairs: readonly object[]) =>
  ask(ada, status, 'POST', `/album-dsps/bulk/${action}`, { data: pairs });
const dspsOf = async (album: string): Promise<string[]> =>
  (await ask(ada, 200, 'GET', `/albums/${album}/relationships/dsps`)).body.data.map(
    ({ id }: { id: string }) => id,
  );
const listed = async (query: string) => (await ask(ada, 200, 'GET', `/album-dsps?${query}`)).body;

describe('album-dsps', () => {
  it('assign an album to a DSP once and keep their id when reassigned', async () => {
    const { album } = await newRelease(ada, { dsps: [] });
    const { body } = await assign(201, album, '4');
    expect(body.data).toMatchObject({ type: 'album-dsps', relationships: { dsp: { data: { id: '4' } } } });
    const again = await assign(422, album, '4');
    expect(again.body.errors).toMatchObject([
      { code: 'album_dsp_exists', source: { pointer: '/data/relationships/dsp' } },
    ]);
    await ask(ada, 204, 'DELETE', `/album-dsps/${body.data.id}`);
    await ask(ada, 404, 'GET', `/album-dsps/${body.data.id}`);
    expect((await assign(201, album, '4')).body.data.id).toBe(body.data.id);
    expect(await dspsOf(album)).toEqual(['4']);
  });

  it('are created once by two concurrent requests', async () => {
    const { album } = await newRelease(ada, { dsps: [] });
    const responses = await Promise.allSettled([assign(201, album, '4'), assign(201, album, '4')]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const others = ['1', '2', '3', '6'].map((dsp) => assign(201, album, dsp));
    await Promise.all(others);
    expect((await dspsOf(album)).toSorted()).toEqual(['1', '2', '3', '4', '6']);
  });

  it('are listed with their albums and DSPs, with page metadata in camelCase', async () => {
    const { album } = await newRelease(ada, { dsps: ['1', '4'] });
    const { data, included, meta } = await listed(
      `filter[album]=${album}&include=album.user,album.label,album.status,dsp&page[size]=1`,
    );
    expect(data).toHaveLength(1);
    expect(meta.page).toMatchObject({ currentPage: 1, perPage: 1, total: 2, lastPage: 2, from: 1, to: 1 });
    const types = included.map(({ type }: { type: string }) => type).toSorted();
    expect(types).toEqual(['album-statuses', 'albums', 'dsps', 'labels', 'users']);
    const byId = await listed(`filter[id]=${data[0].id}`);
    expect(byId.data.map(({ id }: { id: string }) => id)).toEqual([data[0].id]);
  });

  it('accept only DSPs that are active and available to the owner', async () => {
    const bob = await newAdmin();
    const { album } = await newRelease(bob, { dsps: [] });
    const inactive = await ask(bob, 422, 'POST', '/album-dsps', { data: pair(album, '7') });
    expect(inactive.body.errors[0]).toMatchObject({ code: 'dsp_not_available' });
    await command('set-capabilities', { 'user-id': bob.userId, fingerprint: false });
    const rejected = await ask(bob, 422, 'POST', '/album-dsps', { data: pair(album, '12') });
    expect(rejected.body.errors[0]).toMatchObject({
      code: 'dsp_not_available',
      source: { pointer: '/data/relationships/dsp' },
    });
    await ask(bob, 404, 'POST', '/album-dsps', { data: pair(album, '200') });
  });

  it('reject DSPs without video for an album of only music videos', async () => {
    const carol = await newAdmin();
    await command('set-capabilities', { 'user-id': carol.userId, 'music-videos': true });
    const { album } = await newRelease(carol, { dsps: [], tracks: 0 });
    const video = { 'is-video': true, 'full-audiofile-url': null };
    await newTrack(carol, album, { ...video, order: 1 });
    const { body } = await ask(carol, 422, 'POST', '/album-dsps', { data: pair(album, '1') });
    expect(body.errors).toMatchObject([{ code: 'dsp_does_not_accept_video' }]);
    await assignDsp(carol, album, '4');
    const both = [pair(album, '9'), pair(album, '3')];
    const rejected = await ask(carol, 422, 'POST', '/album-dsps/bulk/assign', { data: both });
    expect(rejected.body.errors).toMatchObject([
      { code: 'dsp_does_not_accept_video', source: { pointer: '/data/1/relationships/dsp' } },
    ]);
    await newTrack(carol, album, { order: 2 });
    await ask(carol, 201, 'POST', '/album-dsps/bulk/assign', { data: both });
  });

  it('can change on a video release only with the video feature', async () => {
    const dora = await newAdmin();
    const capable = { 'user-id': dora.userId, video: true, 'music-videos': true };
    await command('set-capabilities', capable);
    const { album } = await newRelease(dora, { dsps: [], tracks: 0, format: 'video' });
    const id = await assignDsp(dora, album, '4');
    await command('set-capabilities', { 'user-id': dora.userId, video: false });
    const rejections = [
      await ask(dora, 403, 'POST', '/album-dsps', { data: pair(album, '9') }),
      await ask(dora, 403, 'DELETE', `/album-dsps/${id}`),
      await ask(dora, 403, 'POST', '/album-dsps/bulk/assign', { data: [pair(album, '9')] }),
      await ask(dora, 403, 'POST', '/album-dsps/bulk/remove', { data: [pair(album, '4')] }),
    ];
    for (const { body } of rejections) expect(body.errors[0].code).toBe('video_read_only');
  });
});

describe('bulk actions on album-dsps', () => {
  it('assign and remove ninety pairs in one request', async () => {
    const made = await seed(definitions, {
      type: 'albums',
      ownerId: ada.userId,
      count: 90,
      fieldsOf: (number) => ({ title: `Album ${number}`, release_date: '2027-01-01' }),
    });
    const created = made.map(({ id }) => id);
    const pairs = created.map((album) => pair(album, '4'));
    const { body } = await bulk(201, 'assign', pairs);
    expect(body.data).toHaveLength(90);
    expect(await dspsOf(created[89] ?? '')).toEqual(['4']);
    await bulk(204, 'remove', pairs);
    expect(await dspsOf(created[0] ?? '')).toEqual([]);
    await bulk(422, 'assign', [...pairs, pair(created[0] ?? '', '1')]);
    expect(faultsOf(definitions, await allRows())).toEqual([]);
  });

  it('return existing assignments once and ignore the removal of missing ones', async () => {
    const { album } = await newRelease(ada, { dsps: ['1'] });
    const { body } = await bulk(201, 'assign', [pair(album, '1'), pair(album, '4'), pair(album, '4')]);
    expect(body.data).toHaveLength(2);
    await bulk(204, 'remove', [pair(album, '1'), pair(album, '9'), pair(album, '1')]);
    expect(await dspsOf(album)).toEqual(['4']);
  });

  it('replay the list of the first response', async () => {
    const { album } = await newRelease(ada, { dsps: [] });
    const request = {
      method: 'POST',
      path: '/album-dsps/bulk/assign',
      token: ada.token,
      headers: { 'idempotency-key': `bulk-${album}` },
      body: { data: [pair(album, '1'), pair(album, '4')] },
    };
    const first = await call(albumDsps, 201, request);
    expect((await call(albumDsps, 201, request)).body.data).toEqual(first.body.data);
  });

  it('save nothing if one item is invalid, and name it', async () => {
    const { album } = await newRelease(ada, { dsps: [] });
    const { body } = await bulk(422, 'assign', [pair(album, '1'), pair(album, '7'), { type: 'album-dsps' }]);
    const pointers = body.errors.map(({ source }: { source: { pointer: string } }) => source.pointer);
    expect(pointers).toEqual(['/data/2/relationships/album', '/data/2/relationships/dsp']);
    const rejected = await bulk(422, 'assign', [pair(album, '1'), pair(album, '7')]);
    expect(rejected.body.errors).toMatchObject([
      { code: 'dsp_not_available', source: { pointer: '/data/1/relationships/dsp' } },
    ]);
    expect(await dspsOf(album)).toEqual([]);
    const conflict = await bulk(409, 'assign', [pair(album, '1'), { ...pair(album, '4'), type: 'albums' }]);
    expect(conflict.body.errors[0].source.pointer).toBe('/data/1/type');
    const other = await newAdmin();
    const foreign = await newRelease(other, { tracks: 0, dsps: [] });
    await bulk(403, 'assign', [pair(foreign.album, '1')]);
  });
});
