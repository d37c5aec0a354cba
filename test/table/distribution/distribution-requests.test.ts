import { beforeAll, describe, expect, it } from 'vitest';
import { Table } from '../../../shared/kit/table/table.ts';
import { matchingWork } from '../../../shared/matching/text/matching-work.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { addCounted } from '../../support/distribution/counted.ts';
import {
  ask,
  create,
  newRelease,
  newTrack,
  request,
  requestFor,
} from '../../support/distribution/release.ts';
import { type ErrorShown, shown, shownTo } from '../../support/distribution/shown.ts';
import { approve, command, runStores, useStores } from '../../support/distribution/stores.ts';
import { withTable } from '../../support/table.ts';

withTable();
useStores();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});

const { errorsOf, codesOf, albumOf } = shownTo(() => ada);

describe('a distribution request', () => {
  it('is pending and dated today for a complete album, and starts its review', async () => {
    const { album } = await newRelease(ada);
    const { body, headers } = await ask(ada, 201, 'POST', '/distribution-requests', requestFor(album));
    const { id, attributes } = body.data;
    expect(headers['Location']).toMatch(new RegExp(`/api/v1/distribution-requests/${id}$`));
    expect(attributes).toMatchObject({
      'request-type': 'delivery',
      status: 'pending',
      date: new Date().toISOString().slice(0, 10),
      'deleted-at': null,
    });
    expect(await albumOf(album)).toMatchObject({
      'last-status': 'in_review',
      'qa-status': 'awaiting_review',
    });
    const linked = await ask(ada, 200, 'GET', `/distribution-requests/${id}?include=album,countries,dsps`);
    const types = linked.body.included.map(({ type }: { type: string }) => type);
    expect(types.filter((type: string) => type === 'dsps')).toHaveLength(2);
    expect(types.filter((type: string) => type === 'countries').length).toBeGreaterThan(200);
  });

  it('shows deleted-at only where it is the only record of the response', async () => {
    const { album } = await newRelease(ada);
    const id = await request(ada, album);
    await approve(id);
    const attributesIn = async (path: string, method = 'GET', body?: object) => {
      const { data, included = [] } = (await ask(ada, 200, method, path, body)).body;
      const objects = [data, ...included].flat().filter((each) => each.type === 'distribution-requests');
      expect(objects.length).toBeGreaterThan(0);
      return objects.map(({ attributes }) => attributes);
    };
    const [delivery] = (await ask(ada, 200, 'GET', `/deliveries?filter[album]=${album}`)).body.data;
    const path = `/distribution-requests/${id}`;
    const single = [
      await attributesIn(path),
      await attributesIn(`/deliveries/${delivery.id}/distribution-request`),
    ];
    for (const attributes of single.flat()) expect(attributes).toHaveProperty('deleted-at', null);
    const others = [
      await attributesIn('/distribution-requests'),
      await attributesIn('/distribution-requests?fields[distribution-requests]=deleted-at,status'),
      await attributesIn(`/deliveries/${delivery.id}?include=distribution-request`),
      await attributesIn('/deliveries?include=distribution-request'),
    ];
    for (const attributes of others.flat()) {
      expect(attributes).toHaveProperty('status');
      expect(attributes).not.toHaveProperty('deleted-at');
    }
  });

  it('is rejected for an incomplete album with everything that is missing', async () => {
    const album = await create(ada, 'albums', {
      attributes: {
        title: 'Bare',
        release_date: '2027-01-01',
        'is-explicit': false,
        'rights-owner-year': 2026,
        'rights-owner-name': 'Blue Room',
      },
    });
    const errors = await errorsOf(album);
    expect(errors.map(({ detail }) => detail)).toEqual([
      'The album has no artwork.',
      'The album has no label.',
      'The album has no primary genre.',
      'The album has no language.',
      'The album has no main artist.',
      'The album has no DSP.',
      'The album has no track.',
    ]);
    for (const error of errors)
      expect(error).toMatchObject({
        code: 'album_incomplete',
        source: { pointer: '/data/relationships/album' },
      });
    expect((await albumOf(album))['last-status']).toBe('draft');
  });

  it('is rejected for incomplete tracks with one error each', async () => {
    const { album } = await newRelease(ada, { tracks: 1 });
    await newTrack(ada, album, { order: 4, title: 'Late' });
    const details = (await errorsOf(album)).map(({ detail }) => detail);
    expect(details).toEqual(['The track "Late" has no main artist.', 'Disc 1 has no track with order 2.']);
  });

  it('is the only open one of its album, even if two are created concurrently', async () => {
    const { album } = await newRelease(ada);
    const post = () => ask(ada, 201, 'POST', '/distribution-requests', requestFor(album));
    const responses = await Promise.allSettled([post(), post()]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await codesOf(album)).toEqual(['distribution_request_exists']);
  });

  it.each(['update', 'redelivery', 'takedown'])('needs a sent delivery for type %s', async (type) => {
    const { album } = await newRelease(ada);
    expect(await codesOf(album, type)).toEqual([`${type}_requires_sent_delivery`]);
    await approve(await request(ada, album));
    expect(await codesOf(album, 'delivery')).toEqual(['distribution_request_exists']);
    await runStores();
    expect(await codesOf(album, 'delivery')).toEqual(['distribution_request_exists']);
    await request(ada, album, type);
  });

  it('is rejected for an unknown type together with every other problem', async () => {
    const { album } = await newRelease(ada, { dsps: ['1', '4'] });
    await request(ada, album);
    const dsps = { data: ['1', '3'].map((id) => ({ type: 'dsps', id })) };
    const errors = await errorsOf(album, 'deliver', { dsps, countries: { data: [] } });
    expect(errors.map(({ detail, source }) => [source?.pointer?.split('/').at(-1), detail])).toEqual([
      ['request-type', expect.stringContaining('must be one of')],
      ['album', 'The album already has an open distribution request.'],
      ['dsps', 'DSP 3 is not assigned to the album.'],
      ['countries', expect.stringContaining('must not be empty')],
    ]);
    const none = await errorsOf(album, 'deliver', { dsps: { data: [] } });
    expect(none.map(({ source }) => source?.pointer?.split('/').at(-1))).toEqual([
      'request-type',
      'album',
      'dsps',
    ]);
  });

  it.each(['update', 'redelivery'])(
    'is rejected for type %s together with every other problem',
    async (type) => {
      const { album } = await newRelease(ada);
      await newTrack(ada, album, { order: 3, title: 'Late' });
      const dsps = { data: [{ type: 'dsps', id: '3' }] };
      const errors = await errorsOf(album, type, { dsps, countries: { data: [] } });
      expect(errors.map(({ detail, source }) => [source?.pointer?.split('/').at(-1), detail])).toEqual([
        ['request-type', expect.stringContaining('nothing to update')],
        ['dsps', 'DSP 3 is not assigned to the album.'],
        ['countries', expect.stringContaining('must not be empty')],
        ['album', 'The track "Late" has no main artist.'],
      ]);
    },
  );

  it('accepts DSPs of the album and known countries and rejects others', async () => {
    const { album } = await newRelease(ada, { dsps: ['1', '4'] });
    const dsps = (...ids: string[]) => ({ dsps: { data: ids.map((id) => ({ type: 'dsps', id })) } });
    expect(await errorsOf(album, 'delivery', dsps('3'))).toMatchObject([
      { code: 'dsp_not_available', source: { pointer: '/data/relationships/dsps' } },
    ]);
    expect(await errorsOf(album, 'delivery', dsps())).toHaveLength(1);
    expect(await errorsOf(album, 'delivery', { countries: { data: [] } })).toHaveLength(1);
    const body = requestFor(album, 'delivery', {
      ...dsps('4'),
      countries: { data: [{ type: 'countries', id: '276' }] },
    });
    const { data } = (await ask(ada, 201, 'POST', '/distribution-requests', body)).body;
    expect(data.relationships.dsps.data).toEqual([{ type: 'dsps', id: '4' }]);
    expect(data.relationships.countries.data).toEqual([{ type: 'countries', id: '276' }]);
    const list = await ask(
      ada,
      200,
      'GET',
      `/distribution-requests?filter[album]=${album}&filter[countries]=276,40`,
    );
    expect(list.body.data).toHaveLength(1);
    expect(list.body.meta.page).toHaveProperty('currentPage', 1);
  });

  it('takes an album down from every DSP that has it, assigned or not', async () => {
    const owner = await newAdmin();
    const { album } = await newRelease(owner, { dsps: ['1', '4'] });
    await approve(await request(owner, album));
    await runStores();
    const { body } = await ask(owner, 200, 'GET', `/album-dsps?filter[album]=${album}`);
    await ask(owner, 204, 'DELETE', `/album-dsps/${body.data[1].id}`);
    await command('set-capabilities', { 'user-id': owner.userId, streaming: 'off' });
    const id = await request(owner, album, 'takedown');
    expect((await shown(owner, `/distribution-requests/${id}`)).relationships.dsps.data).toEqual([
      { type: 'dsps', id: '1' },
      { type: 'dsps', id: '4' },
    ]);
    await approve(id);
    await runStores();
    expect((await shown(owner, `/albums/${album}`)).attributes['last-status']).toBe('taken_down');
  });

  it('compares its tracks when its type is no longer takedown', async () => {
    const { album } = await newRelease(ada);
    await approve(await request(ada, album));
    await runStores();
    const id = await request(ada, album, 'takedown');
    const work = () => new Table().get(matchingWork.key(id));
    expect(await work()).toBeUndefined();
    for (const type of ['update', 'takedown', 'update'])
      await ask(ada, 200, 'PATCH', `/distribution-requests/${id}`, {
        data: { type: 'distribution-requests', id, attributes: { 'request-type': type } },
      });
    expect(await work()).toBeDefined();
  });

  it('cannot change to a type with too many deliveries, which leaves some for takedowns', async () => {
    const { album } = await newRelease(ada, { tracks: 1 });
    await approve(await request(ada, album));
    await runStores();
    const id = await request(ada, album, 'takedown');
    const change = (type: string, status: number) =>
      ask(ada, status, 'PATCH', `/distribution-requests/${id}`, {
        data: { type: 'distribution-requests', id, attributes: { 'request-type': type } },
      });
    await addCounted(album, 'deliveries', 997);
    expect((await change('update', 422)).body.errors).toMatchObject([{ code: 'limit_reached' }]);
    await change('takedown', 200);
    await addCounted(album, 'deliveries', -1);
    await change('update', 200);
  });

  it('cannot move to another album and is not compared with it', async () => {
    const { album } = await newRelease(ada);
    const { album: other } = await newRelease(ada);
    const id = await request(ada, album);
    const attributes = { 'request-type': 'update' };
    const move = async (to: string) => {
      const relationships = { album: { data: { type: 'albums', id: to } } };
      const data = { type: 'distribution-requests', id, attributes, relationships };
      const { body } = await ask(ada, 422, 'PATCH', `/distribution-requests/${id}`, { data });
      return body.errors.map(({ detail }: { detail: string }) => detail);
    };
    expect(await move(other)).toEqual(['album cannot be changed later.']);
    expect(await move(album)).toEqual([expect.stringContaining('nothing to update')]);
  });

  it('can change only its type, and only while open', async () => {
    const { album } = await newRelease(ada);
    const first = await request(ada, album);
    const patch = (id: string, type: string, status: number) =>
      ask(ada, status, 'PATCH', `/distribution-requests/${id}`, {
        data: { type: 'distribution-requests', id, attributes: { 'request-type': type } },
      });
    expect((await patch(first, 'update', 422)).body.errors[0].code).toBe('update_requires_sent_delivery');
    await approve(first);
    expect((await patch(first, 'delivery', 422)).body.errors[0].code).toBe('distribution_request_not_open');
    await runStores();
    const second = await request(ada, album, 'update');
    expect((await albumOf(album))['last-status']).toBe('in_review');
    await patch(second, 'takedown', 200);
    expect((await albumOf(album))['last-status']).toBe('delivered');
    await patch(second, 'redelivery', 200);
    expect((await albumOf(album))['last-status']).toBe('in_review');
    await ask(ada, 405, 'DELETE', `/distribution-requests/${second}`);
  });
});

