/** A catalogue in miniature, declared and nothing more: many-to-many, counts, places, rows apart, states, bulk. */
import { beforeAll, describe, expect, it } from 'vitest';
import { call, newAdmin, type Person } from '../../../support/calls.ts';
import { listen } from '../../../support/log.ts';
import { mini } from '../../../support/miniature/index.ts';
import { withTable } from '../../../support/table.ts';

withTable();
let ada: Person;
let eve: Person;
beforeAll(async () => {
  [ada, eve] = await Promise.all([newAdmin(), newAdmin()]);
});

interface Data {
  readonly type: string;
  readonly id?: string;
  readonly attributes?: object;
  readonly relationships?: Readonly<Record<string, { readonly data: unknown }>>;
}

const send = (method: string, status: number, path: string, body?: object, person = ada) =>
  call(mini, status, { method, path, token: person.token, ...(body && { body }) });
const get = async (path: string, person = ada) => (await call(mini, 200, { path, token: person.token })).body;
const post = async (status: number, data: Data, person = ada) =>
  (await send('POST', status, `/${data.type}`, { data }, person)).body;
const patch = async (status: number, data: Data) =>
  (await send('PATCH', status, `/${data.type}/${data.id}`, { data })).body;
const remove = (status: number, type: string, id: string) => send('DELETE', status, `/${type}/${id}`);

const ref = (type: string, id: string) => ({ data: { type, id } });
const refs = (type: string, ids: readonly string[]) => ({ data: ids.map((id) => ({ type, id })) });
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);

let names = 0;
const newLabel = async () =>
  (await post(201, { type: 'labels', attributes: { name: `Label ${++names}` } })).data.id as string;
const newAlbum = async (label?: string) => {
  const relationships = label ? { label: ref('labels', label) } : {};
  return (await post(201, { type: 'albums', attributes: { title: 'Album' }, relationships })).data
    .id as string;
};
const trackOf = (albums: readonly string[], order: number, more: object = {}): Data => ({
  type: 'tracks',
  attributes: { title: `Track ${order}`, order, ...more },
  relationships: { albums: refs('albums', albums) },
});
const newTrack = async (albums: readonly string[], order: number) =>
  (await post(201, trackOf(albums, order))).data.id as string;
const pointersOf = (body: { errors: { source: { pointer: string } }[] }) =>
  body.errors.map(({ source }) => source.pointer);

const pair = (album: string, store: number) => ({
  type: 'album-stores',
  relationships: { album: ref('albums', album), store: ref('stores', String(store)) },
});
const assign = async (status: number, data: readonly object[], headers: Record<string, string> = {}) =>
  (
    await call(mini, status, {
      method: 'POST',
      path: '/album-stores/bulk/assign',
      token: ada.token,
      body: { data },
      headers,
    })
  ).body;

