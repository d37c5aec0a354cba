/** Statements by one group or two, and with filters. */
import { beforeAll, describe, expect, it, test } from 'vitest';
import { handler as royalties } from '../../../functions/royalties/handler.ts';
import { call, type Person } from '../../support/calls.ts';
import {
  type Asked,
  getStatements,
  lineText,
  type ShownLine,
  shownLines,
  withEarnings,
} from '../../support/earned.ts';
import type { Release } from '../../support/releases.ts';

let ada: Person;
let release: Release;
let amber: string;
let formula: string;
const earned = withEarnings();
beforeAll(() => {
  ({ ada, release, amber, formula } = earned());
});

const get = async (query = '', { person = ada, ...more }: Asked & { readonly person?: Person } = {}) =>
  getStatements(person, query, more);

const shown = async (query = '') => shownLines((await get(query)).body);

describe('a statement', () => {
  test.each([
    [
      'album',
      [
        ['album ALBUM', '2026-01', 17, '-4.7', 'EUR'],
        ['album ALBUM', '2026-01', 1, '7', 'USD'],
        ['album 0', '2026-02', 1, '0.000000000001', 'EUR'],
        ['album ALBUM', '2026-02', 7, '0.5', 'EUR'],
      ],
    ],
    [
      'dsp',
      [
        ['dsp 1', '2026-01', 12, '-4.9', 'EUR'],
        ['dsp 1', '2026-01', 1, '7', 'USD'],
        ['dsp 3', '2026-01', 5, '0.2', 'EUR'],
        ['dsp 1', '2026-02', 8, '0.500000000001', 'EUR'],
      ],
    ],
    [
      'country',
      [
        ['country DE', '2026-01', 5, '0.2', 'EUR'],
        ['country US', '2026-01', 12, '-4.9', 'EUR'],
        ['country US', '2026-01', 1, '7', 'USD'],
        ['country US', '2026-02', 8, '0.500000000001', 'EUR'],
      ],
    ],
  ])('can be grouped by %s', async (group, lines) => {
    const named = lines.map(([name, ...cells]) => [String(name).replace('ALBUM', release.albumId), ...cells]);
    expect(await shown(`group=${group}`)).toEqual(named);
  });

  test.each([
    ['track,country', [`AMBER DE 5 0.2`, `AMBER US 10 0.1`, `AMBER US 1 7 USD`, `FORMULA US 2 -5`]],
    ['country,track', [`AMBER DE 5 0.2`, `AMBER US 10 0.1`, `AMBER US 1 7 USD`, `FORMULA US 2 -5`]],
    ['track,dsp', [`AMBER 1 10 0.1`, `AMBER 1 1 7 USD`, `AMBER 3 5 0.2`, `FORMULA 1 2 -5`]],
    ['album,dsp', [`ALBUM 1 12 -4.9`, `ALBUM 1 1 7 USD`, `ALBUM 3 5 0.2`]],
    ['album, country', [`ALBUM DE 5 0.2`, `ALBUM US 12 -4.9`, `ALBUM US 1 7 USD`]],
    ['dsp,country', [`1 US 12 -4.9`, `1 US 1 7 USD`, `3 DE 5 0.2`]],
  ])('can be grouped by two: %s', async (group, lines) => {
    const range = 'filter[period-from]=2026-01&filter[period-to]=2026-01';
    const { data, meta } = (await get(`group=${group}&${range}`)).body;
    const names = { AMBER: amber, FORMULA: formula, ALBUM: release.albumId };
    const expected = lines.map((line) => line.replace(/[A-Z]{5,}/, (name) => names[name as 'AMBER']));
    expect(data.map(lineText)).toEqual(expected);
    expect(meta.page.total).toBe(lines.length);
    expect(meta.totals).toEqual([
      { currency: 'EUR', plays: 17, revenue: '-4.7' },
      { currency: 'USD', plays: 1, revenue: '7' },
    ]);
  });

  it('shows both members of a line by two groups, and the line by its id', async () => {
    const query = 'group=track,country&page[size]=1&include=track,country&filter[period-to]=2026-01';
    const { data, included } = (await get(query)).body;
    const [line] = data;
    expect(line).toMatchObject({
      id: `${ada.userId}-202601-track-${amber}-country-DE-EUR`,
      attributes: { group: 'track,country', 'isrc-code': 'QZXYZ2600001', plays: 5 },
      relationships: {
        track: { data: { id: amber } },
        country: { data: { id: '276' } },
        album: { data: null },
        dsp: { data: null },
      },
    });
    expect(included).toMatchObject([
      { type: 'tracks', attributes: { title: 'Amber' } },
      { type: 'countries', attributes: { name: 'Germany' } },
    ]);
    const path = `/royalty-statements/${line.id}`;
    expect((await call(royalties, 200, { path, token: ada.token })).body.data).toEqual(line);
  });

  test.each([
    ['filter[track]=AMBER', ['AMBER 15 0.3', 'AMBER 1 7 USD']],
    ['filter[track]=AMBER,FORMULA&group=dsp', ['1 12 -4.9', '1 1 7 USD', '3 5 0.2']],
    ['filter[track]=17', []],
    ['filter[dsp]=3', ['AMBER 5 0.2']],
    ['filter[dsp]=1&group=track,country', ['AMBER US 10 0.1', 'AMBER US 1 7 USD', 'FORMULA US 2 -5']],
    ['filter[dsp]=3,1&filter[country]=US&group=album', ['ALBUM 12 -4.9', 'ALBUM 1 7 USD']],
    ['filter[country]=DE,US&filter[track]=AMBER&group=country', ['DE 5 0.2', 'US 10 0.1', 'US 1 7 USD']],
    ['filter[album]=ALBUM&group=country', ['DE 5 0.2', 'US 12 -4.9', 'US 1 7 USD']],
    ['filter[album]=ALBUM&filter[track]=FORMULA&filter[dsp]=1&filter[country]=US&group=dsp', ['1 2 -5']],
    ['filter[album]=0&group=country', []],
    ['filter[country]=BR', []],
  ])('has the lines of ?%s, with ids that find them', async (sent, lines) => {
    const names = { AMBER: amber, FORMULA: formula, ALBUM: release.albumId };
    const named = (text: string) => text.replace(/AMBER|FORMULA|ALBUM/g, (name) => names[name as 'AMBER']);
    const query = named(sent);
    const range = 'filter[period-from]=2026-01&filter[period-to]=2026-01';
    const { data, meta } = (await get(`${query}&${range}`)).body;
    expect(data.map(lineText)).toEqual(lines.map(named));
    expect(meta.page.total).toBe(lines.length);
    const revenue = meta.totals.map((total: { revenue: string }) => total.revenue).join();
    const csv = await get(`${query}&${range}`, { headers: { accept: 'text/csv' } });
    expect(String(csv.body).split('\r\n')).toHaveLength(lines.length + 2);
    const sums = Object.groupBy(lines, (line) => (line.endsWith('USD') ? 'USD' : 'EUR'));
    expect(revenue === '').toBe(lines.length === 0);
    expect(meta.totals.map(({ currency }: { currency: string }) => currency)).toEqual(
      Object.keys(sums).sort(),
    );
    for (const line of data) {
      const path = `/royalty-statements/${line.id}`;
      expect((await call(royalties, 200, { path, token: ada.token })).body.data).toEqual(line);
    }
  });

  it('has the tracks without an album with filter[album]=0', async () => {
    const { data } = (await get('filter[album]=0&group=album,country&filter[period-from]=2026-02')).body;
    expect(data.map(({ id }: ShownLine) => id)).toEqual([`${ada.userId}-202602-album-0-country-US-EUR`]);
  });

  it('has no line with an id of reordered, repeated or incompatible groups', async () => {
    for (const members of [
      `country-DE-track-${amber}`,
      `track-${amber}-track-${amber}`,
      `track-${amber}-album-${release.albumId}`,
    ]) {
      const path = `/royalty-statements/${ada.userId}-202601-${members}-EUR`;
      await call(royalties, 404, { path, token: ada.token });
    }
  });
});
