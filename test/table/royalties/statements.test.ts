/** GET /royalties/statements: lines, ranges, and what was deleted. */
import { beforeAll, describe, expect, it, test } from 'vitest';
import { handler as albums } from '../../../functions/albums/handler.ts';
import { handler as royalties } from '../../../functions/royalties/handler.ts';
import { handler as tracks } from '../../../functions/tracks/handler.ts';
import { call, newAdmin, type Person } from '../../support/calls.ts';
import { type Asked, getStatements, type ShownLine, shownLines, withEarnings } from '../../support/earned.ts';
import { listen } from '../../support/log.ts';
import { newRelease } from '../../support/releases.ts';
import { changeRevenue, giveEarned, giveRevenue } from '../../support/royalties.ts';

let ada: Person;
let grace: Person;
let amber: string;
let formula: string;
let gone: string;
const earned = withEarnings();
beforeAll(() => {
  ({ ada, grace, amber, formula, gone } = earned());
});

const get = async (query = '', { person = ada, ...more }: Asked & { readonly person?: Person } = {}) =>
  getStatements(person, query, more);

const shown = async (query = '') => shownLines((await get(query)).body);

describe('a statement', () => {
  it('has a line per month, track and currency, oldest month first', async () => {
    expect(await shown()).toEqual([
      [`track ${amber}`, '2026-01', 15, '0.3', 'EUR'],
      [`track ${amber}`, '2026-01', 1, '7', 'USD'],
      [`track ${formula}`, '2026-01', 2, '-5', 'EUR'],
      [`track ${gone}`, '2026-02', 1, '0.000000000001', 'EUR'],
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
    expect(body.data.map(({ id }: ShownLine) => id.split('-')[0])).not.toContain(ada.userId);
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
