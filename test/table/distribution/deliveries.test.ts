/** Deliveries from approval to the last report of the store. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DspStore, Handover } from '../../../shared/distribution/stores/dsp-store.ts';
import { storeWork } from '../../../shared/distribution/work/store-work.ts';
import { recordKey } from '../../../shared/kit/table/keys.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { dueAttribute } from '../../../shared/kit/work/due.ts';
import { definitions } from '../../../shared/service/definitions.ts';
import { findTracks } from '../../../shared/usage/import/find-tracks.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import type { Units } from '../../support/costs.ts';
import { ask, create, newRelease, newTrack, request } from '../../support/distribution/release.ts';
import {
  approve,
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

interface DeliveryShown {
  readonly id: string;
  readonly attributes: { readonly status: string; readonly errors: string | null; readonly type: string };
  readonly relationships: { readonly dsp: { readonly data: { readonly id: string } } };
  readonly meta: { readonly report: unknown };
}

const deliveriesOf = async (album: string): Promise<DeliveryShown[]> =>
  (await ask(ada, 200, 'GET', `/deliveries?filter[album]=${album}&page[size]=100`)).body.data;
const statusesOf = async (album: string) =>
  Object.fromEntries(
    (await deliveriesOf(album)).map(({ attributes, relationships }) => [
      relationships.dsp.data.id,
      attributes.status,
    ]),
  );
const albumStatus = async (album: string) =>
  (await ask(ada, 200, 'GET', `/albums/${album}`)).body.data.attributes['last-status'];
const liveOn = async (album: string) =>
  (await ask(ada, 200, 'GET', `/albums/${album}`)).body.data.meta['live-on'];
const requestStatus = async (id: string) =>
  (await ask(ada, 200, 'GET', `/distribution-requests/${id}`)).body.data.attributes.status;
const storing = (handover: (dsp: string) => Handover) => ({
  storeFor: (dsp: string): DspStore => ({ hand: async () => handover(dsp) }),
});
const accepted = storing(() => ({ is: 'accepted' }));
const failed = storing(() => ({ is: 'failed', reason: 'The store did not respond.' }));

/** Approves a release, and leaves its deliveries to the stores. */
async function approved(dsps: readonly string[], type = 'delivery', known?: string) {
  const album = known ?? (await newRelease(ada, { dsps })).album;
  const id = await request(ada, album, type);
  await approve(id);
  return { album, id };
}

const rowOf = (type: string, id: string) => new Table().get(recordKey(type, id));

const finding = async (isrc: string) => (await findTracks(new Table(), [isrc])).get(isrc);

const liveSince = async (album: string): Promise<readonly { dsp: string; since: string | null }[]> =>
  (await ask(ada, 200, 'GET', `/albums/${album}`)).body.data.meta['live-since'];

describe('the time since which a store has an album', () => {
  it('is that of the first delivery, which updates do not change and takedowns end', async () => {
    const { album } = await approved(['1', '4']);
    expect(await liveSince(album)).toEqual([]);
    await runStores({ ...accepted, now: () => new Date('2027-03-01T10:00:00Z') });
    const first = { since: '2027-03-01T10:00:00.000Z' };
    expect(await liveSince(album)).toEqual(['1', '4'].map((dsp) => ({ dsp, ...first })));
    await approved(['1', '4'], 'update', album);
    await runStores({ ...accepted, now: () => new Date('2027-03-02T10:00:00Z') });
    expect(await liveSince(album)).toEqual(['1', '4'].map((dsp) => ({ dsp, ...first })));
    await approved([], 'takedown', album);
    await runStores({ ...accepted, now: () => new Date('2027-03-03T10:00:00Z') });
    expect(await liveSince(album)).toEqual([]);
    await approved([], 'delivery', album);
    await runStores({ ...accepted, now: () => new Date('2027-03-04T10:00:00Z') });
    const again = { since: '2027-03-04T10:00:00.000Z' };
    expect(await liveSince(album)).toEqual(['1', '4'].map((dsp) => ({ dsp, ...again })));
  });

  it('is null for what was delivered before it was noted, and is known of later stores', async () => {
    const { album } = await approved(['1']);
    await runStores(accepted);
    await new Table().commit([
      { update: recordKey('albums', album), with: [{ remove: ['rest', 'live-since'] }] },
    ]);
    expect(await liveSince(album)).toEqual([{ dsp: '1', since: null }]);
    await create(ada, 'album-dsps', {
      relationships: {
        album: { data: { type: 'albums', id: album } },
        dsp: { data: { type: 'dsps', id: '4' } },
      },
    });
    await approved([], 'delivery', album);
    await runStores({ ...accepted, now: () => new Date('2027-03-04T10:00:00Z') });
    expect(await liveSince(album)).toEqual([
      { dsp: '1', since: null },
      { dsp: '4', since: '2027-03-04T10:00:00.000Z' },
    ]);
  });
});

