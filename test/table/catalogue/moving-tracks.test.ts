/** Moving a track between others of its album, in one request. */
import { beforeAll, describe, expect, it } from 'vitest';
import { newAdmin, type Person } from '../../support/calls.ts';
import { catalogueCalls, errorsOf } from '../../support/catalogue-calls.ts';
import { withTable } from '../../support/table.ts';

withTable();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});
const { get, patch, newAlbum, newTrack, newPlace } = catalogueCalls(() => ada);
const meta = { shift: true };

interface Placed {
  readonly id: string;
  readonly attributes: { readonly disc: number; readonly order: number };
  readonly relationships: { readonly track: { readonly data: { readonly id: string } } };
}

const placesOn = async (album: string): Promise<Placed[]> =>
  (await get(`/album-tracks?filter[album]=${album}&sort=disc,order&page[size]=100`)).data;

/** @returns the numbers of the tracks, in their order, each with its place. */
async function orderOn(album: string, all: readonly string[]): Promise<string[]> {
  return (await placesOn(album)).map(
    ({ attributes: { disc, order }, relationships: { track } }) =>
      `${disc}.${order}: ${all.indexOf(track.data.id) + 1}`,
  );
}

async function albumOf(count: number) {
  const album = await newAlbum();
  const all: string[] = [];
  for (let order = 1; order <= count; order++) all.push(await newTrack([album], { order }));
  const placeOf = async (number: number) =>
    (await placesOn(album)).find(({ relationships }) => relationships.track.data.id === all[number - 1])
      ?.id ?? '';
  return { album, all, placeOf };
}

const inOrder = (numbers: readonly number[]) => numbers.map((number, index) => `1.${index + 1}: ${number}`);

