/** The type of request that a store needs depends on what it has of the album (specification 2.8). */
import { beforeAll, describe, expect, it } from 'vitest';
import { delivererWith } from '../../../functions/deliver-releases/handler.ts';
import type { DspStore, Handover } from '../../../shared/distribution/stores/dsp-store.ts';
import { definitions } from '../../../shared/service/definitions.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { ask, assignDsp, newRelease, request, requestFor } from '../../support/distribution/release.ts';
import { shownTo } from '../../support/distribution/shown.ts';
import {
  approve,
  command,
  problemsOf,
  type Running,
  runStores,
  useStores,
} from '../../support/distribution/stores.ts';
import { withFaultyTable } from '../../support/faulty-way.ts';
import { allRows, faultsOf } from '../../support/invariants.ts';

/** Attempts are repeated only when a test advances the time. */
const way = withFaultyTable({ deliveryRetryGaps: [30, 30] });
useStores();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});

interface Shown {
  readonly id: string;
  readonly attributes: { readonly type: string; readonly status: string };
  readonly relationships: { readonly dsp: { readonly data: { readonly id: string } } };
}

const named = (...ids: string[]) => ({ dsps: { data: ids.map((id) => ({ type: 'dsps', id })) } });
const storing = (handover: (dsp: string) => Handover) => ({
  storeFor: (dsp: string): DspStore => ({ hand: async () => handover(dsp) }),
});
const accepted = storing(() => ({ is: 'accepted' }));
const lateAt1 = storing((dsp) => (dsp === '1' ? { is: 'failed', reason: 'Later.' } : { is: 'accepted' }));
const rejectedBy = (...dsps: readonly string[]) =>
  storing((dsp) => (dsps.includes(dsp) ? { is: 'rejected', reason: 'No.' } : { is: 'accepted' }));

const inMinutes = (minutes: number) => () => new Date(Date.now() + minutes * 60_000);

const begin = async (album: string, type: string, dsps: object = {}): Promise<string> =>
  (await ask(ada, 201, 'POST', '/distribution-requests', requestFor(album, type, dsps))).body.data.id;
/** Requests, approves, and lets the stores respond. */
async function distribute(
  album: string,
  type: string,
  dsps: object = {},
  stores: Running = accepted,
): Promise<string> {
  const id = await begin(album, type, dsps);
  await approve(id);
  await runStores(stores);
  return id;
}
const { errorsOf, albumOf } = shownTo(() => ada);
const rejections = async (...of: Parameters<typeof errorsOf>): Promise<string[]> =>
  (await errorsOf(...of)).map(({ code, source }) => `${code} ${source?.pointer}`);
const deliveriesOf = async (id: string): Promise<readonly Shown[]> =>
  (await ask(ada, 200, 'GET', `/distribution-requests/${id}/deliveries`)).body.data;
const typesOf = async (id: string) =>
  (await deliveriesOf(id))
    .map(({ attributes, relationships }) => `${relationships.dsp.data.id} ${attributes.type}`)
    .toSorted();
const statusOf = async (album: string) => (await albumOf(album))['last-status'];
const delivered = async (...dsps: string[]): Promise<string> => {
  const { album } = await newRelease(ada, { tracks: 1, dsps });
  await distribute(album, 'delivery');
  return album;
};
const deliveryTo = async (request_: string, dsp: string) =>
  (await deliveriesOf(request_)).find(({ relationships }) => relationships.dsp.data.id === dsp)?.id ?? '';
const report = (id: string, outcome: 'completed' | 'rejected') =>
  command('report-store', { 'delivery-id': id, outcome });

const EXISTS = 'distribution_request_exists';
const REQUIRES = 'takedown_requires_sent_delivery';
const TYPE = '/data/attributes/request-type';
const DSPS = '/data/relationships/dsps';

