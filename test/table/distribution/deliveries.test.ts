/** Deliveries from approval to the last report of the store. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Handover } from '../../../shared/distribution/stores/dsp-store.ts';
import { storeWork } from '../../../shared/distribution/work/store-work.ts';
import { recordKey } from '../../../shared/kit/table/keys.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { dueAttribute } from '../../../shared/kit/work/due.ts';
import { definitions } from '../../../shared/service/definitions.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import type { Units } from '../../support/costs.ts';
import {
  accepted,
  albumStatus,
  approved,
  type DeliveryShown,
  deliveriesOf,
  failed,
  statusesOf,
  storing,
} from '../../support/distribution/deliveries.ts';
import { ask, create, newRelease, newTrack, request } from '../../support/distribution/release.ts';
import {
  approve,
  approveAutomatically,
  command,
  rejectedCommand,
  runStores,
  useStores,
} from '../../support/distribution/stores.ts';
import { allRows, faultsOf } from '../../support/invariants.ts';
import { listen } from '../../support/log.ts';
import { withTable } from '../../support/table.ts';

withTable();
useStores();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});

const MINUTE_MS = 60_000;
const at = (minutes: number) => () => new Date(Date.now() + minutes * MINUTE_MS);

const liveOn = async (album: string) =>
  (await ask(ada, 200, 'GET', `/albums/${album}`)).body.data.meta['live-on'];
const requestStatus = async (id: string) =>
  (await ask(ada, 200, 'GET', `/distribution-requests/${id}`)).body.data.attributes.status;

describe('the meta of a delivery', () => {
  const metaOf = async (album: string) => {
    const { data } = (await ask(ada, 200, 'GET', `/deliveries?filter[album]=${album}`)).body;
    return data[0].meta;
  };

  it('has the reason of the last failure until the delivery is sent', async () => {
    const { album } = await approved(ada, { dsps: ['1'] });
    const id = { report: null, 'store-delivery-id': expect.stringMatching(/^[0-9a-f-]{36}$/) };
    expect(await metaOf(album)).toEqual({ ...id, 'last-error': null });
    await runStores(failed);
    expect(await statusesOf(ada, album)).toEqual({ '1': 'pending' });
    expect(await metaOf(album)).toEqual({ ...id, 'last-error': 'The store did not respond.' });
    await runStores({ ...accepted, now: at(1) });
    expect(await statusesOf(ada, album)).toEqual({ '1': 'sent' });
    expect(await metaOf(album)).toEqual({ ...id, 'last-error': null });
  });

  it('has no last-error after the last attempt, because errors has the reason', async () => {
    const { album } = await approved(ada, { dsps: ['1'] });
    for (const minutes of [0, 60, 120]) await runStores({ ...failed, now: at(minutes) });
    const [shown] = await deliveriesOf(ada, album);
    expect(shown?.attributes).toMatchObject({ status: 'error', errors: 'The store did not respond.' });
    expect(await metaOf(album)).toMatchObject({ 'last-error': null });
  });
});

describe('deliveries', () => {
  it('are sent when their stores accept them, and make the album delivered', async () => {
    const { album, id } = await approved(ada, { dsps: ['1', '4'] });
    await runStores(accepted);
    expect(await statusesOf(ada, album)).toEqual({ '1': 'sent', '4': 'sent' });
    expect(await albumStatus(ada, album)).toBe('delivered');
    expect(await requestStatus(id)).toBe('sent');
    await runStores({ ...accepted, now: at(100_000) });
  });

  it('end in error if the store rejects, while others deliver the album', async () => {
    const { album, id } = await approved(ada, { dsps: ['1', '4'] });
    const some = (dsp: string): Handover =>
      dsp === '1' ? { is: 'rejected', reason: 'The store takes no such releases.' } : { is: 'accepted' };
    await runStores(storing(some));
    expect(await statusesOf(ada, album)).toEqual({ '1': 'error', '4': 'sent' });
    const [first] = await deliveriesOf(ada, album);
    expect(first?.attributes.errors).toBe('The store takes no such releases.');
    expect(await albumStatus(ada, album)).toBe('delivered');
    expect(await requestStatus(id)).toBe('sent');
  });

  it('are retried at each interval, and end in error with request and album after the last', async () => {
    const { album, id } = await approved(ada, { dsps: ['1', '4'] });
    await runStores(failed);
    expect(await statusesOf(ada, album)).toEqual({ '1': 'pending', '4': 'pending' });
    for (const minutes of [1, 2]) await runStores({ ...failed, now: at(minutes) });
    expect(await statusesOf(ada, album)).toEqual({ '1': 'error', '4': 'error' });
    expect(await requestStatus(id)).toBe('error');
    expect(await albumStatus(ada, album)).toBe('error');
    await command('requeue-request', { id });
    expect(await albumStatus(ada, album)).toBe('in_review');
    await approve(id);
    await runStores({ ...accepted, now: at(3) });
    const all = (await deliveriesOf(ada, album)).map(({ attributes }) => attributes.status);
    expect(all).toEqual(['error', 'error', 'sent', 'sent']);
    expect(await albumStatus(ada, album)).toBe('delivered');
  });

  it('are logged with a WARN and the reason when an attempt fails', async () => {
    const { album } = await approved(ada, { dsps: ['1'] });
    const { lines, stop } = listen();
    for (const minutes of [0, 1, 2]) await runStores({ ...failed, now: at(minutes) });
    stop();
    const [delivery] = await deliveriesOf(ada, album);
    const attempts = lines.filter(({ event }) => event === 'store.attempted');
    expect(attempts.map(({ level, outcome }) => `${level} ${outcome}`)).toEqual([
      'warn pending',
      'warn pending',
      'warn failed',
    ]);
    for (const line of attempts)
      expect(line).toMatchObject({ deliveryId: delivery?.id, reason: expect.stringContaining('.') });
  });

  it('are processed once even if their messages are delivered repeatedly', async () => {
    const { album } = await approved(ada, { dsps: ['1', '2', '3', '4', '6'] });
    await runStores({ ...accepted, copies: 3 });
    expect(new Set(Object.values(await statusesOf(ada, album)))).toEqual(new Set(['sent']));
    expect(await albumStatus(ada, album)).toBe('delivered');
    const [delivery] = await deliveriesOf(ada, album);
    const row = await new Table().get(recordKey('deliveries', String(delivery?.id)));
    expect(row?.['version']).toBe(2);
  });

  it('are left to another function that took over, without recording attempts', async () => {
    const { album } = await newRelease(ada, { dsps: ['1'] });
    await approveAutomatically(await request(ada, album));
    const [delivery] = await deliveriesOf(ada, album);
    let hands = 0;
    const hand = async (): Promise<Handover> => {
      hands += 1;
      const taken = [
        { set: dueAttribute('claimant'), to: 'another' },
        { set: dueAttribute('claimedUntil'), to: new Date().toISOString() },
      ];
      if (hands === 1)
        await new Table().commit([{ update: storeWork.key(String(delivery?.id)), with: taken }]);
      return { is: 'accepted' };
    };
    const { lines, stop } = listen();
    await runStores({ storeFor: () => ({ hand }) });
    stop();
    const outcomes = lines.flatMap(({ event, outcome }) =>
      String(event).startsWith('store.') ? outcome : [],
    );
    expect(outcomes).toEqual(['overtaken', 'accepted']);
    const [calls = 0, successful = 0] = lines.flatMap(({ table }) => (table ? (table as Units).calls : []));
    // The delivery was not read again.
    expect(calls).toBeLessThanOrEqual(successful);
    expect(await statusesOf(ada, album)).toEqual({ '1': 'sent' });
  });

  it('are skipped as delivered if the DSP gets none of the tracks', async () => {
    const album = (await newRelease(ada, { tracks: 0, dsps: ['12', '4'] })).album;
    const artist = await create(ada, 'artists', { attributes: { name: 'Release Artist' } });
    const track = await newTrack(ada, album, { order: 1, 'allow-fingerprint-scan': false });
    const one = (type: string, of: string) => ({ data: { type, id: of } });
    await create(ada, 'track-artists', {
      relationships: {
        track: one('tracks', track),
        artist: one('artists', artist),
        'artist-role': one('artist-roles', '1'),
      },
    });
    await approve(await request(ada, album));
    await runStores(accepted);
    expect(await statusesOf(ada, album)).toEqual({ '4': 'sent', '12': 'sent' });
    const { data } = (
      await ask(ada, 200, 'GET', `/deliveries?filter[album]=${album}&filter[outcome]=skipped`)
    ).body;
    expect(data).toMatchObject([
      {
        relationships: { dsp: { data: { id: '12' } } },
        meta: { report: { outcome: 'skipped', reason: null, at: data[0].attributes.date } },
      },
    ]);
    expect(await liveOn(album)).toEqual(['4', '12']);
  });

  it('take the album down once every store has completed the takedown', async () => {
    const { album } = await approved(ada, { dsps: ['1', '4'] });
    await runStores(accepted);
    await approved(ada, { type: 'takedown', album });
    expect(await albumStatus(ada, album)).toBe('delivered');
    await runStores(
      storing((dsp) => (dsp === '1' ? { is: 'accepted' } : { is: 'failed', reason: 'Later.' })),
    );
    expect(await albumStatus(ada, album)).toBe('delivered');
    await runStores({ ...accepted, now: at(1) });
    expect(await albumStatus(ada, album)).toBe('taken_down');
  });

  it('are reported automatically by the sandbox, or once by operators', async () => {
    const { album } = await approved(ada, { dsps: ['1', '4'] });
    await command('set-store', { 'dsp-id': '1', behavior: 'reject' });
    await command('set-store', { 'dsp-id': '4', behavior: 'accept' });
    await runStores();
    await runStores({ now: at(5) });
    const [first, second] = await deliveriesOf(ada, album);
    expect(first?.meta.report).toMatchObject({ outcome: 'rejected' });
    const outcome = { 'delivery-id': second?.id ?? '', outcome: 'completed' };
    expect(await command('report-store', outcome)).toMatchObject({ report: 'completed' });
    await command('report-store', outcome);
    expect(await rejectedCommand('report-store', { ...outcome, outcome: 'rejected' })).toBe(
      'delivery_reported',
    );
    await command('set-store', { 'dsp-id': '1', behavior: 'confirm' });
    await command('set-store', { 'dsp-id': '4', behavior: 'confirm' });
  });

  it('can be filtered by album, DSP, status and type, sorted, and listed with includes', async () => {
    const { album } = await approved(ada, { dsps: ['1', '4'] });
    await runStores(storing((dsp) => (dsp === '1' ? { is: 'accepted' } : { is: 'rejected', reason: 'No.' })));
    await approved(ada, { type: 'update', album });
    const listed = async (query: string) => {
      const path = `/deliveries?filter[album]=${album}&page[size]=100&${query}`;
      const { data } = (await ask(ada, 200, 'GET', path)).body;
      return data.map(
        ({ attributes, relationships }: DeliveryShown) =>
          `${relationships.dsp.data.id} ${attributes.type} ${attributes.status}`,
      );
    };
    expect(await listed('sort=-date')).toHaveLength(3);
    expect(await listed('filter[dsp]=1&sort=created-at')).toEqual(['1 delivery sent', '1 update pending']);
    expect(await listed('filter[type]=delivery&sort=status')).toEqual([
      '4 delivery error',
      '1 delivery sent',
    ]);
    expect(await listed('filter[status]=pending&filter[dsp]=1')).toEqual(['1 update pending']);
    const { included, meta } = (
      await ask(ada, 200, 'GET', `/deliveries?filter[album]=${album}&include=album,dsp`)
    ).body;
    expect(new Set(included.map(({ type }: { type: string }) => type))).toEqual(new Set(['albums', 'dsps']));
    expect(meta.page).toMatchObject({ currentPage: 1, total: 3 });
    const bob = await newAdmin();
    const [first] = await deliveriesOf(ada, album);
    await ask(bob, 403, 'GET', `/deliveries/${first?.id}`);
    for (const method of ['PATCH', 'DELETE']) await ask(ada, 405, method, `/deliveries/${first?.id}`);
    await ask(ada, 405, 'POST', '/deliveries', {});
  });

  it('leave consistent rows in the table', async () => {
    expect(faultsOf(definitions, await allRows())).toEqual([]);
  });
});
