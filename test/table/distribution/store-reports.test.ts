/** What deliveries and albums show of the reports of stores: `meta.report`, `filter[outcome]` and `meta.live-on`. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Handover } from '../../../shared/distribution/stores/dsp-store.ts';
import { definitions } from '../../../shared/service/definitions.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { ask, newRelease, request } from '../../support/distribution/release.ts';
import { approve, command, runStores, useStores } from '../../support/distribution/stores.ts';
import { allRows, faultsOf } from '../../support/invariants.ts';
import { withTable } from '../../support/table.ts';

withTable();
useStores();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});

const storing = (hand: (dsp: string) => Handover) => ({
  storeFor: (dsp: string) => ({ hand: async () => hand(dsp) }),
});
const accepting = storing(() => ({ is: 'accepted' }));

/** Requests and approves, and lets the stores decide. */
async function distribute(album: string, type = 'delivery', stores = accepting): Promise<string> {
  const id = await request(ada, album, type);
  await approve(id);
  await runStores(stores);
  return id;
}

async function released(dsps: readonly string[], stores = accepting): Promise<string> {
  const { album } = await newRelease(ada, { tracks: 1, dsps });
  await distribute(album, 'delivery', stores);
  return album;
}

interface Shown {
  readonly id: string;
  readonly meta: { readonly report: unknown };
  readonly relationships: { readonly dsp: { readonly data: { readonly id: string } } };
}

const deliveriesOf = async (album: string, query = ''): Promise<Shown[]> =>
  (await ask(ada, 200, 'GET', `/deliveries?filter[album]=${album}&sort=-created-at${query}`)).body.data;

/** The last delivery of an album to a DSP. */
async function deliveryTo(album: string, dsp: string): Promise<string> {
  const all = await deliveriesOf(album, `&filter[dsp]=${dsp}`);
  return all[0]?.id ?? '';
}

async function report(album: string, dsp: string, outcome: 'completed' | 'rejected', reason?: string) {
  const id = await deliveryTo(album, dsp);
  await command('report-store', { 'delivery-id': id, outcome, ...(reason && { reason }) });
}

const liveOn = async (album: string) =>
  (await ask(ada, 200, 'GET', `/albums/${album}`)).body.data.meta['live-on'];

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

describe('the report of a delivery', () => {
  it('is null until the store reports, and gives the reason of a rejection', async () => {
    const album = await released(['1', '4']);
    expect((await deliveriesOf(album)).map(({ meta }) => meta.report)).toEqual([null, null]);
    await report(album, '1', 'completed');
    await report(album, '4', 'rejected', 'Wrong territory.');
    const shown = (await deliveriesOf(album)).map(({ relationships, meta }) => [
      relationships.dsp.data.id,
      meta.report,
    ]);
    expect(Object.fromEntries(shown)).toEqual({
      '1': { outcome: 'completed', reason: null, at: TIME },
      '4': { outcome: 'rejected', reason: 'Wrong territory.', at: TIME },
    });
  });

  it('is the same alone, in a list, as an include and with a sparse fieldset', async () => {
    const { album } = await newRelease(ada, { tracks: 1, dsps: ['1'] });
    const requested = await distribute(album);
    await report(album, '1', 'completed');
    const id = await deliveryTo(album, '1');
    const { meta } = (await ask(ada, 200, 'GET', `/deliveries/${id}`)).body.data;
    expect(meta).toMatchObject({ report: { outcome: 'completed' } });
    const fields = 'fields[deliveries]=status';
    const single = await ask(ada, 200, 'GET', `/deliveries/${id}?${fields}`);
    expect(single.body.data).toMatchObject({ attributes: { status: 'sent' }, meta });
    expect((await deliveriesOf(album, `&${fields}`))[0]?.meta).toEqual(meta);
    const included = await ask(
      ada,
      200,
      'GET',
      `/distribution-requests/${requested}?include=deliveries&${fields}`,
    );
    expect(included.body.included[0].meta).toEqual(meta);
    const related = await ask(ada, 200, 'GET', `/distribution-requests/${requested}/deliveries`);
    expect(related.body.data[0].meta).toEqual(meta);
  });

  it('changes the ETag', async () => {
    const album = await released(['1']);
    const path = `/deliveries/${await deliveryTo(album, '1')}`;
    const before = (await ask(ada, 200, 'GET', path)).headers['ETag'];
    await report(album, '1', 'completed');
    expect((await ask(ada, 200, 'GET', path)).headers['ETag']).not.toBe(before);
  });

  it('filters deliveries by outcome and rejects unknown outcomes', async () => {
    const skipping = (dsp: string): Handover => ({ is: dsp === '3' ? 'skipped' : 'accepted' });
    const album = await released(['1', '3', '4', '6'], storing(skipping));
    await report(album, '1', 'completed');
    await report(album, '4', 'rejected');
    const dsps = async (outcome: string) =>
      (await deliveriesOf(album, `&filter[outcome]=${outcome}`)).map(
        ({ relationships }) => relationships.dsp.data.id,
      );
    expect(await Promise.all(['completed', 'rejected', 'skipped'].map(dsps))).toEqual([['1'], ['4'], ['3']]);
    for (const wrong of ['sent', '', 'completed,rejected']) {
      const { body } = await ask(ada, 400, 'GET', `/deliveries?filter[outcome]=${wrong}`);
      expect(body.errors[0].source).toEqual({ parameter: 'filter[outcome]' });
    }
  });
});

