/** Deliveries that are considered complete because their stores report nothing. */
import { marshall } from '@aws-sdk/util-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { UNCONFIRMED } from '../../../shared/distribution/rules/distribution.ts';
import { storeWork } from '../../../shared/distribution/work/store-work.ts';
import { recordKey } from '../../../shared/kit/table/keys.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { required } from '../../../shared/kit/values/required.ts';
import { eventsOf } from '../../../shared/service/events.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { ask, newRelease, request } from '../../support/distribution/release.ts';
import {
  approve,
  command,
  rejectedCommand,
  runStores,
  useStores,
} from '../../support/distribution/stores.ts';
import { withTable } from '../../support/table.ts';

withTable({ deliveryConsideredCompleteDays: 14 });
useStores();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});

const HOUR_MS = 3_600_000;
const inDays =
  (days: number, hours = 0) =>
  () =>
    new Date(Date.now() + (days * 24 + hours) * HOUR_MS);
const silent = { storeFor: () => ({ hand: async () => ({ is: 'accepted' }) as const }) };
const rowOf = (id: string) => new Table().get(recordKey('deliveries', id));
const reportOf = async (id: string): Promise<unknown> =>
  (await ask(ada, 200, 'GET', `/deliveries/${id}`)).body.data.meta.report;

/** @returns the id of a delivery that its store accepted without a report. */
async function sent(): Promise<string> {
  const { album } = await newRelease(ada, { tracks: 1, dsps: ['4'] });
  await approve(await request(ada, album));
  await runStores(silent);
  return (await ask(ada, 200, 'GET', `/deliveries?filter[album]=${album}`)).body.data[0].id;
}

describe('a delivery without a report', () => {
  it('completes once after 14 days, and a contradicting report is then rejected', async () => {
    const id = await sent();
    await runStores({ ...silent, now: inDays(14, -1) });
    expect(await reportOf(id)).toBeNull();
    const before = await rowOf(id);
    const later = inDays(14, 1)();
    await runStores({ ...silent, now: () => later, copies: 2 });
    const at = later.toISOString();
    expect(await reportOf(id)).toEqual({ outcome: 'completed', reason: UNCONFIRMED, at });
    const images = { OldImage: marshall(before ?? {}), NewImage: marshall((await rowOf(id)) ?? {}) };
    expect(eventsOf(images).map(({ type }) => type)).toEqual(['store_delivery.completed']);
    expect(await new Table().get(storeWork.key(id))).toBeUndefined();
    expect(await rejectedCommand('report-store', { 'delivery-id': id, outcome: 'rejected' })).toBe(
      'delivery_reported',
    );
  });

  it('keeps a report that arrives within the 14 days', async () => {
    const id = await sent();
    await command('report-store', { 'delivery-id': id, outcome: 'rejected', reason: 'No.' });
    await runStores({ ...silent, now: inDays(15) });
    expect(await reportOf(id)).toMatchObject({ outcome: 'rejected', reason: 'No.' });
    expect(await new Table().get(storeWork.key(id))).toBeUndefined();
  });

  it('loses its reason when the store confirms it later, without another event', async () => {
    const id = await sent();
    await runStores({ ...silent, now: inDays(14, 1) });
    const before = await rowOf(id);
    expect(await reportOf(id)).toMatchObject({ outcome: 'completed', reason: UNCONFIRMED });
    await command('report-store', { 'delivery-id': id, outcome: 'completed' });
    const report = await reportOf(id);
    expect(report).toMatchObject({ outcome: 'completed', reason: null });
    const images = { OldImage: marshall(before ?? {}), NewImage: marshall((await rowOf(id)) ?? {}) };
    expect(eventsOf(images)).toEqual([]);
    await command('report-store', { 'delivery-id': id, outcome: 'completed' });
    expect(await reportOf(id)).toEqual(report);
  });

  it('has no reason if the store confirms it while it completes', async () => {
    const id = await sent();
    await Promise.all([
      runStores({ ...silent, now: inDays(14, 1) }),
      command('report-store', { 'delivery-id': id, outcome: 'completed' }),
    ]);
    expect(await reportOf(id)).toMatchObject({ outcome: 'completed', reason: null });
  });

  it('completes if an earlier version has begun its 14 days', async () => {
    const id = await sent();
    const work = required(await new Table().get(storeWork.key(id)), 'It waits for a report.');
    await new Table().commit([
      { put: { ...work, ...storeWork.key(id), report: { outcome: 'completed', reason: null } } },
    ]);
    await runStores({ ...silent, now: inDays(14, 1) });
    expect(await reportOf(id)).toMatchObject({ outcome: 'completed', reason: null });
  });

  it('also completes if sent before this rule existed', async () => {
    const id = await sent();
    await new Table().commit([{ delete: storeWork.key(id) }]);
    await command('reindex', {});
    await runStores({ ...silent, now: inDays(14, 1) });
    expect(await reportOf(id)).toMatchObject({ outcome: 'completed' });
  });
});
