/** Statements as CSV. */
import { beforeAll, describe, expect, it, test } from 'vitest';
import { handler as royalties } from '../../../functions/royalties/handler.ts';
import { MEDIA_TYPE } from '../../../shared/kit/jsonapi/types.ts';
import { call, type Person } from '../../support/calls.ts';
import { type Asked, getStatements, withEarnings } from '../../support/earned.ts';
import type { Release } from '../../support/releases.ts';

let ada: Person;
let release: Release;
let amber: string;
let formula: string;
let gone: string;
const earned = withEarnings();
beforeAll(() => {
  ({ ada, release, amber, formula, gone } = earned());
});

const get = async (query = '', { person = ada, ...more }: Asked & { readonly person?: Person } = {}) =>
  getStatements(person, query, more);

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
        `2026-02,${gone},QZXYZ2600009,,1,0.000000000001,EUR`,
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