describe('a to-many relationship through a link type', () => {
  it('is written with its record, and served, included and filtered from both sides', async () => {
    const [first, second] = [await newAlbum(), await newAlbum()];
    const track = await newTrack([first, second], 1);
    expect(ids((await get(`/tracks/${track}/albums`)).data)).toEqual([first, second]);
    expect(ids((await get(`/albums/${first}/tracks`)).data)).toEqual([track]);
    expect(ids((await get(`/albums/${first}/relationships/tracks`)).data)).toEqual([track]);
    const album = await get(`/albums/${first}?include=tracks,album-tracks.track`);
    expect(ids(album.data.relationships.tracks.data)).toEqual([track]);
    expect(album.included.map(({ type }: Data) => type).toSorted()).toEqual(['album-tracks', 'tracks']);
    expect(ids((await get(`/tracks?filter[album]=${second}`)).data)).toEqual([track]);
    expect((await get(`/tracks?filter[album]=${second}&filter[title]=nothing`)).data).toEqual([]);
    expect((await get('/tracks?filter[album]=1')).data).toEqual([]);
    const [link] = (await get(`/album-tracks?filter[track]=${track}&filter[album]=${second}`)).data;
    expect(link.attributes.order).toBe(1);
  });

  it('is replaced, added to and taken from, and keeps the links that stay', async () => {
    const [one, two, three] = [await newAlbum(), await newAlbum(), await newAlbum()];
    const track = await newTrack([one, two], 3);
    const kept = ids((await get(`/album-tracks?filter[track]=${track}&filter[album]=${two}`)).data);
    await patch(200, { type: 'tracks', id: track, relationships: { albums: refs('albums', [two, three]) } });
    expect(ids((await get(`/tracks/${track}/albums`)).data)).toEqual([two, three]);
    expect(ids((await get(`/album-tracks?filter[track]=${track}&filter[album]=${two}`)).data)).toEqual(kept);
    const path = `/tracks/${track}/relationships/albums`;
    expect(ids((await send('POST', 200, path, refs('albums', [one, two]))).body.data)).toEqual([
      two,
      three,
      one,
    ]);
    expect(ids((await send('DELETE', 200, path, refs('albums', [two]))).body.data)).toEqual([three, one]);
    expect((await get(`/albums/${two}`)).data.attributes['tracks-count']).toBe(0);
    await send('PATCH', 422, path, { data: [] });
  });

  it('shows nothing to another owner', async () => {
    const album = await newAlbum();
    await newTrack([album], 1);
    expect((await get(`/tracks?filter[album]=${album}`, eve)).data).toEqual([]);
    await send('GET', 403, `/albums/${album}/tracks`, undefined, eve);
    await post(403, trackOf([album], 2), eve);
  });
});

describe('a place in a link list', () => {
  it('is given once, also when two ask for it at the same time', async () => {
    const album = await newAlbum();
    const results = await Promise.allSettled([1, 1, 1].map((order) => newTrack([album], order)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await get(`/albums/${album}`)).data.attributes['tracks-count']).toBe(1);
    const refused = await post(422, trackOf([album], 1));
    expect(refused.errors).toHaveLength(1);
  });

  it('moves with its order, and is free again', async () => {
    const album = await newAlbum();
    await newTrack([album], 1);
    const [link] = (await get(`/album-tracks?filter[album]=${album}`)).data;
    await patch(200, { type: 'album-tracks', id: link.id, attributes: { order: 2 } });
    await newTrack([album], 1);
    await patch(422, { type: 'album-tracks', id: link.id, attributes: { order: 1 } });
  });

  it('takes twelve tracks at once', async () => {
    const album = await newAlbum();
    await Promise.all(Array.from({ length: 12 }, (_, index) => newTrack([album], index + 1)));
    expect((await get(`/albums/${album}`)).data.attributes['tracks-count']).toBe(12);
    expect((await get(`/albums/${album}/tracks?page[size]=50`)).data).toHaveLength(12);
  });

  it('is refused beyond the limit of a record', async () => {
    const albums = await Promise.all(Array.from({ length: 21 }, () => newAlbum()));
    const body = await post(422, trackOf(albums, 1));
    expect(body.errors[0]).toMatchObject({ code: 'limit_reached' });
    await post(201, trackOf(albums.slice(1), 1));
  });
});

