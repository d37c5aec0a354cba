/** Analytics reports in the API. Their generation is tested in test/pipeline/reports.test.ts. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { handler as analytics } from '../../../functions/analytics/handler.ts';
import { changeRecord, storeOf } from '../../../shared/kit/records/store.ts';
import { recordKey } from '../../../shared/kit/table/keys.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { api } from '../../../shared/service/api.ts';
import { analyticsReports } from '../../../shared/usage/api/analytics-reports.ts';
import { call, newAdmin, type Person } from '../../support/calls.ts';
import { withBucket } from '../../support/stores/local-bucket.ts';
import { withTable } from '../../support/table.ts';

withTable({ tokenLifetimeSeconds: 365 * 86_400 });
withBucket();
let ada: Person;
let grace: Person;

const NOW = '2026-11-20T12:00:00.000Z';
const at = (moment: string) => vi.setSystemTime(new Date(moment));

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) });
  [ada, grace] = [await newAdmin(), await newAdmin()];
});
afterAll(() => void vi.useRealTimers());

const address = (path: string) => `${process.env['BASE_URL']}/api/v1${path}`;
const post = (attributes: object, status = 202, person = ada) =>
  call(analytics, status, {
    method: 'POST',
    path: '/analytics-reports',
    token: person.token,
    body: { data: { type: 'analytics-reports', attributes } },
  });
const get = (path: string, status = 200, person = ada) =>
  call(analytics, status, { path: `/analytics-reports${path}`, token: person.token });

/** As the function that makes reports does. */
async function finish(id: string, status: 'completed' | 'failed'): Promise<void> {
  const store = storeOf(api, { table: new Table(), now: new Date() });
  const records = status === 'completed' ? 12 : null;
  await changeRecord(store, { resource: analyticsReports, id }, () => ({
    fields: { status, 'total-records': records },
  }));
}

const follow = (link: string, status: number) =>
  call(analytics, status, { path: link.slice(address('').length) });

describe('an analytics report', () => {
  it('is accepted with 202, a Location and all attributes', async () => {
    const { body, headers } = await post({ 'dsp-id': 3, date: '2026-01-05' });
    const { id } = body.data;
    expect(body.data).toMatchObject({
      type: 'analytics-reports',
      attributes: {
        'dsp-id': 3,
        date: '2026-01-05',
        status: 'pending',
        'total-records': null,
        'download-url': null,
        'created-at': NOW,
        'updated-at': NOW,
      },
    });
    expect(headers['Location']).toBe(address(`/analytics-reports/${id}`));
    expect((await get(`/${id}`)).body.data).toEqual(body.data);
  });

  it.each([1, 3, 4, 6, 9])('can be requested for DSP %i', async (dsp) => {
    const { body } = await post({ 'dsp-id': dsp, date: '2026-01-06' });
    expect(body.data.attributes['dsp-id']).toBe(dsp);
  });

  it.each([
    ['another DSP', { 'dsp-id': 2, date: '2026-01-05' }, ['/data/attributes/dsp-id']],
    ['the id of a DSP as a text', { 'dsp-id': '3', date: '2026-01-05' }, ['/data/attributes/dsp-id']],
    ['a day in the future', { 'dsp-id': 3, date: '2026-11-21' }, ['/data/attributes/date']],
    ['a day that does not exist', { 'dsp-id': 3, date: '2026-02-30' }, ['/data/attributes/date']],
    ['nothing', {}, ['/data/attributes/dsp-id', '/data/attributes/date']],
  ])('is rejected for %s', async (_, attributes, pointers) => {
    const { errors } = (await post(attributes, 422)).body;
    const found = errors.map(({ source }: { source: { pointer: string } }) => source.pointer);
    expect(found.toSorted()).toEqual(pointers.toSorted());
  });

  it('can be requested for today', async () => {
    await post({ 'dsp-id': 3, date: '2026-11-20' });
  });

  it('is returned while running instead of a second one, even concurrently', async () => {
    const asked = { 'dsp-id': 4, date: '2026-03-05' };
    const responses = await Promise.all([1, 2, 3, 4, 5].map(() => post(asked)));
    expect(new Set(responses.map(({ body }) => body.data.id)).size).toBe(1);
    const { id } = responses[0]?.body.data ?? {};
    const again = await post(asked);
    expect(again.body.data.id).toBe(id);
    expect(again.headers['Location']).toContain(`/analytics-reports/${id}`);
    expect((await post(asked, 202, grace)).body.data.id).not.toBe(id);
    expect((await post({ ...asked, date: '2026-03-06' })).body.data.id).not.toBe(id);
  });

  it.each(['completed', 'failed'] as const)('is generated again on request if it is %s', async (status) => {
    const asked = { 'dsp-id': 6, date: '2026-03-07' };
    const { id } = (await post(asked)).body.data;
    await finish(id, status);
    const again = (await post(asked)).body.data;
    expect(again.id).not.toBe(id);
    expect(again.attributes.status).toBe('pending');
    await finish(again.id, status);
  });

  it('is listed newest first, with filters by DSP, date and status', async () => {
    const person = await newAdmin();
    const ids: string[] = [];
    for (const [second, attributes] of [
      { 'dsp-id': 1, date: '2026-01-05' },
      { 'dsp-id': 3, date: '2026-01-05' },
      { 'dsp-id': 3, date: '2026-01-06' },
    ].entries()) {
      at(`2026-11-20T12:00:1${second}Z`);
      ids.push((await post(attributes, 202, person)).body.data.id);
    }
    at(NOW);
    await finish(ids[2] ?? '', 'completed');
    const listed = async (query: string) =>
      (await get(`?${query}`, 200, person)).body.data.map(({ id }: { id: string }) => ids.indexOf(id));
    expect(await listed('')).toEqual([2, 1, 0]);
    expect(await listed('filter[dsp]=3')).toEqual([2, 1]);
    expect(await listed('filter[dsp]=1,3&sort=created-at')).toEqual([0, 1, 2]);
    expect(await listed('filter[date]=2026-01-05')).toEqual([1, 0]);
    expect(await listed('filter[status]=completed')).toEqual([2]);
    await get('?filter[status]=done', 400, person);
    await get('?filter[date]=January', 400, person);
  });

  it('returns 403 to users other than its owner', async () => {
    const { id } = (await post({ 'dsp-id': 9, date: '2026-01-05' })).body.data;
    await get(`/${id}`, 403, grace);
    expect((await get('', 200, grace)).body.data.map((each: { id: string }) => each.id)).not.toContain(id);
  });
});