describe('the DSPs that have an album', () => {
  it('are those that accepted it, by id, whatever its status', async () => {
    const { album } = await newRelease(ada, { tracks: 1, dsps: ['16', '4', '1'] });
    expect(await liveOn(album)).toEqual([]);
    const failing = (dsp: string): Handover =>
      dsp === '4' ? { is: 'rejected', reason: 'No.' } : { is: 'accepted' };
    await distribute(album, 'delivery', storing(failing));
    expect(await liveOn(album)).toEqual(['1', '16']);
    const update = await request(ada, album, 'update');
    await command('reject-request', { id: update, reason: 'No.' });
    const { data } = (await ask(ada, 200, 'GET', `/albums/${album}`)).body;
    expect(data).toMatchObject({
      attributes: { 'last-status': 'rejected' },
      meta: { 'live-on': ['1', '16'] },
    });
  });

  it('exclude one that rejects what it accepted, which changes the ETag', async () => {
    const album = await released(['1', '4']);
    const before = (await ask(ada, 200, 'GET', `/albums/${album}`)).headers['ETag'];
    await report(album, '4', 'completed');
    expect((await ask(ada, 200, 'GET', `/albums/${album}`)).headers['ETag']).toBe(before);
    await report(album, '1', 'rejected');
    expect(await liveOn(album)).toEqual(['4']);
    expect((await ask(ada, 200, 'GET', `/albums/${album}`)).headers['ETag']).not.toBe(before);
    await distribute(album);
    expect(await liveOn(album)).toEqual(['1', '4']);
  });

  it('include one that rejects only an update', async () => {
    const album = await released(['1']);
    await distribute(album, 'update');
    await report(album, '1', 'rejected');
    expect(await liveOn(album)).toEqual(['1']);
  });

  it('lose the album by a takedown and regain it by rejecting the takedown', async () => {
    const album = await released(['1', '4']);
    await distribute(album, 'takedown');
    expect(await liveOn(album)).toEqual([]);
    await report(album, '4', 'rejected');
    const { data } = (await ask(ada, 200, 'GET', `/albums/${album}`)).body;
    expect(data).toMatchObject({ attributes: { 'last-status': 'delivered' }, meta: { 'live-on': ['4'] } });
  });

  it('are correct after concurrent reports of several stores', async () => {
    const album = await released(['1', '3', '4', '6']);
    await Promise.all([
      report(album, '1', 'rejected'),
      report(album, '3', 'completed'),
      report(album, '4', 'rejected'),
      report(album, '6', 'rejected'),
    ]);
    expect(await liveOn(album)).toEqual(['3']);
  });

  it('are shown wherever the album is', async () => {
    const album = await released(['1']);
    const delivery = await deliveryTo(album, '1');
    const { meta } = (await ask(ada, 200, 'GET', `/albums/${album}?fields[albums]=title`)).body.data;
    expect(meta).toEqual({
      'live-on': ['1'],
      'live-since': [{ dsp: '1', since: expect.any(String) }],
      artwork: expect.objectContaining({ status: 'pending' }),
    });
    const single = await ask(ada, 200, 'GET', `/deliveries/${delivery}?include=album`);
    expect(single.body.included[0].meta).toEqual(meta);
    const listed = await ask(ada, 200, 'GET', '/albums?fields[albums]=title&page[size]=100');
    expect(listed.body.data.find(({ id }: { id: string }) => id === album).meta).toEqual(meta);
    const data = { type: 'albums', id: album, attributes: { title: 'Renamed' } };
    expect((await ask(ada, 200, 'PATCH', `/albums/${album}`, { data })).body.data.meta).toEqual(meta);
  });
});

it('all rows are consistent after the reports', async () => {
  expect(faultsOf(definitions, await allRows())).toEqual([]);
});