describe('a counted relationship', () => {
  it('shows its count, filters by it, and blocks the deletion of what it links to', async () => {
    const label = await newLabel();
    const albums = await Promise.all(Array.from({ length: 10 }, () => newAlbum(label)));
    expect((await get(`/labels/${label}`)).data.attributes['albums-count']).toBe(10);
    expect(ids((await get('/labels?filter[has-albums]=true&page[size]=100')).data)).toContain(label);
    await remove(422, 'labels', label);
    for (const album of albums) await remove(204, 'albums', album);
    expect(ids((await get('/labels?filter[has-albums]=true&page[size]=100')).data)).not.toContain(label);
    await remove(204, 'labels', label);
  });

  it('follows a change of the relationship, without a new version of the record that is counted on', async () => {
    const [from, to] = [await newLabel(), await newLabel()];
    const album = await newAlbum(from);
    const { headers } = await call(mini, 200, { path: `/labels/${to}`, token: ada.token });
    await patch(200, { type: 'albums', id: album, relationships: { label: ref('labels', to) } });
    const after = await call(mini, 200, { path: `/labels/${to}`, token: ada.token });
    expect(after.body.data.attributes['albums-count']).toBe(1);
    expect((await get(`/labels/${from}`)).data.attributes['albums-count']).toBe(0);
    expect(after.headers['ETag']?.split('-')[0]).toBe(headers['ETag']?.split('-')[0]);
  });

  it('leaves one legal outcome when a label is deleted while an album is put on it', async () => {
    for (let turn = 0; turn < 5; turn++) {
      const label = await newLabel();
      const [attached, deleted] = await Promise.allSettled([newAlbum(label), remove(204, 'labels', label)]);
      expect([attached.status, deleted.status].toSorted()).toEqual(['fulfilled', 'rejected']);
    }
  });
});

describe('the deletion of a record', () => {
  it('takes along what cascades, and frees the places', async () => {
    const album = await newAlbum();
    const track = await newTrack([album], 1);
    await remove(422, 'albums', album);
    await remove(204, 'tracks', track);
    expect((await get(`/album-tracks?filter[album]=${album}`)).data).toEqual([]);
    expect((await get(`/albums/${album}`)).data.attributes['tracks-count']).toBe(0);
    await newTrack([album], 1);
  });

  it('takes along more than one transaction holds, but nothing of what cannot be deleted', async () => {
    const album = await newAlbum();
    const stores = Array.from({ length: 95 }, (_, index) => pair(album, index + 1));
    await assign(201, stores.slice(0, 90));
    await assign(201, stores.slice(90));
    const track = await newTrack([album], 1);
    await remove(422, 'albums', album);
    expect((await get(`/album-stores?filter[album]=${album}&page[size]=100`)).data).toHaveLength(95);
    await remove(204, 'tracks', track);
    await remove(204, 'albums', album);
    expect((await get(`/album-stores?filter[album]=${album}`)).data).toEqual([]);
  });
});

describe('an attribute kept apart', () => {
  it('is written when it is sent, read wherever the record is shown, and costs other changes nothing', async () => {
    const album = await newAlbum();
    const credits = Array.from({ length: 200 }, (_, index) => ({
      role: 'engineer',
      name: `Name ${index}`.repeat(20),
    }));
    const { id } = (await post(201, trackOf([album], 1, { credits }))).data;
    const { lines, stop } = listen();
    await patch(200, { type: 'tracks', id, attributes: { title: 'Renamed' } });
    stop();
    expect(lines[0]?.['table']).toMatchObject({ writeUnits: 1 + 2 });
    expect((await get(`/tracks/${id}`)).data.attributes).toMatchObject({ title: 'Renamed', credits });
    expect((await get(`/albums/${album}?include=tracks`)).included[0].attributes.credits).toEqual(credits);
    expect((await get(`/tracks?filter[id]=${id}`)).data[0].attributes.credits).toEqual(credits);
    await patch(200, { type: 'tracks', id, attributes: { credits: [] } });
    expect((await get(`/tracks/${id}`)).data.attributes.credits).toEqual([]);
    const wrong = await patch(422, {
      type: 'tracks',
      id,
      attributes: { credits: [{ role: 'x', name: '' }] },
    });
    expect(pointersOf(wrong)).toEqual(['/data/attributes/credits/0/name']);
  });
});

