/** Each way out of a failed delivery that operators are told, and that the runbook lists, helps. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RequestType } from '../../../shared/distribution/rules/distribution.ts';
import type { DspStore, Handover } from '../../../shared/distribution/stores/dsp-store.ts';
import { definitions } from '../../../shared/service/definitions.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { ask, newRelease, requestFor } from '../../support/distribution/release.ts';
import { shownTo } from '../../support/distribution/shown.ts';
import { approve, command, problemsOf, runStores, useStores } from '../../support/distribution/stores.ts';
import { withFaultyTable } from '../../support/faulty-way.ts';
import { allRows, faultsOf } from '../../support/invariants.ts';
import { isLong } from '../../support/long-run.ts';

const way = withFaultyTable({ deliveryRetryGaps: [30] });
useStores();
let ada: Person;
beforeAll(async () => {
  process.env['CHANGE_DEAD_LETTER_URL'] = process.env['STORE_QUEUE_URL'];
  process.env['QUEUE_NAMES'] = '{}';
  ada = await newAdmin();
});
const { errorsOf } = shownTo(() => ada);

const storing = (handover: (dsp: string) => Handover) => ({
  storeFor: (dsp: string): DspStore => ({ hand: async () => handover(dsp) }),
});
const accepted = storing(() => ({ is: 'accepted' }));
const rejectedBy4 = storing((dsp) => (dsp === '4' ? { is: 'rejected', reason: 'No.' } : { is: 'accepted' }));
const rejectedByAll = storing(() => ({ is: 'rejected', reason: 'No.' }));
const lateAt4 = storing((dsp) => (dsp === '4' ? { is: 'failed', reason: 'Busy.' } : { is: 'accepted' }));
const inAnHour = () => new Date(Date.now() + 3_600_000);

interface Failing {
  readonly id: string;
  readonly album: string;
  readonly request: string;
  readonly resolve: string;
  readonly failure: string | null;
  readonly attempts: number | null;
}
const failing = async (): Promise<readonly Failing[]> =>
  Object(await command('list-deliveries', { failing: true })).items;
const failingOf = async (album: string): Promise<Failing> => {
  const found = (await failing()).filter((each) => each.album === album);
  expect(found).toHaveLength(1);
  return found[0] as Failing;
};
const resolutions = async (): Promise<readonly string[]> =>
  Object(await command('list-waiting', {})).items.map(({ resolve }: { resolve: string }) => resolve);

const at4 = { dsps: { data: [{ type: 'dsps', id: '4' }] } };
const begin = async (album: string, type: string, dsps: object = {}): Promise<string> =>
  (await ask(ada, 201, 'POST', '/distribution-requests', requestFor(album, type, dsps))).body.data.id;
const distribute = async (album: string, type: string, stores = accepted, dsps: object = {}) => {
  const id = await begin(album, type, dsps);
  await approve(id);
  await runStores(stores);
  return id;
};
/** @returns an album that both DSPs have, unless the request is the first delivery. */
async function albumFor(type: RequestType): Promise<string> {
  const { album } = await newRelease(ada, { tracks: 1, dsps: ['1', '4'] });
  if (type !== 'delivery') await distribute(album, 'delivery');
  return album;
}
const rejectLater = async (album: string, type: RequestType) => {
  const id = await distribute(album, type);
  const { body } = await ask(ada, 200, 'GET', `/distribution-requests/${id}/deliveries?filter[dsp]=4`);
  await command('report-store', { 'delivery-id': body.data[0].id, outcome: 'rejected', reason: 'Noise.' });
};

/** What an operator and the owner do. */
const help = {
  delivery: (album: string) => distribute(album, 'delivery'),
  update: (album: string) => distribute(album, 'update', accepted, at4),
  redelivery: (album: string) => distribute(album, 'redelivery', accepted, at4),
  takedown: async (album: string) => {
    await command('takedown-album', { 'album-id': album, reason: 'Again.' });
    await runStores(accepted);
  },
};
const says = (type: RequestType, album: string) =>
  ({
    delivery: 'ask the owner for a delivery request to DSP 4',
    update: 'ask the owner for an update request to DSP 4',
    redelivery: 'ask the owner for a redelivery request to DSP 4',
    takedown: `takedown-album ${album}`,
  })[type];
const types = ['delivery', 'update', 'redelivery', 'takedown'] as const;
/** A redelivery fails and is helped as an update. */
const tried = types.filter((type) => isLong || type !== 'redelivery');
const ROUNDS = isLong ? 5 : 2;

