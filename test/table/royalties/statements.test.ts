/** GET /royalties/statements: lines, ranges, what was deleted, and CSV. */
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { handler as albums } from '../../../functions/albums/handler.ts';
import { handler as royalties } from '../../../functions/royalties/handler.ts';
import { handler as tracks } from '../../../functions/tracks/handler.ts';
import { MEDIA_TYPE } from '../../../shared/kit/jsonapi/types.ts';
import { call, newAdmin, type Person } from '../../support/calls.ts';
import { listen } from '../../support/log.ts';
import { newRelease, type Release } from '../../support/releases.ts';
import { changeRevenue, giveEarned, giveRevenue } from '../../support/royalties.ts';
import { withTable } from '../../support/table.ts';

withTable({ tokenLifetimeSeconds: 365 * 86_400 });
let ada: Person;
let grace: Person;
let release: Release;
let amber: string;
let formula: string;
const GONE = '17';

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-15T12:00:00Z') });
  [ada, grace] = [await newAdmin(), await newAdmin()];
  release = await newRelease(ada, [{ title: 'Amber' }, { title: '=1+1, "x"' }], { title: '@home' });
  [amber = '', formula = ''] = release.trackIds;
  const { albumId: album } = release;
  await giveEarned(ada, [
    { month: '2026-01', track: amber, album, plays: 10, revenue: '0.1', isrc: 'QZXYZ2600001' },
    { month: '2026-01', track: amber, album, plays: 5, revenue: '0.2', dsp: '3', country: 'DE' },
    { month: '2026-01', track: amber, album, plays: 1, revenue: '7', currency: 'USD' },
    { month: '2026-01', track: formula, album, plays: 2, revenue: '-5', isrc: 'QZXYZ2600002' },
    { month: '2026-02', track: amber, album, plays: 3, revenue: '0' },
    { month: '2026-02', track: GONE, album: null, revenue: '0.000000000001', isrc: 'QZXYZ2600009' },
    { month: '2025-01', track: amber, album, plays: 100, revenue: '1' },
  ]);
  await giveEarned(ada, [{ month: '2026-02', track: amber, album, plays: 4, revenue: '0.5' }], 'second');
  await giveEarned(grace, [{ month: '2026-01', track: '99', revenue: '1000' }]);
});
afterAll(() => void vi.useRealTimers());

const get = async (query = '', { status = 200, person = ada, headers = {} } = {}) =>
  call(royalties, status, { path: `/royalties/statements?${query}`, token: person.token, headers });

