/** Finding tracks by the ISRCs in usage reports. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as tracks } from '../../../functions/tracks/handler.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { findTracks } from '../../../shared/usage/import/find-tracks.ts';
import { call, newAdmin, type Person } from '../../support/calls.ts';
import { trackAttributes } from '../../support/examples.ts';
import { create, newDeliveredRelease, newRelease } from '../../support/releases.ts';
import { withTable } from '../../support/table.ts';

withTable();
let ada: Person;
let grace: Person;
beforeAll(async () => {
  ada = await newAdmin();
  grace = await newAdmin();
});

const find = async (code: string) => (await findTracks(new Table(), [code])).get(code);
const patch = (person: Person, id: string, attributes: object) =>
  call(tracks, 200, {
    method: 'PATCH',
    path: `/tracks/${id}`,
    token: person.token,
    body: { data: { type: 'tracks', id, attributes } },
  });

describe('a track', () => {
  it('is found by its normalized code, with album and credited artists', async () => {
    const release = await newDeliveredRelease(ada, [
      { title: 'Amber', isrc: 'de-ab1-26-10001', artists: ['Nia Calder', 'Leo Marsh'] },
    ]);
    const [id = ''] = release.trackIds;
    const producer = await create(ada, 'artists', { attributes: { name: 'A Producer' } });
    await create(ada, 'track-artists', {
      relationships: {
        track: { data: { type: 'tracks', id } },
        artist: { data: { type: 'artists', id: producer } },
        'artist-role': { data: { type: 'artist-roles', id: '3' } },
      },
    });
    const found = await find('DEAB12610001');
    expect(found).toMatchObject({ id, owner: ada.userId, album: release.albumId });
    expect(found).toHaveProperty('artists.length', 2);
    expect(found).not.toHaveProperty('artists', expect.arrayContaining([producer]));
  });

  it('is found by the code that a store got and by its current one, if any', async () => {
    const { trackIds } = await newDeliveredRelease(ada, [{ title: 'Amber', isrc: 'DEAB12610002' }]);
    const [id = ''] = trackIds;
    await patch(ada, id, { 'isrc-code': 'DEAB12610003' });
    expect([await find('DEAB12610002'), await find('DEAB12610003')]).toMatchObject([{ id }, { id }]);
    await patch(ada, id, { 'isrc-code': null });
    expect([await find('DEAB12610002'), await find('DEAB12610003')]).toMatchObject([{ id }, 'unknown']);
    await patch(ada, id, { 'isrc-code': '--' });
    expect(await find('')).toBe('unknown');
  });

  it('is found with its album even after its deletion', async () => {
    const { trackIds, albumId } = await newDeliveredRelease(ada, [{ title: 'Amber', isrc: 'DEAB12610004' }]);
    await call(tracks, 204, { method: 'DELETE', path: `/tracks/${trackIds[0]}`, token: ada.token });
    const kept = { id: trackIds[0], owner: ada.userId, album: albumId, artists: expect.any(Array) };
    expect(await find('DEAB12610004')).toEqual({ ...kept, isrc: 'DEAB12610004' });
  });
});

it("the oldest of an owner's tracks with a code is found", async () => {
  const isrc = 'DEAB12610005';
  const { trackIds } = await newDeliveredRelease(ada, [
    { title: 'First', isrc },
    { title: 'Second', isrc },
    { title: 'Third', isrc },
  ]);
  expect(await find(isrc)).toMatchObject({ id: trackIds[0] });
});

it('a code used by several owners is ambiguous', async () => {
  const isrc = 'DEAB12610006';
  await newDeliveredRelease(ada, [
    { title: 'Mine', isrc },
    { title: 'Mine too', isrc },
  ]);
  await newDeliveredRelease(grace, [{ title: 'Mine!', isrc }]);
  expect(await find(isrc)).toBe('ambiguous');
});

it('a release with a hundred-character code that expands is marked as delivered', async () => {
  const { trackIds } = await newDeliveredRelease(ada, [{ title: 'Amber', isrc: '\ufdfa'.repeat(100) }]);
  expect(trackIds).toHaveLength(1);
});

describe('a draft track', () => {
  const isrc = 'DEAB12610011';

  it("is not found, nor does it make another owner's code ambiguous", async () => {
    await newRelease(grace, [{ title: 'Copied', isrc }]);
    expect(await find(isrc)).toBe('unknown');
    const { trackIds } = await newDeliveredRelease(ada, [{ title: 'Amber', isrc }]);
    expect(await find(isrc)).toMatchObject({ id: trackIds[0], owner: ada.userId });
    await newRelease(grace, [{ title: 'Copied again', isrc }]);
    expect(await find(isrc)).toMatchObject({ id: trackIds[0], owner: ada.userId });
  });

  it('is found on a delivered album unless another owner has delivered the code', async () => {
    const free = 'DEAB12610012';
    const { albumId } = await newDeliveredRelease(grace, [{ title: 'Delivered' }]);
    const add = (code: string, order: number) =>
      create(grace, 'tracks', {
        attributes: { ...trackAttributes, order, 'isrc-code': code },
        relationships: {
          albums: { data: [{ type: 'albums', id: albumId }] },
          'primary-genre': { data: { type: 'genres', id: '1' } },
          language: { data: { type: 'languages', id: '118' } },
        },
      });
    const added = [await add(free, 2), await add(isrc, 3)];
    expect(await find(free)).toMatchObject({ id: added[0], owner: grace.userId });
    expect(await find(isrc)).toMatchObject({ owner: ada.userId });
  });

  it('is found once an album-track puts it on a delivered album', async () => {
    const code = 'DEAB12610013';
    const { trackIds } = await newRelease(ada, [{ title: 'Draft', isrc: code }]);
    const { albumId } = await newDeliveredRelease(ada, [{ title: 'Delivered' }]);
    const [id = ''] = trackIds;
    const body = {
      data: {
        type: 'album-tracks',
        attributes: { order: 2 },
        relationships: {
          album: { data: { type: 'albums', id: albumId } },
          track: { data: { type: 'tracks', id } },
        },
      },
    };
    await call(tracks, 201, { method: 'POST', path: '/album-tracks', token: ada.token, body });
    expect(await find(code)).toMatchObject({ id });
  });

  it("is not found by another owner's delivered code that it now has", async () => {
    const { trackIds } = await newDeliveredRelease(grace, [{ title: 'Own', isrc: 'DEAB12610014' }]);
    await patch(grace, trackIds[0] ?? '', { 'isrc-code': isrc });
    expect(await find(isrc)).toMatchObject({ owner: ada.userId });
  });
});

describe('several ISRCs of one line', () => {
  const several = (...numbers: readonly number[]) => numbers.map(codeOf).join('|');
  const codeOf = (number: number) => `DEAB126102${String(number).padStart(2, '0')}`;
  const delivered = async (person: Person, number: number) =>
    (await newDeliveredRelease(person, [{ title: 'Song', isrc: codeOf(number) }])).trackIds[0];
  let [id, other]: (string | undefined)[] = [];
  beforeAll(async () => {
    id = await delivered(ada, 3);
    other = await delivered(ada, 2);
    await delivered(grace, 4);
  });

  it('are those of the one track that has one of them', async () => {
    const found = { id, owner: ada.userId, isrc: codeOf(3) };
    expect(await find(several(1, 3))).toMatchObject(found);
    expect(await find(several(3, 9))).toMatchObject(found);
  });

  it("are those of the oldest of one owner's tracks that have one", async () => {
    expect(Number(other)).toBeGreaterThan(Number(id));
    expect(await find(several(1, 2, 3))).toMatchObject({ id, isrc: codeOf(3) });
  });

  it('are ambiguous if they are those of several owners', async () => {
    expect(await find(several(3, 4))).toBe('ambiguous');
    expect(await find(several(1, 9))).toBe('unknown');
  });

  it('are ambiguous if several owners hold one of them', async () => {
    await delivered(ada, 5);
    await delivered(grace, 5);
    expect(await find(several(3, 5))).toBe('ambiguous');
  });

  it("count with a track's former code, also once the track is deleted", async () => {
    const deleted = await delivered(ada, 6);
    await call(tracks, 204, { method: 'DELETE', path: `/tracks/${deleted}`, token: ada.token });
    expect(await find(several(1, 6))).toMatchObject({ id: deleted, isrc: codeOf(6) });
    expect(await find(several(2, 6))).toMatchObject({ id: other, isrc: codeOf(2) });
    expect(await find(several(4, 6))).toBe('ambiguous');
  });

  it('are not made ambiguous by the draft of another owner, or by a track that no store got', async () => {
    await newRelease(grace, [{ title: 'Copied', isrc: codeOf(7) }]);
    const { trackIds } = await newDeliveredRelease(grace, [{ title: 'Own' }]);
    await patch(grace, trackIds[0] ?? '', { 'isrc-code': codeOf(8) });
    expect(await find(codeOf(8))).toMatchObject({ owner: grace.userId });
    expect(await find(several(3, 7, 8))).toMatchObject({ id, owner: ada.userId });
  });
});