describe('the download link of a report', () => {
  const completed = async () => {
    const { id } = (await post({ 'dsp-id': 9, date: '2026-04-05' })).body.data;
    await finish(id, 'completed');
    const { 'download-url': link, 'total-records': records } = (await get(`/${id}`)).body.data.attributes;
    expect(records).toBe(12);
    return { id: String(id), link: String(link) };
  };

  it('needs no token and redirects to a bucket address valid for five minutes', async () => {
    const { id, link } = await completed();
    expect(link).toContain(address(`/analytics-reports/${id}/download?token=`));
    const { headers } = await follow(link, 302);
    const { pathname, searchParams } = new URL(String(headers['Location']));
    expect(pathname).toBe(`/packages/reports/${id}.csv.gz`);
    expect(searchParams.get('X-Amz-Expires')).toBe('300');
    expect(searchParams.get('response-content-type')).toBe('application/gzip');
    expect(searchParams.get('response-content-disposition')).toBe(
      `attachment; filename="analytics-report-${id}.csv.gz"`,
    );
  });

  it('is valid for 12 hours', async () => {
    const { link } = await completed();
    at('2026-11-20T23:59:59Z');
    await follow(link, 302);
    at('2026-11-21T00:00:01Z');
    const { errors } = (await follow(link, 403)).body;
    expect(errors).toMatchObject([{ status: '403', title: 'Download link not valid' }]);
    at(NOW);
  });

  it('is shown until the bucket deletes the file', async () => {
    const { id } = await completed();
    const linkAfter = async (days: number) => {
      const writtenAt = new Date(Date.parse(NOW) - days * 86_400_000).toISOString();
      const key = recordKey('analytics-reports', id);
      await new Table().commit([{ update: key, with: [{ set: ['slim', 'updated-at'], to: writtenAt }] }]);
      return (await get(`/${id}`)).body.data.attributes['download-url'];
    };
    expect(await linkAfter(399)).toEqual(expect.any(String));
    expect(await linkAfter(401)).toBe(null);
  });

  it('is rejected if altered', async () => {
    const { id, link } = await completed();
    const other = (await completed()).id;
    await follow(link.replace(id, other), 403);
    await follow(link.slice(0, -2), 403);
    // The last character of a signature has two bits that decoders drop.
    const next = String.fromCharCode((link.at(-1) ?? '').charCodeAt(0) + 1);
    await follow(`${link.slice(0, -1)}${next}`, 403);
    await follow(link.replace(/\?.*/, ''), 403);
    await follow(`${link.replace(/\?.*/, '')}?token=${ada.token}`, 403);
    const token = new URL(link).searchParams.get('token') ?? '';
    await call(analytics, 401, { path: `/analytics-reports/${id}`, token });
  });

  it('is shown only for completed reports, and omitted by sparse fieldsets', async () => {
    const { id } = await completed();
    const { data } = (await get(`/${id}?fields[analytics-reports]=status`)).body;
    expect(data.attributes).toEqual({ status: 'completed' });
    const failed = (await post({ 'dsp-id': 9, date: '2026-04-06' })).body.data.id;
    await finish(failed, 'failed');
    expect((await get(`/${failed}`)).body.data.attributes['download-url']).toBe(null);
  });
});