describe('a delivery', () => {
  it('goes to a DSP added later, but not to one that has the album', async () => {
    const album = await delivered('1');
    expect(await rejections(album, 'delivery')).toEqual([`${EXISTS} ${TYPE}`]);
    await assignDsp(ada, album, '4');
    expect(await rejections(album, 'delivery', named('1', '4'))).toEqual([`${EXISTS} ${DSPS}`]);
    expect(await typesOf(await distribute(album, 'delivery'))).toEqual(['4 delivery']);
    expect(await rejections(album, 'delivery')).toEqual([`${EXISTS} ${TYPE}`]);
  });

  it('cannot be requested again while pending, but can after an error', async () => {
    const { album } = await newRelease(ada, { tracks: 1, dsps: ['1', '4'] });
    await approve(await begin(album, 'delivery'));
    expect(await rejections(album, 'delivery')).toEqual([`${EXISTS} ${TYPE}`]);
    await runStores(rejectedBy('4'));
    expect(await rejections(album, 'delivery', named('1'))).toEqual([`${EXISTS} ${DSPS}`]);
    expect(await typesOf(await distribute(album, 'delivery'))).toEqual(['4 delivery']);
  });

  it('is possible again after a complete takedown', async () => {
    const album = await delivered('1', '4');
    await distribute(album, 'takedown');
    expect(await statusOf(album)).toBe('taken_down');
    expect(await typesOf(await distribute(album, 'delivery'))).toEqual(['1 delivery', '4 delivery']);
    expect(await statusOf(album)).toBe('delivered');
  });

  it('is possible again after a rejection by the store, but not after it was skipped', async () => {
    const { album, tracks } = await newRelease(ada, { tracks: 1, dsps: ['1', '4'] });
    const id = await begin(album, 'delivery');
    await approve(id);
    await runStores(storing((dsp) => ({ is: dsp === '1' ? 'accepted' : 'skipped' })));
    await report(await deliveryTo(id, '1'), 'rejected');
    expect(await typesOf(await distribute(album, 'delivery'))).toEqual(['1 delivery']);
    await distribute(album, 'takedown');
    await ask(ada, 204, 'DELETE', `/tracks/${tracks[0]}`);
  });

  it('does not block the album if every store rejected it', async () => {
    const { album, tracks } = await newRelease(ada, { tracks: 1, dsps: ['1'] });
    const id = await distribute(album, 'delivery');
    await ask(ada, 422, 'DELETE', `/tracks/${tracks[0]}`);
    await report(await deliveryTo(id, '1'), 'rejected');
    await ask(ada, 204, 'DELETE', `/tracks/${tracks[0]}`);
    await ask(ada, 204, 'DELETE', `/albums/${album}`);
  });

  it('goes to the DSPs of the album at its approval', async () => {
    const { album } = await newRelease(ada, { tracks: 1, dsps: ['1', '4'] });
    const id = await begin(album, 'delivery');
    const { data } = (await ask(ada, 200, 'GET', `/album-dsps?filter[album]=${album}`)).body;
    await ask(ada, 204, 'DELETE', `/album-dsps/${data[0].id}`);
    await approve(id);
    expect(await typesOf(id)).toEqual(['4 delivery']);
    const second = (await newRelease(ada, { tracks: 1, dsps: ['1'] })).album;
    const left = await begin(second, 'delivery');
    const [pair] = (await ask(ada, 200, 'GET', `/album-dsps?filter[album]=${second}`)).body.data;
    await ask(ada, 204, 'DELETE', `/album-dsps/${pair.id}`);
    expect(await problemsOf('approve-request', { id: left })).toMatchObject([{ code: 'dsp_not_available' }]);
  });
});

describe.each(['update', 'redelivery'])('a request of type %s', (type) => {
  it('goes to DSPs that have the album, and to others as a first delivery', async () => {
    const album = await delivered('1');
    await assignDsp(ada, album, '4');
    expect(await typesOf(await distribute(album, type))).toEqual([`1 ${type}`]);
    expect(await typesOf(await distribute(album, type, named('1', '4')))).toEqual([
      `1 ${type}`,
      '4 delivery',
    ]);
    expect(await typesOf(await distribute(album, type))).toEqual([`1 ${type}`, `4 ${type}`]);
  });

  it('goes to all DSPs that had the album after a complete takedown', async () => {
    const album = await delivered('1', '4');
    await distribute(album, 'takedown');
    expect(await typesOf(await distribute(album, type))).toEqual([`1 ${type}`, `4 ${type}`]);
    expect(await statusOf(album)).toBe('delivered');
  });
});

