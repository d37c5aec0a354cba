/** Tracks found by the ISRC that reports name. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as tracks } from '../../functions/tracks/handler.ts';
import { Table } from '../../shared/table/table.ts';
import { findTracks } from '../../shared/usage/find-tracks.ts';
import { call, newAdmin, type Person } from '../support/calls.ts';
import { create, newRelease } from '../support/releases.ts';
import { withTable } from '../support/table.ts';

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
  it('is found by its code without hyphens and in upper case, with its album and credited artists', async () => {
    const release = await newRelease(ada, [
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

  it('is found by its new code alone when the code changes, and by none without one', async () => {
    const { trackIds } = await newRelease(ada, [{ title: 'Amber', isrc: 'DEAB12610002' }]);
    const [id = ''] = trackIds;
    await patch(ada, id, { 'isrc-code': 'DEAB12610003' });
    expect([await find('DEAB12610002'), await find('DEAB12610003')]).toMatchObject(['unknown', { id }]);
    await patch(ada, id, { 'isrc-code': null });
    expect(await find('DEAB12610003')).toBe('unknown');
    await patch(ada, id, { 'isrc-code': '--' });
    expect(await find('')).toBe('unknown');
  });

  it('is found no more when it is deleted', async () => {
    const { trackIds } = await newRelease(ada, [{ title: 'Amber', isrc: 'DEAB12610004' }]);
    await call(tracks, 204, { method: 'DELETE', path: `/tracks/${trackIds[0]}`, token: ada.token });
    expect(await find('DEAB12610004')).toBe('unknown');
  });
});

it('of several tracks of one owner, the oldest is found', async () => {
  const isrc = 'DEAB12610005';
  const { trackIds } = await newRelease(ada, [
    { title: 'First', isrc },
    { title: 'Second', isrc },
    { title: 'Third', isrc },
  ]);
  expect(await find(isrc)).toMatchObject({ id: trackIds[0] });
});

it('a code that several owners have is ambiguous, however many tracks they have', async () => {
  const isrc = 'DEAB12610006';
  await newRelease(ada, [
    { title: 'Mine', isrc },
    { title: 'Mine too', isrc },
  ]);
  await newRelease(grace, [{ title: 'Mine!', isrc }]);
  expect(await find(isrc)).toBe('ambiguous');
});

it('a code of a hundred characters that expand is found, too', async () => {
  const isrc = '\ufdfa'.repeat(100);
  const { trackIds } = await newRelease(ada, [{ title: 'Amber', isrc }]);
  const { comparableIsrc } = await import('../../shared/domain/isrc.ts');
  expect(await find(comparableIsrc(isrc))).toMatchObject({ id: trackIds[0] });
});
