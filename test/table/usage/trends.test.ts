import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { handler as albums } from '../../../functions/albums/handler.ts';
import { handler as artists } from '../../../functions/artists/handler.ts';
import { handler as tracks } from '../../../functions/tracks/handler.ts';
import type { ApiHandler } from '../../../shared/kit/http/stack.ts';
import { call, newAdmin, type Person } from '../../support/calls.ts';
import { givePlays } from '../../support/plays.ts';
import { create, newRelease } from '../../support/releases.ts';
import { withTable } from '../../support/table.ts';

withTable({ tokenLifetimeSeconds: 365 * 86_400 });
let ada: Person;
let grace: Person;
let track: string;
let album: string;
let other: string;
let artist: string;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T12:00:00Z') });
  [ada, grace] = [await newAdmin(), await newAdmin()];
  const release = await newRelease(ada, [{ title: 'Amber' }]);
  [track = '', album] = [release.trackIds[0], release.albumId];
  other = (await newRelease(ada, [{ title: 'Other' }])).albumId;
  artist = await create(ada, 'artists', { attributes: { name: 'Nia Calder' } });
  await givePlays({ type: 'tracks', id: track }, [
    { date: '2026-11-20', plays: 3 },
    { date: '2026-11-20', country: 'DE', plays: 4 },
    { date: '2026-11-20', dsp: '12', plays: 5 },
    { date: '2026-11-20', dsp: '4', plays: 6 },
    { date: '2026-11-22', plays: 0 },
    { date: '2026-10-24', plays: 7 },
    { date: '2026-10-23', plays: 8 },
    { date: '2024-02-29', plays: 9 },
    { date: '2026-11-23', plays: 10 },
  ]);
  await givePlays(
    { type: 'tracks', id: track },
    [{ date: '2026-11-20', country: 'DE', plays: 40 }],
    'second',
  );
  await givePlays({ type: 'artists', id: artist }, [
    { date: '2026-11-20', album: other, plays: 2 },
    { date: '2026-11-20', album, plays: 1 },
    { date: '2026-11-20', album: null, plays: 3 },
  ]);
});
afterAll(() => void vi.useRealTimers());

const get = async (handler: ApiHandler, path: string, { status = 200, person = ada } = {}) =>
  (await call(handler, status, { path, token: person.token })).body;
const ofTrack = (query = '') => get(tracks, `/tracks/${track}/trends?${query}`);

interface Shown {
  readonly attributes: { readonly date: string; readonly country: string; readonly plays: number };
  readonly relationships: Readonly<Record<string, { readonly data: { readonly id: string } | null }>>;
}
const shown = ({ data }: { data: readonly Shown[] }) =>
  data.map(({ attributes: { date, country, plays }, relationships }) =>
    [date, relationships['dsp']?.data?.id, country, plays].join(' '),
  );
const plays = ({ data }: { data: readonly Shown[] }) => data.map(({ attributes }) => attributes.plays);