describe('a track that is moved with shift', () => {
  it('gets its place in one request, and the tracks between move by one', async () => {
    const { album, all, placeOf } = await albumOf(12);
    await patch(200, 'album-tracks', await placeOf(12), { attributes: { order: 1 }, meta });
    expect(await orderOn(album, all)).toEqual(inOrder([12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]));
    await patch(200, 'album-tracks', await placeOf(2), { attributes: { order: 5 }, meta });
    expect(await orderOn(album, all)).toEqual(inOrder([12, 1, 3, 4, 2, 5, 6, 7, 8, 9, 10, 11]));
    const shown = await Promise.all(all.map((id) => get(`/tracks/${id}`)));
    expect(shown.map(({ data }) => data.attributes.order)).toEqual([2, 5, 3, 4, 6, 7, 8, 9, 10, 11, 12, 1]);
  });

  it('leaves no gap on its disc, and makes room on another', async () => {
    const { album, all, placeOf } = await albumOf(5);
    await patch(200, 'album-tracks', await placeOf(4), { attributes: { disc: 2, order: 1 } });
    await patch(200, 'album-tracks', await placeOf(5), { attributes: { disc: 2, order: 2 } });
    await patch(200, 'album-tracks', await placeOf(2), { attributes: { disc: 2, order: 1 }, meta });
    expect(await orderOn(album, all)).toEqual(['1.1: 1', '1.2: 3', '2.1: 2', '2.2: 4', '2.3: 5']);
  });

  it('is moved on each of its albums by a PATCH of the track', async () => {
    const { album, all } = await albumOf(3);
    const other = await newAlbum();
    const [, , third = ''] = all;
    await newPlace(other, all[0] ?? '', { order: 1 });
    await newPlace(other, third, { order: 2 });
    await patch(200, 'tracks', third, { attributes: { order: 1 }, meta });
    expect(await orderOn(album, all)).toEqual(inOrder([3, 1, 2]));
    expect(await orderOn(other, all)).toEqual(inOrder([3, 1]));
    // The others show their place on their oldest album.
    expect((await get(`/tracks/${all[0]}`)).data.attributes.order).toBe(2);
  });

  it('ends up as if a concurrent move had come before or after it', async () => {
    const { album, all, placeOf } = await albumOf(6);
    const [first, last] = [await placeOf(1), await placeOf(6)];
    await Promise.all([
      patch(200, 'album-tracks', first, { attributes: { order: 6 }, meta }),
      patch(200, 'album-tracks', last, { attributes: { order: 1 }, meta }),
    ]);
    expect(await orderOn(album, all)).toEqual(inOrder([6, 2, 3, 4, 5, 1]));
  });

  it('moves at most 40 others, and the error says how far it can be moved', async () => {
    const { album, all, placeOf } = await albumOf(42);
    const [first, last] = [await placeOf(1), await placeOf(42)];
    const rejectedTo = async (place: string, order: number) => {
      const rejected = await patch(422, 'album-tracks', place, { attributes: { order }, meta });
      expect(errorsOf(rejected)).toEqual(['too_many_changes /data/attributes/order']);
      return rejected.body.errors[0].detail;
    };
    const sentence =
      'This moves 41 other tracks, which are too many for one request. Move the track to order';
    expect(await rejectedTo(first, 42)).toBe(`${sentence} 41 first.`);
    expect(await rejectedTo(last, 1)).toBe(`${sentence} 2 first.`);
    await patch(200, 'album-tracks', last, { attributes: { order: 2 }, meta });
    expect((await orderOn(album, all)).slice(0, 3)).toEqual(['1.1: 1', '1.2: 42', '1.3: 2']);
    await patch(200, 'album-tracks', last, { attributes: { order: 1 }, meta });
    expect((await orderOn(album, all)).slice(0, 3)).toEqual(['1.1: 42', '1.2: 1', '1.3: 2']);
  });

  it.each([
    [2, 35],
    [3, 29],
  ])('on %i albums moves at most %i others', async (albums, most) => {
    // To the second place, the track passes one other on each further album.
    const count = most - (albums - 1) + 2;
    const { album, all } = await albumOf(count);
    const [first = '', second = '', last = ''] = [all[0], all[1], all.at(-1)];
    for (let further = 1; further < albums; further++) {
      const other = await newAlbum();
      for (const [index, id] of [first, second, last].entries())
        await newPlace(other, id, { order: index + 1 });
    }
    const rejected = await patch(422, 'tracks', last, { attributes: { order: 1 }, meta });
    const detail = `This moves ${most + albums} other tracks, which are too many for one request. Move the track in several steps.`;
    expect(rejected.body.errors[0].detail).toBe(detail);
    await patch(200, 'tracks', last, { attributes: { order: 2 }, meta });
    expect((await orderOn(album, all)).slice(0, 3)).toEqual(['1.1: 1', `1.2: ${count}`, '1.3: 2']);
  });

  it.each(['yes', 1, null])('needs true or false, not %j', async (shift) => {
    const { all, placeOf } = await albumOf(1);
    for (const [type, id] of [
      ['album-tracks', await placeOf(1)],
      ['tracks', all[0] ?? ''],
    ] as const)
      expect(errorsOf(await patch(422, type, id, { attributes: { order: 2 }, meta: { shift } }))).toEqual([
        'invalid_value /data/meta/shift',
      ]);
  });
});

describe('a place that is taken', () => {
  it.each([{}, { meta: { shift: false } }])('is a 422 that names the track, with %j', async (more) => {
    const { all, placeOf } = await albumOf(2);
    const place = await placeOf(2);
    const rejected = await patch(422, 'album-tracks', place, { attributes: { order: 1 }, ...more });
    expect(errorsOf(rejected)).toEqual(['value_taken /data/attributes/order']);
    expect(rejected.body.errors[0].detail).toContain(`It is track ${all[0]}.`);
    const beside = await patch(422, 'album-tracks', place, { attributes: { order: 1, disc: 0 }, ...more });
    expect(errorsOf(beside)).toEqual([
      'invalid_value /data/attributes/disc',
      'value_taken /data/attributes/order',
    ]);
    expect(beside.body.errors[1].detail).toBe(rejected.body.errors[0].detail);
  });
});