interface Shown {
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

const shown = async (query = '') => {
  const { data } = (await get(query)).body;
  return data.map(({ id, attributes }: Shown) => {
    const { period, plays, revenue, currency } = attributes;
    return [id.split('-').slice(2, -1).join(' '), period, plays, revenue, currency];
  });
};

/** The members, plays, revenue, and the currency unless it is EUR. */
const lineText = ({ id, attributes }: Shown): string => {
  const members = id.match(/-[a-z]+-(\w+)/g)?.map((each) => each.split('-')[2]);
  const { plays, revenue, currency } = attributes;
  return [...(members ?? []), plays, revenue, ...(currency === 'EUR' ? [] : [currency])].join(' ');
};

describe('a statement', () => {
  it('has a line per month, track and currency, oldest month first', async () => {
    expect(await shown()).toEqual([
      [`track ${amber}`, '2026-01', 15, '0.3', 'EUR'],
      [`track ${amber}`, '2026-01', 1, '7', 'USD'],
      [`track ${formula}`, '2026-01', 2, '-5', 'EUR'],
      [`track ${GONE}`, '2026-02', 1, '0.000000000001', 'EUR'],
      [`track ${amber}`, '2026-02', 7, '0.5', 'EUR'],
    ]);
  });

  it('shows lines as records, with sums over all pages', async () => {
    const { body, headers } = await get('page[size]=1&include=track');
    const id = `${ada.userId}-202601-track-${amber}-EUR`;
    expect(body.data[0]).toMatchObject({
      type: 'royalty-statements',
      id,
      attributes: {
        period: '2026-01',
        group: 'track',
        plays: 15,
        revenue: '0.3',
        currency: 'EUR',
        'isrc-code': 'QZXYZ2600001',
      },
      relationships: { track: { data: { type: 'tracks', id: amber } }, album: { data: null } },
    });
    expect(body.meta).toEqual({
      page: { currentPage: 1, from: 1, lastPage: 5, perPage: 1, to: 1, total: 5 },
      totals: [
        { currency: 'EUR', plays: 25, revenue: '-4.199999999999' },
        { currency: 'USD', plays: 1, revenue: '7' },
      ],
    });
    expect(body.included).toMatchObject([{ type: 'tracks', id: amber, attributes: { title: 'Amber' } }]);
    expect(headers['Vary']).toBe('Accept');
    const { data } = (await call(royalties, 200, { path: `/royalty-statements/${id}`, token: ada.token }))
      .body;
    expect(data).toEqual(body.data[0]);
    expect(body.links.last).toContain('/royalties/statements?');
  });

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
  ])('can be by two: %s', async (group, lines) => {
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

  it('by two shows both members, and its lines can be read by id', async () => {
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
  ])('has the lines of ?%s, whose ids are of these lines', async (sent, lines) => {
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
    expect(data.map(({ id }: Shown) => id)).toEqual([`${ada.userId}-202602-album-0-country-US-EUR`]);
  });

  it('has no line with an id that names groups in another order, twice, or that do not go together', async () => {
    for (const members of [
      `country-DE-track-${amber}`,
      `track-${amber}-track-${amber}`,
      `track-${amber}-album-${release.albumId}`,
    ]) {
      const path = `/royalty-statements/${ada.userId}-202601-${members}-EUR`;
      await call(royalties, 404, { path, token: ada.token });
    }
  });

  test.each([
    ['', 5],
    ['filter[period-from]=2026-02', 2],
    ['filter[period-to]=2026-01', 3],
    ['filter[period-to]=2025-12', 1],
    ['filter[period-from]=2026-02&filter[period-to]=2026-02', 2],
    ['filter[period-from]=2024-07&filter[period-to]=2026-06', 6],
    ['filter[period-from]=2027-01', 0],
  ])('covers a range of months: ?%s has %d lines', async (query, count) => {
    expect((await get(query)).body.meta.page.total).toBe(count);
  });

  test.each([
    ['group=label', 400, 'group'],
    ['group=', 400, 'group'],
    ['group=track,album', 400, 'group'],
    ['group=track,track', 400, 'group'],
    ['group=track,dsp,country', 400, 'group'],
    ['group=track,', 400, 'group'],
    ['filter[track]=x', 400, 'filter[track]'],
    ['filter[track]=', 400, 'filter[track]'],
    ['filter[dsp]=Spotify', 400, 'filter[dsp]'],
    ['filter[country]=us', 400, 'filter[country]'],
    ['filter[country]=276', 400, 'filter[country]'],
    [`filter[track]=${Array.from({ length: 21 }, (_, at) => at + 1)}`, 400, 'filter[track]'],
    ['filter[group]=track', 400, 'filter[group]'],
    ['group=track&group=dsp', 400, 'group'],
    ['group[x]=track', 400, 'group[x]'],
    ['sort=period', 400, 'sort'],
    ['page[size]=101', 400, 'page[size]'],
    ['filter[period-from]=2026-13', 422, 'filter[period-from]'],
    ['filter[period-from]=2026-02&filter[period-to]=2026-01', 422, 'filter[period-from]'],
    ['filter[period-from]=2024-06&filter[period-to]=2026-06', 422, 'filter[period-from]'],
    ['filter[period-from]=2020-01', 422, 'filter[period-from]'],
  ])('rejects ?%s with %i', async (query, status, parameter) => {
    const { errors } = (await get(query, { status })).body;
    expect(errors.map(({ source }: { source: object }) => source)).toEqual([{ parameter }]);
  });

  it('keeps the earnings of deleted tracks and albums under their ids', async () => {
    const { albumId, trackIds } = await newRelease(grace, [{ title: 'Gone' }]);
    const [track = ''] = trackIds;
    await giveEarned(grace, [{ month: '2026-03', track, album: albumId }]);
    await call(tracks, 204, { method: 'DELETE', path: `/tracks/${track}`, token: grace.token });
    await call(albums, 204, { method: 'DELETE', path: `/albums/${albumId}`, token: grace.token });
    for (const [group, id] of [
      ['track', track],
      ['album', albumId],
    ]) {
      const query = `group=${group}&filter[period-from]=2026-03&include=${group}`;
      const { body } = await get(query, { person: grace });
      expect(body.data[0].relationships[String(group)].data.id).toBe(id);
      expect(body.included).toEqual([]);
      const related = `/royalty-statements/${body.data[0].id}/${group}`;
      expect((await call(royalties, 200, { path: related, token: grace.token })).body.data).toBeNull();
      const csv = await get(`group=${group}&filter[period-from]=2026-03`, {
        person: grace,
        headers: { accept: 'text/csv' },
      });
      expect(csv.body).toContain(`\r\n2026-03,${id},`);
    }
  });

  it('covers only its caller', async () => {
    const path = `/royalty-statements/${ada.userId}-202601-track-${amber}-EUR`;
    await call(royalties, 403, { path, token: grace.token });
    const unknown = `/royalty-statements/${ada.userId}-202601-track-18-EUR`;
    await call(royalties, 404, { path: unknown, token: ada.token });
    await call(royalties, 404, { path: '/royalty-statements/17', token: ada.token });
    const { body } = await get('', { person: grace });
    expect(body.data.map(({ id }: Shown) => id.split('-')[0])).not.toContain(ada.userId);
  });

  it('is a 500 that names the month in the log if its lines do not sum to the balance', async () => {
    const person = await newAdmin();
    await giveEarned(person, [{ month: '2026-01', track: '1', revenue: '1' }]);
    await changeRevenue(person, { run: 'next' });
    const { lines, stop } = listen();
    await get('', { person, status: 500 });
    stop();
    expect(JSON.stringify(lines)).toContain(
      `The row usage-revenue#${person.userId} #2026-01 cannot be read.`,
    );
    const line = `/royalty-statements/${person.userId}-202601-track-1-EUR`;
    for (const path of [line, `${line}/track`, `${line}/relationships/track`])
      await call(royalties, 500, { path, token: person.token });
    // Other months are shown.
    await get('filter[period-from]=2026-02', { person });
  });

  it('has null as the country of lines from unlisted countries', async () => {
    const person = await newAdmin();
    await giveEarned(person, [{ month: '2026-01', track: '1', country: 'XX' }]);
    const { body } = await get('group=country&include=country', { person });
    expect(body.data[0]).toMatchObject({
      id: `${person.userId}-202601-country-XX-EUR`,
      relationships: { country: { data: null } },
    });
    expect(body.data[0].attributes.revenue).toBe('1');
  });

  it('is not shown while lines of a moved import are missing', async () => {
    const person = await newAdmin();
    await giveRevenue(person, [{ month: '2026-01', amount: '1' }]);
    const { headers, body } = await get('', { person, status: 503 });
    expect(headers['Retry-After']).toBe('1');
    expect(body.errors[0]).toMatchObject({
      code: 'statement_in_preparation',
      detail: expect.stringContaining('2026-01'),
    });
  });
});

describe('a statement as CSV', () => {
  const csv = async (query = '', accept = 'text/csv') => get(query, { headers: { accept } });

  it('has the whole range with a header and track titles', async () => {
    const { body, headers } = await csv();
    expect(body).toBe(
      [
        'period,track_id,isrc,title,plays,revenue,currency',
        `2026-01,${amber},QZXYZ2600001,Amber,15,0.3,EUR`,
        `2026-01,${amber},QZXYZ2600001,Amber,1,7,USD`,
        `2026-01,${formula},QZXYZ2600002,"'=1+1, ""x""",2,-5,EUR`,
        `2026-02,${GONE},QZXYZ2600009,,1,0.000000000001,EUR`,
        `2026-02,${amber},QZXYZ2600001,Amber,7,0.5,EUR`,
        '',
      ].join('\r\n'),
    );
    expect(headers).toMatchObject({
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': 'attachment; filename="royalties-2025-07-to-2026-06-by-track.csv"',
      Vary: 'Accept',
    });
  });

  test.each([
    ['album', 'period,album_id,upc,title,plays,revenue,currency', () => `2026-02,,,,1,0.000000000001,EUR`],
    [
      'album',
      'period,album_id,upc,title,plays',
      () => `2026-01,${release.albumId},${release.upc},'@home,17,-4.7,EUR`,
    ],
    ['dsp', 'period,dsp_id,dsp,plays,revenue,currency', () => '2026-01,3,Epsilon,5,0.2,EUR'],
    ['country', 'period,country,country_name,plays,revenue,currency', () => '2026-01,DE,Germany,5,0.2,EUR'],
    [
      'track,country&filter[period-to]=2026-01',
      'period,track_id,isrc,title,country,country_name,plays,revenue,currency',
      () => `2026-01,${amber},QZXYZ2600001,Amber,DE,Germany,5,0.2,EUR`,
    ],
    [
      'dsp,album&filter[period-to]=2026-01',
      'period,album_id,upc,title,dsp_id,dsp,plays,revenue,currency',
      () => `2026-01,${release.albumId},${release.upc},'@home,3,Epsilon,5,0.2,EUR`,
    ],
  ])('names the members of each group: %s', async (group, header, line) => {
    const { body } = await csv(`group=${group}`);
    expect(body.startsWith(header)).toBe(true);
    expect(body).toContain(`\r\n${line()}\r\n`);
  });

  it('has only a header without earnings', async () => {
    const { body } = await csv('filter[period-from]=2026-06&group=dsp');
    expect(body).toBe('period,dsp_id,dsp,plays,revenue,currency\r\n');
  });

  test.each([
    ['text/csv', true],
    ['TEXT/CSV; charset=utf-8', true],
    ['text/*', true],
    [`text/csv, ${MEDIA_TYPE};q=0.9`, true],
    [`${MEDIA_TYPE};a=b, text/csv`, true],
    ['text/csv, */*;q=0.8', true],
    ['text/csv, */*', true],
    ['*/*', false],
    ['', false],
    ['text/html', false],
    ['text/html, */*;q=0.8', false],
    [`text/csv, ${MEDIA_TYPE}`, false],
    [`text/csv;q=0.5, ${MEDIA_TYPE}`, false],
    ['text/csv;q=0, */*', false],
    ['text/csv;q=0', false],
  ])('is returned for Accept: %s? %s', async (accept, isCsv) => {
    const { headers } = await csv('', accept);
    expect(headers['Content-Type']?.startsWith('text/csv')).toBe(isCsv);
  });

  it('does not satisfy JSON:API with parameters, which returns 406', async () => {
    await get('', { status: 406, headers: { accept: `${MEDIA_TYPE};a=b` } });
    await get('', { status: 406, headers: { accept: `${MEDIA_TYPE};a=b, text/csv;q=0` } });
  });

  it('is not paged', async () => {
    const { errors } = (
      await get('page[size]=1&include=track&fields[tracks]=title', {
        status: 400,
        headers: { accept: 'text/csv' },
      })
    ).body;
    expect(errors.map(({ source }: { source: { parameter: string } }) => source.parameter)).toEqual([
      'page[size]',
      'include',
      'fields[tracks]',
    ]);
  });

  it('has no body for HEAD', async () => {
    const request = { method: 'HEAD', path: '/royalties/statements', token: ada.token };
    const { headers, body } = await call(royalties, 200, { ...request, headers: { accept: 'text/csv' } });
    expect([headers['Content-Type'], body]).toEqual(['text/csv; charset=utf-8; header=present', undefined]);
  });
});