describe('one open request per album', () => {
  const newRequest = (status: number, album: string) =>
    post(status, { type: 'requests', relationships: { album: ref('albums', album) } });

  it('is refused while another is open, also at once, and its states move by the table', async () => {
    const album = await newAlbum();
    const results = await Promise.allSettled([newRequest(201, album), newRequest(201, album)]);
    const [made] = results.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await get(`/albums/${album}`)).data.attributes.status).toBe('in_review');
    const path = `/requests/${made?.data.id}`;
    const approvals = await Promise.allSettled(
      [200, 200].map((status) => send('POST', status, `${path}/approve`)),
    );
    expect(approvals.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await get(path)).data.attributes.status).toBe('sent');
    expect((await get(`/albums/${album}`)).data.attributes.status).toBe('approved');
    await send('POST', 422, `${path}/reject`);
    await newRequest(201, album);
    expect((await get(`/requests?filter[album]=${album}&filter[status]=sent`)).data).toHaveLength(1);
  });
});

describe('a bulk action', () => {
  it('makes ninety records in one transaction, and answers those that exist already', async () => {
    const album = await newAlbum();
    const existing = (await post(201, pair(album, 7))).data.id;
    const data = Array.from({ length: 90 }, (_, index) => pair(album, index + 1));
    const { lines, stop } = listen();
    const first = await assign(201, data);
    stop();
    // The caller, the album once for each of two attempts, the transaction, and the record that exists.
    expect(lines[0]?.['table']).toMatchObject({ calls: 5 });
    expect(first.data).toHaveLength(90);
    expect(first.data[6].id).toBe(existing);
    expect(ids((await assign(201, data)).data)).toEqual(ids(first.data));
    expect((await get(`/albums/${album}/stores?page[size]=100`)).data).toHaveLength(90);
    expect((await assign(201, [pair(album, 91), pair(album, 91)])).data).toHaveLength(1);
  });

  it('saves nothing when one item is wrong, and points at each', async () => {
    const album = await newAlbum();
    const wrong = [pair(album, 1), pair('17', 2), pair(album, 99)];
    expect(pointersOf(await assign(404, wrong))).toEqual([
      '/data/1/relationships/album',
      '/data/2/relationships/store',
    ]);
    const incomplete = [
      { type: 'album-stores', relationships: { album: ref('albums', album) } },
      pair(album, 1),
    ];
    expect(pointersOf(await assign(422, incomplete))).toEqual(['/data/0/relationships/store']);
    expect(pointersOf(await assign(409, [{ ...pair(album, 1), type: 'albums' }]))).toEqual(['/data/0/type']);
    await assign(422, []);
    await assign(
      422,
      Array.from({ length: 91 }, () => pair(album, 1)),
    );
    expect((await get(`/albums/${album}/stores`)).data).toEqual([]);
  });

  it('is replayed as the list it answered with', async () => {
    const album = await newAlbum();
    const headers = { 'idempotency-key': `bulk-${album}` };
    const data = [pair(album, 1), pair(album, 2)];
    const first = await assign(201, data, headers);
    expect((await assign(201, data, headers)).data).toEqual(first.data);
  });
});

describe('the cost of includes', () => {
  it('is not saved where a write must know the records that it links as last written', async () => {
    const album = await newAlbum();
    const { lines, stop } = listen();
    await post(201, pair(album, 1));
    stop();
    expect(lines[0]?.['table']).toMatchObject({ readUnits: 1 });
  });

  it('is as many table calls for a page of twelve as for a page of two', async () => {
    const label = await newLabel();
    const albums = await Promise.all(Array.from({ length: 12 }, () => newAlbum(label)));
    for (const [index, album] of albums.entries()) await newTrack([album], index + 1);
    const calls = async (size: number) => {
      const { lines, stop } = listen();
      await get(
        `/albums?filter[label]=${label}&include=label,tracks,album-tracks.track,stores&page[size]=${size}`,
      );
      stop();
      return lines[0]?.['table'];
    };
    const few = await calls(2);
    expect(await calls(12)).toMatchObject({ calls: (few as { calls: number }).calls });
    expect((few as { calls: number }).calls).toBeLessThanOrEqual(12);
  });
});