describe('an album in distribution', () => {
  it('cannot be deleted or lose tracks until it is taken down', async () => {
    const { album, tracks } = await newRelease(ada, { dsps: ['4'] });
    const other = (await newRelease(ada, { tracks: 0, dsps: [] })).album;
    const [track = ''] = tracks;
    await request(ada, album);
    const rejected = await ask(ada, 422, 'DELETE', `/tracks/${track}`);
    expect(rejected.body.errors[0].code).toBe('track_in_distribution');
    expect(rejected.body.errors[0].detail).toContain(`album ${album} (`);
    const places = await ask(ada, 200, 'GET', `/album-tracks?filter[album]=${album}`);
    const place = await ask(ada, 422, 'DELETE', `/album-tracks/${places.body.data[0].id}`);
    expect(place.body.errors[0].code).toBe('track_in_distribution');
    const elsewhere = { data: [{ type: 'albums', id: other }] };
    const moved = await ask(ada, 422, 'PATCH', `/tracks/${track}`, {
      data: { type: 'tracks', id: track, relationships: { albums: elsewhere } },
    });
    expect(moved.body.errors[0]).toMatchObject({
      code: 'track_in_distribution',
      source: { pointer: '/data/relationships/albums' },
    });
    const kept = await ask(ada, 422, 'DELETE', `/albums/${album}`);
    expect(kept.body.errors.map(({ code }: ErrorShown) => code)).toEqual(['album_in_distribution']);
    await ask(ada, 200, 'PATCH', `/tracks/${track}`, {
      data: { type: 'tracks', id: track, attributes: { title: 'Renamed' } },
    });
  });

  it('can be deleted once it is taken down everywhere', async () => {
    const { album, tracks } = await newRelease(ada, { dsps: ['4'] });
    await approve(await request(ada, album));
    await runStores();
    await approve(await request(ada, album, 'takedown'));
    await runStores();
    expect((await albumOf(album))['last-status']).toBe('taken_down');
    for (const track of tracks) await ask(ada, 204, 'DELETE', `/tracks/${track}`);
    await ask(ada, 204, 'DELETE', `/albums/${album}`);
  });
});
