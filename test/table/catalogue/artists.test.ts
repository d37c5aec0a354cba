import { beforeAll, describe, expect, it } from 'vitest';
import { handler as artists } from '../../../functions/artists/handler.ts';
import { alpha, artistCalls, beta, delta, ids, type } from '../../support/artist-calls.ts';
import { call, newAdmin, type Person } from '../../support/calls.ts';
import { withTable } from '../../support/table.ts';

withTable();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});

const { get, write, postArtist, newArtist, postProfile, profilesOf } = artistCalls(() => ada);

describe('artists', () => {
  it('are reused by name, ignoring case and outer spaces, with the new bio', async () => {
    const first = await newArtist('Nina', { bio: 'Sings.' });
    expect((await newArtist(' nINA ')).id).toBe(first.id);
    expect((await newArtist('Nina')).attributes.bio).toBe('Sings.');
    const changed = await newArtist('Nina', { bio: 'Plays.' });
    expect(changed).toMatchObject({ id: first.id, attributes: { name: 'Nina', bio: 'Plays.' } });
    expect(ids(await get('/artists?filter[name]=nina'))).toEqual([first.id]);
  });

  it('can share a name on request, in which case the oldest is reused', async () => {
    const first = await newArtist('Twin');
    const second = await newArtist('Twin', {}, { 'allow-duplicate-name': true });
    expect(second.id).not.toBe(first.id);
    expect((await newArtist('Twin', {}, { 'allow-duplicate-name': false })).id).toBe(first.id);
    await write('DELETE', 204, `/artists/${first.id}`);
    expect((await newArtist('Twin')).id).toBe(second.id);
    await write('DELETE', 204, `/artists/${second.id}`);
    expect([first.id, second.id]).not.toContain((await newArtist('Twin')).id);
  });

  it('are created only once by two concurrent requests with one name', async () => {
    const both = await Promise.all([newArtist('Race'), newArtist('Race')]);
    expect(new Set(both.map(({ id }) => id)).size).toBe(1);
  });

  const rename = (status: number, id: string, attributes: object, meta?: object) =>
    write('PATCH', status, `/artists/${id}`, { type: 'artists', id, attributes, ...(meta && { meta }) });
  const allowed = { 'allow-duplicate-name': true };

  it('can take the name of another artist only on request', async () => {
    const first = await newArtist('Name A');
    const second = await newArtist('Name B');
    for (const meta of [undefined, { 'allow-duplicate-name': false }]) {
      const { body } = await rename(422, second.id, { name: ' NAME a' }, meta);
      expect(body.errors).toMatchObject([
        {
          code: 'value_taken',
          detail: expect.stringContaining('allow-duplicate-name'),
          source: { pointer: '/data/attributes/name' },
        },
      ]);
    }
    const rejected = await rename(422, second.id, { name: 'Name A', bio: 7 });
    const pointers = rejected.body.errors.map((error: { source: object }) => error.source);
    expect(pointers).toEqual([{ pointer: '/data/attributes/bio' }, { pointer: '/data/attributes/name' }]);
    expect((await rename(422, second.id, { name: 'Name A', bio: 7 }, allowed)).body.errors).toHaveLength(1);
    await rename(200, second.id, { name: 'Name A' }, allowed);
    // What it has, it keeps without the flag.
    await rename(200, second.id, { name: 'NAME A', bio: 'Sings.' });
    expect((await newArtist('name a')).id).toBe(first.id);
    expect((await newArtist('Name B')).id).not.toBe(second.id);
  });

  it('cannot be renamed concurrently to the same name', async () => {
    for (let round = 0; round < 5; round++) {
      const both = await Promise.all(['left', 'right'].map((side) => newArtist(`${side} ${round}`)));
      const renamed = await Promise.allSettled(
        both.map(({ id }) => rename(200, id, { name: `One ${round}` })),
      );
      expect(renamed.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(ids(await get(`/artists?filter[name]=One ${round}`))).toHaveLength(1);
    }
  });

  it.each(['true', 1, null, {}])('reject %j as allow-duplicate-name on POST and PATCH', async (value) => {
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

  it('can be filtered by part of their bio', async () => {
    const { id } = await newArtist('Searchable', { bio: 'Born in Tryon, North Carolina' });
    expect(ids(await get('/artists?filter[bio]=tryon'))).toEqual([id]);
  });

  it('can include their profiles and the DSPs of those profiles', async () => {
    const { id } = await newArtist('Included');
    await postProfile(201, id, '4', beta('1'));
    const document = await get(`/artists/${id}?include=dsp-availabilities.dsp`);
    expect(document.included.map((each: { type: string }) => each.type).toSorted()).toEqual([type, 'dsps']);
    expect(document.data.relationships['dsp-availabilities'].data).toHaveLength(1);
  });

  it('list their profiles with all attributes', async () => {
    const { id } = await newArtist('Listed');
    await postProfile(201, id, '4', beta('1'));
    const { data } = await get(`/artists/${id}/dsp-availabilities`);
    expect(data[0].attributes).toMatchObject(beta('1'));
  });

  it('are deleted together with their profiles', async () => {
    const { id } = await newArtist('Leaving');
    await postProfile(201, id, '12', delta('5'));
    await postProfile(201, id, '1', alpha('a1'));
    expect(await profilesOf(id)).toHaveLength(3);
    await write('DELETE', 204, `/artists/${id}`);
    expect(await profilesOf(id)).toEqual([]);
  });

  it('leave no profile created during their deletion', async () => {
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