describe('a track', () => {
  it('keeps its ISRC from when its delivery is sent, even after a takedown', async () => {
    const isrc = 'DEAB12670001';
    const track = { 'isrc-code': 'DE-AB1-26-70001' };
    const { album, tracks } = await newRelease(ada, { tracks: 1, dsps: ['1', '4'], track });
    await approved(['1', '4'], 'delivery', album);
    expect(await finding(isrc)).toBe('unknown');
    const rejecting = storing((dsp) =>
      dsp === '1' ? { is: 'rejected', reason: 'No.' } : { is: 'accepted' },
    );
    await runStores(rejecting);
    expect(await statusesOf(album)).toEqual({ '1': 'error', '4': 'sent' });
    expect(await finding(isrc)).toMatchObject({ id: tracks[0], owner: ada.userId });
    await approved(['4'], 'takedown', album);
    await runStores(accepted);
    expect(await albumStatus(album)).toBe('taken_down');
    expect(await finding(isrc)).toMatchObject({ id: tracks[0] });
  });

  it('keeps no ISRC if every store has rejected it', async () => {
    const isrc = 'DEAB12670002';
    const { album } = await newRelease(ada, { tracks: 1, dsps: ['1'], track: { 'isrc-code': isrc } });
    await approved(['1'], 'delivery', album);
    await runStores(storing(() => ({ is: 'rejected', reason: 'No.' })));
    expect(await finding(isrc)).toBe('unknown');
  });

  it('keeps a changed ISRC, once its update is sent, beside the former one', async () => {
    const isrc = 'DEAB12670003';
    const { album, tracks } = await newRelease(ada, { tracks: 1, dsps: ['1'], track: { 'isrc-code': isrc } });
    await approved(['1'], 'delivery', album);
    await runStores(accepted);
    const data = { type: 'tracks', id: tracks[0], attributes: { 'isrc-code': 'DEAB12670004' } };
    await ask(ada, 200, 'PATCH', `/tracks/${tracks[0]}`, { data });
    expect(await rowOf('tracks', tracks[0] ?? '')).toHaveProperty('rest.delivered-isrc', isrc);
    await approved(['1'], 'update', album);
    await runStores(accepted);
    expect(await rowOf('tracks', tracks[0] ?? '')).toHaveProperty('rest.delivered-isrc', 'DEAB12670004');
    const found = [await finding(isrc), await finding('DEAB12670004')];
    expect(found).toMatchObject([{ id: tracks[0] }, { id: tracks[0] }]);
  });
});

describe('the meta of a delivery', () => {
  const metaOf = async (album: string) => {
    const { data } = (await ask(ada, 200, 'GET', `/deliveries?filter[album]=${album}`)).body;
    return data[0].meta;
  };

  it('has the reason of the last failure until the delivery is sent', async () => {
    const { album } = await approved(['1']);
    const id = { report: null, 'store-delivery-id': expect.stringMatching(/^[0-9a-f-]{36}$/) };
    expect(await metaOf(album)).toEqual({ ...id, 'last-error': null });
    await runStores(failed);
    expect(await statusesOf(album)).toEqual({ '1': 'pending' });
    expect(await metaOf(album)).toEqual({ ...id, 'last-error': 'The store did not respond.' });
    await runStores({ ...accepted, now: at(1) });
    expect(await statusesOf(album)).toEqual({ '1': 'sent' });
    expect(await metaOf(album)).toEqual({ ...id, 'last-error': null });
  });

  it('has no last-error after the last attempt, because errors has the reason', async () => {
    const { album } = await approved(['1']);
    for (const minutes of [0, 60, 120]) await runStores({ ...failed, now: at(minutes) });
    const [shown] = await deliveriesOf(album);
    expect(shown?.attributes).toMatchObject({ status: 'error', errors: 'The store did not respond.' });
    expect(await metaOf(album)).toMatchObject({ 'last-error': null });
  });
});