describe.each(tried)('a failed %s', (type) => {
  it.each([
    ['rejected by one store immediately', (album: string) => distribute(album, type, rejectedBy4)],
    ['rejected by one store later', (album: string) => rejectLater(album, type)],
  ])('is resolved as operators are told and then forgotten: %s', async (_, fail) => {
    const album = await albumFor(type);
    await fail(album);
    const failed = await failingOf(album);
    expect(failed).toMatchObject({
      resolve: says(type, album),
      failure: 'rejected by the store',
      attempts: 1,
    });
    expect(await resolutions()).toContain(failed.resolve);
    const [problem] = await problemsOf('requeue-request', { id: failed.request });
    expect(problem).toMatchObject({
      code: 'distribution_request_not_in_error',
      detail: expect.stringContaining(type === 'takedown' ? 'takedown-album' : `new ${type} request`),
    });
    await help[type](album);
    expect((await failing()).filter((each) => each.album === album)).toEqual([]);
  });

  it('is resolved by requeue-request for all stores, even after a rejection', async () => {
    const album = await albumFor(type);
    const id = await distribute(album, type, rejectedByAll);
    const all = async () => (await failing()).filter((each) => each.album === album);
    const told = async () => (await all()).map(({ resolve }) => resolve);
    expect(await told()).toEqual([`requeue-request ${id}`, `requeue-request ${id}`]);
    await command('requeue-request', { id });
    expect(await told()).toEqual([`approve-request ${id}`, `approve-request ${id}`]);
    await command('reject-request', { id, reason: 'Wait.' });
    expect(await told()).toEqual([`requeue-request ${id}`, `requeue-request ${id}`]);
    await command('requeue-request', { id });
    await approve(id);
    expect(await all()).toEqual([]);
    await runStores(accepted);
    expect(await all()).toEqual([]);
  });

  it('needs nothing if it is attempted again', async () => {
    const album = await albumFor(type);
    await distribute(album, type, lateAt4);
    expect(await failingOf(album)).toMatchObject({
      resolve: 'wait for the next attempt',
      failure: 'the last attempt failed',
      attempts: 1,
    });
    await runStores({ ...lateAt4, now: inAnHour });
    expect(await failingOf(album)).toMatchObject({
      resolve: says(type, album),
      failure: 'all attempts failed',
      attempts: 2,
    });
  });
});

it.each([
  [
    'an update or a redelivery',
    () => albumFor('update'),
    'To deliver to a DSP that has it, request an update',
  ],
  [
    'to wait',
    async () => {
      const { album } = await newRelease(ada, { tracks: 1, dsps: ['4'] });
      await approve(await begin(album, 'delivery'));
      return album;
    },
    'has a pending delivery of the album. Wait until it has finished.',
  ],
])('a rejected delivery to a DSP that does not need it suggests %s', async (_, make, says) => {
  const album = await make();
  for (const dsps of [{}, at4])
    expect(await errorsOf(album, 'delivery', dsps)).toMatchObject([
      { detail: expect.stringContaining(says) },
    ]);
});

describe('a delivery that fails after a later approval', () => {
  it.each([
    ['because its attempts end', lateAt4],
    ['because the store rejects it', accepted],
  ])('is not listed as failing %s', async (_, stores) => {
    const album = await albumFor('delivery');
    const first = await distribute(album, 'delivery', stores);
    await approve(await begin(album, 'update', at4));
    if (stores === lateAt4) {
      await runStores({ ...rejectedBy4, now: inAnHour });
    } else {
      await runStores(accepted);
      const path = `/distribution-requests/${first}/deliveries?filter[dsp]=4`;
      const { body } = await ask(ada, 200, 'GET', path);
      await command('report-store', { 'delivery-id': body.data[0].id, outcome: 'rejected' });
    }
    const found = (await failing()).filter((each) => each.album === album);
    expect(found.map(({ request }) => request)).not.toContain(first);
  });
});

it('a delivery that fails during a later approval is replaced, whichever is first', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const album = await albumFor('delivery');
    await distribute(album, 'delivery', lateAt4);
    const update = await begin(album, 'update', at4);
    // The last attempt fails in the meantime.
    await Promise.all([approve(update), runStores({ ...rejectedBy4, now: inAnHour })]);
    await runStores({ ...accepted, now: inAnHour });
  }
  expect(faultsOf(definitions, await allRows())).toEqual([]);
});

it('a delivery that fails between the reads and writes of an approval is replaced', async () => {
  const album = await albumFor('delivery');
  await distribute(album, 'delivery', lateAt4);
  const update = await begin(album, 'update', at4);
  // The command is recorded first.
  const run = () => runStores({ ...rejectedBy4, now: inAnHour });
  way.interruption = { after: 1, of: 'writes', run };
  await approve(update);
  expect(way.interruption).toBeUndefined();
  await runStores(accepted);
  expect((await failing()).filter((each) => each.album === album)).toEqual([]);
});

it('the runbook has a row for each resolution', () => {
  const runbook = readFileSync(join(import.meta.dirname, '../../../docs/runbook.md'), 'utf8');
  const rows = [...runbook.matchAll(/^\| (.*?) +\| (.*?) +\| (.*?) +\| (.*?) +\|$/gm)].map((row) =>
    row.slice(1),
  );
  const told = types.map((type) => [
    '`error`, or `sent` and then rejected',
    `\`${type}\``,
    '`sent`',
    type === 'takedown' ? '`takedown-album`' : `a new \`${type}\` request`,
  ]);
  const others = [
    ['`pending`, the last attempt failed', 'any', '`sent`', 'nothing: it is attempted again'],
    ['`error`', 'any', '`error`, `rejected`', '`requeue-request`'],
    ['`error`', 'any', '`pending` again', '`approve-request`'],
  ];
  expect(rows).toEqual(expect.arrayContaining([...others, ...told]));
});