describe('a takedown', () => {
  it('goes to all or the named DSPs that have the album', async () => {
    const { album } = await newRelease(ada, { tracks: 1, dsps: ['1', '3', '4'] });
    expect(await rejections(album, 'takedown')).toEqual([`${REQUIRES} ${TYPE}`]);
    expect(await rejections(album, 'takedown', named('1', '3', '4'))).toEqual([`${REQUIRES} ${DSPS}`]);
    await approve(await begin(album, 'delivery'));
    expect(await rejections(album, 'takedown')).toEqual([`${REQUIRES} ${TYPE}`]);
    await runStores(rejectedBy('3'));
    expect(await rejections(album, 'takedown', named('1', '3'))).toEqual([`${REQUIRES} ${DSPS}`]);
    expect(await typesOf(await distribute(album, 'takedown', named('4')))).toEqual(['4 takedown']);
    expect(await statusOf(album)).toBe('delivered');
    expect(await rejections(album, 'takedown', named('4'))).toEqual([`${REQUIRES} ${DSPS}`]);
    const last = await begin(album, 'takedown');
    await approve(last);
    // The takedown is pending.
    expect(await rejections(album, 'takedown')).toEqual([`${REQUIRES} ${TYPE}`]);
    await runStores(accepted);
    expect(await typesOf(last)).toEqual(['1 takedown']);
    expect(await statusOf(album)).toBe('taken_down');
    expect(await rejections(album, 'takedown')).toEqual([`${REQUIRES} ${TYPE}`]);
  });

  it('leaves the album at a store that rejects it', async () => {
    const album = await delivered('1', '4');
    const id = await distribute(album, 'takedown');
    expect(await statusOf(album)).toBe('taken_down');
    await report(await deliveryTo(id, '4'), 'rejected');
    expect(await statusOf(album)).toBe('delivered');
    expect(await rejections(album, 'delivery', named('4'))).toEqual([`${EXISTS} ${DSPS}`]);
    expect(await typesOf(await distribute(album, 'takedown'))).toEqual(['4 takedown']);
    expect(await statusOf(album)).toBe('taken_down');
  });

  it('does not keep the album down if a store later accepts an earlier delivery', async () => {
    const { album } = await newRelease(ada, { tracks: 1, dsps: ['1', '4'] });
    const failing = storing((dsp) => (dsp === '4' ? { is: 'failed', reason: 'Later.' } : { is: 'accepted' }));
    // The retry is due a minute later than the takedown.
    await distribute(album, 'delivery', {}, { ...failing, now: inMinutes(1) });
    await distribute(album, 'takedown', {}, failing);
    expect(await statusOf(album)).toBe('taken_down');
    await runStores({ ...accepted, now: inMinutes(3) });
    expect(await statusOf(album)).toBe('delivered');
    expect(await typesOf(await distribute(album, 'takedown'))).toEqual(['4 takedown']);
  });

  it('is not undone by a retried update of the same store', async () => {
    const album = await delivered('1');
    // Attempted again a minute after the takedown.
    const update = await distribute(album, 'update', {}, lateAt1);
    await distribute(album, 'takedown');
    expect(await statusOf(album)).toBe('taken_down');
    await runStores({ ...accepted, now: inMinutes(2) });
    expect((await deliveriesOf(update)).map(({ attributes }) => attributes)).toMatchObject([
      { type: 'update', status: 'error', errors: 'The album has since been taken down from the store.' },
    ]);
    expect(await statusOf(album)).toBe('taken_down');
  });

  it('waits while an update is being sent to the same store', async () => {
    const album = await delivered('1');
    let between = '';
    const hand = async (): Promise<Handover> => {
      const given = { 'album-id': album, reason: 'By court order.' };
      const { id } = (await command('takedown-album', given)) as { id: string };
      const body = JSON.stringify({ deliveryId: await deliveryTo(id, '1'), attempt: 0 });
      await delivererWith()({ Records: [{ messageId: '0', body }] } as never);
      between = await statusOf(album);
      return { is: 'accepted' };
    };
    await distribute(album, 'update', {}, { storeFor: () => ({ hand }) });
    expect(between).toBe('approved');
    await runStores({ ...accepted, now: inMinutes(1) });
    expect(await statusOf(album)).toBe('taken_down');
  });

  it('no longer blocks the retry of an update of the same store once it failed', async () => {
    const album = await delivered('1');
    await distribute(album, 'update', {}, lateAt1);
    await distribute(album, 'takedown', {}, rejectedBy('1'));
    await runStores({ ...accepted, now: inMinutes(2) });
    expect(await statusOf(album)).toBe('delivered');
  });

  it('takes down an album whose update was rejected', async () => {
    const album = await delivered('1');
    await command('reject-request', { id: await begin(album, 'update'), reason: 'Not this.' });
    expect(await statusOf(album)).toBe('rejected');
    await distribute(album, 'takedown');
    expect(await statusOf(album)).toBe('taken_down');
  });
});