describe('deliveries', () => {
  it('are sent when their stores accept them, and make the album delivered', async () => {
    const { album, id } = await approved(['1', '4']);
    await runStores(accepted);
    expect(await statusesOf(album)).toEqual({ '1': 'sent', '4': 'sent' });
    expect(await albumStatus(album)).toBe('delivered');
    expect(await requestStatus(id)).toBe('sent');
    await runStores({ ...accepted, now: at(100_000) });
  });

  it('end in error if the store rejects, while others deliver the album', async () => {
    const { album, id } = await approved(['1', '4']);
    const some = (dsp: string): Handover =>
      dsp === '1' ? { is: 'rejected', reason: 'The store takes no such releases.' } : { is: 'accepted' };
    await runStores(storing(some));
    expect(await statusesOf(album)).toEqual({ '1': 'error', '4': 'sent' });
    const [first] = await deliveriesOf(album);
    expect(first?.attributes.errors).toBe('The store takes no such releases.');
    expect(await albumStatus(album)).toBe('delivered');
    expect(await requestStatus(id)).toBe('sent');
  });

  it('are retried at each interval, and end in error with request and album after the last', async () => {
    const { album, id } = await approved(['1', '4']);
    await runStores(failed);
    expect(await statusesOf(album)).toEqual({ '1': 'pending', '4': 'pending' });
    for (const minutes of [1, 2]) await runStores({ ...failed, now: at(minutes) });
    expect(await statusesOf(album)).toEqual({ '1': 'error', '4': 'error' });
    expect(await requestStatus(id)).toBe('error');
    expect(await albumStatus(album)).toBe('error');
    await command('requeue-request', { id });
    expect(await albumStatus(album)).toBe('in_review');
    await approve(id);
    await runStores({ ...accepted, now: at(3) });
    const all = (await deliveriesOf(album)).map(({ attributes }) => attributes.status);
    expect(all).toEqual(['error', 'error', 'sent', 'sent']);
    expect(await albumStatus(album)).toBe('delivered');
  });

  it('are logged with a WARN and the reason when an attempt fails', async () => {
    const { album } = await approved(['1']);
    const { lines, stop } = listen();
    for (const minutes of [0, 1, 2]) await runStores({ ...failed, now: at(minutes) });
    stop();
    const [delivery] = await deliveriesOf(album);
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
    const { album } = await approved(['1', '2', '3', '4', '6']);
    await runStores({ ...accepted, copies: 3 });
    expect(new Set(Object.values(await statusesOf(album)))).toEqual(new Set(['sent']));
    expect(await albumStatus(album)).toBe('delivered');
    const [delivery] = await deliveriesOf(album);
    const row = await rowOf('deliveries', delivery?.id ?? '');
    expect(row?.['version']).toBe(2);
  });

  it('are left to another function that took over, without recording attempts', async () => {
    const { album } = await newRelease(ada, { dsps: ['1'] });
    await approve(await request(ada, album));
    const [delivery] = await deliveriesOf(album);
    let hands = 0;
    const hand = async (): Promise<Handover> => {
      hands += 1;
      const taken = [
        { set: dueAttribute('claimant'), to: 'another' },
        { set: dueAttribute('claimedUntil'), to: new Date().toISOString() },
      ];
      if (hands === 1) await new Table().commit([{ update: storeWork.key(delivery?.id ?? ''), with: taken }]);
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
    expect(await statusesOf(album)).toEqual({ '1': 'sent' });
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
    expect(await statusesOf(album)).toEqual({ '4': 'sent', '12': 'sent' });
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
    const { album } = await approved(['1', '4']);
    await runStores(accepted);
    await approved([], 'takedown', album);
    expect(await albumStatus(album)).toBe('delivered');
    await runStores(
      storing((dsp) => (dsp === '1' ? { is: 'accepted' } : { is: 'failed', reason: 'Later.' })),
    );
    expect(await albumStatus(album)).toBe('delivered');
    await runStores({ ...accepted, now: at(1) });
    expect(await albumStatus(album)).toBe('taken_down');
  });

  it('are reported automatically by the sandbox, or once by operators', async () => {
    const { album } = await approved(['1', '4']);
    await command('set-store', { 'dsp-id': '1', behavior: 'reject' });
    await command('set-store', { 'dsp-id': '4', behavior: 'accept' });
    await runStores();
    await runStores({ now: at(5) });
    const [first, second] = await deliveriesOf(album);
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
    const { album } = await approved(['1', '4']);
    await runStores(storing((dsp) => (dsp === '1' ? { is: 'accepted' } : { is: 'rejected', reason: 'No.' })));
    await approved([], 'update', album);
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
    const [first] = await deliveriesOf(album);
    await ask(bob, 403, 'GET', `/deliveries/${first?.id}`);
    for (const method of ['PATCH', 'DELETE']) await ask(ada, 405, method, `/deliveries/${first?.id}`);
    await ask(ada, 405, 'POST', '/deliveries', {});
  });

  it('leave consistent rows in the table', async () => {
    expect(faultsOf(definitions, await allRows())).toEqual([]);
  });
});