describe('the trends of a track', () => {
  it('ignore the request body, as every GET does', async () => {
    const path = `/tracks/${track}/trends`;
    expect((await call(tracks, 200, { path, token: ada.token, body: '{"data":' })).body).toEqual(
      await get(tracks, path),
    );
  });

  it('cover the last 30 days by default, newest first, and sum report lines', async () => {
    expect(shown(await ofTrack())).toEqual([
      '2026-11-22 1 US 0',
      '2026-11-20 1 DE 44',
      '2026-11-20 1 US 3',
      '2026-11-20 4 US 6',
      '2026-11-20 12 US 5',
      '2026-10-24 1 US 7',
    ]);
  });

  it('have attributes, relationships and a stable id', async () => {
    const { data, meta } = await ofTrack('page[size]=1&page[number]=2');
    expect(meta).toEqual({ page: { currentPage: 2, from: 2, lastPage: 6, perPage: 1, to: 2, total: 6 } });
    expect(data).toMatchObject([
      {
        type: 'track-trends',
        id: `${track}-20261120-1-DE`,
        attributes: { date: '2026-11-20', country: 'DE', plays: 44 },
        relationships: {
          dsp: { data: { type: 'dsps', id: '1' } },
          album: { data: { type: 'albums', id: album } },
        },
        links: { self: `http://localhost:3000/api/v1/track-trends/${track}-20261120-1-DE` },
      },
    ]);
  });

  test.each([
    [
      'a range of years',
      'filter[date-from]=2024-02-29&filter[date-to]=2026-11-23',
      [10, 0, 44, 3, 6, 5, 7, 8, 9],
    ],
    ['up to today', 'filter[date-from]=2026-11-20', [0, 44, 3, 6, 5]],
    ['the 30 days up to a day', 'filter[date-to]=2026-11-19', [7, 8]],
    ['one day', 'filter[date-from]=2026-10-23&filter[date-to]=2026-10-23', [8]],
    ['several DSPs', 'filter[dsp]=12,4', [6, 5]],
    ['a DSP without plays', 'filter[dsp]=9', []],
    ['a DSP that nobody has', 'filter[dsp]=x', []],
    ['countries', 'filter[country]=DE,FR', [44]],
    ['a country of a DSP', 'filter[country]=US&filter[dsp]=1', [0, 3, 7]],
    ['a page in the middle', 'page[size]=2&page[number]=2', [3, 6]],
    ['the last page', 'page[size]=4&page[number]=2', [5, 7]],
    ['a page after the last', 'page[size]=4&page[number]=3', []],
  ])('can be limited to %s', async (_, query, expected) => {
    expect(plays(await ofTrack(query))).toEqual(expected);
  });

  it('can include DSPs and album', async () => {
    const { included } = await ofTrack('include=dsp,album');
    expect(included.map(({ type, id }: { type: string; id: string }) => [type, id])).toEqual([
      ['dsps', '1'],
      ['dsps', '4'],
      ['dsps', '12'],
      ['albums', album],
    ]);
  });

  test.each([
    ['filter[date-from]=2026-02-30', 'filter[date-from]'],
    ['filter[date-to]=yesterday', 'filter[date-to]'],
    ['filter[date-from]=2026-11-02&filter[date-to]=2026-11-01', 'filter[date-from]'],
    ['filter[plays]=1', 'filter[plays]'],
    ['sort=date', 'sort'],
    ['include=track', 'include'],
    ['page[size]=101', 'page[size]'],
  ])('are rejected with %s', async (query, parameter) => {
    const { errors } = await get(tracks, `/tracks/${track}/trends?${query}`, { status: 400 });
    expect(errors).toMatchObject([{ source: { parameter } }]);
  });

  it("are forbidden for another owner's track", async () => {
    await get(tracks, `/tracks/${track}/trends`, { person: grace, status: 403 });
    await get(tracks, '/tracks/17/trends', { status: 404 });
  });
});

describe('the trends of an artist', () => {
  it('are separate for each album', async () => {
    const { data } = await get(artists, `/artists/${artist}/trends`);
    expect(data.map(({ id }: { id: string }) => id)).toEqual([
      `${artist}-20261120-1-US-0`,
      `${artist}-20261120-1-US-${album}`,
      `${artist}-20261120-1-US-${other}`,
    ]);
    expect(plays({ data })).toEqual([3, 1, 2]);
    expect(data[0].relationships.album.data).toBeNull();
  });
});

it("an album's trends link to it", async () => {
  await givePlays({ type: 'albums', id: album }, [{ date: '2026-11-20', plays: 2 }]);
  const { data } = await get(albums, `/albums/${album}/trends`);
  expect(data).toMatchObject([
    { type: 'album-trends', relationships: { album: { data: { id: album } } }, attributes: { plays: 2 } },
  ]);
});

describe('a single trend', () => {
  it('is found by id at any date', async () => {
    const { data } = await get(tracks, `/track-trends/${track}-20240229-1-US`);
    expect(data.attributes).toEqual({ date: '2024-02-29', country: 'US', plays: 9 });
    const one = await get(artists, `/artist-trends/${artist}-20261120-1-US-${other}`);
    expect(one.data.attributes.plays).toBe(2);
  });

  test.each(['20240229-1-DE', '20240228-1-US', '20240229-4-US', '20241329-1-US', '2024-1-US'])(
    'is not found by the id %s',
    async (rest) => {
      await get(tracks, `/track-trends/${track}-${rest}`, { status: 404 });
    },
  );

  it('is forbidden for another owner', async () => {
    await get(tracks, `/track-trends/${track}-20240229-1-US`, { person: grace, status: 403 });
  });
});