describe('the type of an open request', () => {
  it('can change only to one that its DSPs allow', async () => {
    const album = await delivered('1');
    await assignDsp(ada, album, '4');
    const id = await begin(album, 'delivery');
    const change = async (type: string, status: number, of = id) =>
      (
        await ask(ada, status, 'PATCH', `/distribution-requests/${of}`, {
          data: { type: 'distribution-requests', id: of, attributes: { 'request-type': type } },
        })
      ).body;
    expect((await change('takedown', 422)).errors).toMatchObject([
      { code: REQUIRES, source: { pointer: TYPE } },
    ]);
    const never = await begin((await newRelease(ada, { tracks: 1, dsps: ['1', '4'] })).album, 'delivery');
    expect((await change('takedown', 422, never)).errors).toMatchObject([
      { code: REQUIRES, detail: expect.stringContaining('DSPs 1 and 4 do not have the album') },
    ]);
    await change('update', 200);
    await approve(id);
    expect(await typesOf(id)).toEqual(['4 delivery']);
  });
});

describe('the rejection of a delivery', () => {
  it('leaves the album where an earlier delivery was accepted', async () => {
    const album = await delivered('1');
    const id = await distribute(album, 'update');
    await report(await deliveryTo(id, '1'), 'rejected');
    expect(await rejections(album, 'delivery')).toEqual([`${EXISTS} ${TYPE}`]);
    expect(await typesOf(await distribute(album, 'takedown'))).toEqual(['1 takedown']);
  });

  it.each(['first', 'second'])('counts even if the store concurrently accepts another, %s', async (order) => {
    const { album } = await newRelease(ada, { tracks: 1, dsps: ['1', '4'] });
    const id = await distribute(album, 'delivery');
    // DSP 4 accepts first, so that the acceptance of DSP 1 does not change the album.
    const update = await distribute(album, 'update', {}, lateAt1);
    const rejected = await deliveryTo(id, '1');
    const takeIt = () => runStores({ ...accepted, now: inMinutes(1) });
    const rejectIt = () => report(rejected, 'rejected');
    // Each side has one earlier write: the record of the command, or the claim of the work.
    way.interruption = { after: 1, of: 'writes', run: order === 'first' ? takeIt : rejectIt };
    await (order === 'first' ? rejectIt() : takeIt());
    expect(way.interruption).toBeUndefined();
    expect(await rejections(album, 'delivery')).toEqual([`${EXISTS} ${TYPE}`]);
    await report(await deliveryTo(update, '1'), 'rejected');
    expect(await typesOf(await distribute(album, 'delivery'))).toEqual(['1 delivery']);
  });
});

describe('takedown-album', () => {
  it('takes an album down once for its owner, unless a request is open', async () => {
    const album = await delivered('1', '4');
    const given = { 'album-id': album, reason: 'A court has ordered it.' };
    const open = await request(ada, album, 'update');
    expect(await problemsOf('takedown-album', given)).toMatchObject([{ code: EXISTS }]);
    await command('reject-request', { id: open, reason: 'It is taken down.' });
    const made = (await command('takedown-album', given)) as { id: string };
    expect(made).toMatchObject({ album, status: 'sent', dsps: ['1', '4'] });
    expect(await problemsOf('takedown-album', given)).toMatchObject([{ code: REQUIRES }]);
    expect(await command('show-request', { id: made.id })).toMatchObject({
      type: 'takedown',
      decisions: [{ decision: 'approved', actor: 'operator test', reason: 'A court has ordered it.' }],
    });
    await runStores(accepted);
    expect(await statusOf(album)).toBe('taken_down');
    expect(await problemsOf('takedown-album', { ...given, 'album-id': '1' })).toMatchObject([
      { code: 'unknown_record' },
    ]);
  });

  it('succeeds once against another operator or the owner', async () => {
    const album = await delivered('1');
    const given = { 'album-id': album, reason: 'A court has ordered it.' };
    const both = await Promise.allSettled([
      command('takedown-album', given),
      command('takedown-album', given),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const other = await delivered('1');
    const beside = { ...given, 'album-id': other };
    way.interruption = { after: 1, of: 'writes', run: () => request(ada, other, 'update') };
    expect(await problemsOf('takedown-album', beside)).toMatchObject([{ code: EXISTS }]);
  });
});

it('the tests leave consistent rows in the table', async () => {
  expect(faultsOf(definitions, await allRows())).toEqual([]);
});
