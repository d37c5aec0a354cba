/** The list of all that waits for a person. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tracks } from '../../../shared/catalogue/api/tracks.ts';
import { deciding } from '../../../shared/kit/records/deciding.ts';
import { changeRecord, newRecord, save, storeOf } from '../../../shared/kit/records/store.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { api } from '../../../shared/service/api.ts';
import { startImport } from '../../../shared/usage/import/start-import.ts';
import { endedImport, importIdOf, usageWork } from '../../../shared/usage/import/usage-import.ts';
import { usageImportKey } from '../../../shared/usage/keys.ts';
import { webhookEndpoints } from '../../../shared/webhooks/api/webhook-endpoints.ts';
import type { Endpoint } from '../../../shared/webhooks/endpoints/endpoint.ts';
import { countFailure, countSuccess } from '../../../shared/webhooks/endpoints/endpoint-health.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { ask, create, newRelease, request } from '../../support/distribution/release.ts';
import { approve, command, runStores } from '../../support/distribution/stores.ts';
import { failReport } from '../../support/failed-report.ts';
import { allRows, faultsOf } from '../../support/invariants.ts';
import { CHANGE_DEAD_LETTERS, deadLettersOf } from '../../support/planned-queues.ts';
import { TestQueues } from '../../support/queues.ts';
import { giveRevenue, payRoyalties } from '../../support/royalties.ts';
import { withTable } from '../../support/table.ts';
import { service } from '../conformance/service.ts';

withTable({ codes: { isrc: 'QZTST', gs1: null } });
const table = new Table();
let queues: TestQueues;
beforeAll(async () => {
  queues = await new TestQueues(() => new Date()).start();
  process.env['CHANGE_DEAD_LETTER_URL'] = queues.urlOf(CHANGE_DEAD_LETTERS);
  process.env['QUEUE_NAMES'] = JSON.stringify({ Webhook: ['Webhook', deadLettersOf('Webhook')] });
});
afterAll(() => queues.stop());

interface Item {
  readonly what: string;
  readonly id: string;
  readonly since: string | null;
  readonly about: string;
  readonly resolve: string;
}
const listed = async (given: object = {}): Promise<{ items: readonly Item[]; 'all-listed': boolean }> =>
  Object(await command('list-waiting', { ...given }));

async function imported(name: string, ended: object): Promise<void> {
  const sha256 = createHash('sha256').update(name).digest('hex');
  await startImport({ table, now: new Date(), actor: 'test' }, { name, sha256, bytes: 10 });
  const row = await table.get(usageImportKey(importIdOf(name)));
  if (!row) throw new Error('The import is gone.');
  const done = { ...usageWork.read(row), state: 'done' as const, finishedAt: new Date().toISOString() };
  await table.commit([{ put: endedImport({ ...done, ...ended }) }]);
}

async function endpointOf({ userId: ownerId }: Person): Promise<Endpoint> {
  const store = storeOf(api, { table, now: new Date() });
  const fields = { url: 'https://receiver.example/secret?key=1', events: [], 'signing-secret': 'sealed' };
  const after = newRecord(store, webhookEndpoints, { ownerId, fields });
  await save(deciding(store), [{ resource: webhookEndpoints, after }]);
  return after;
}

const expired = { at: '2026-11-05T10:00:00.000Z', status: null, error: 'certificate_expired' } as const;

/** As failed attempts over three days do. */
async function disable(endpoint: Endpoint, now: Date): Promise<void> {
  const limits = { failures: 10, ageSeconds: 72 * 3600 };
  const first = now.getTime() - limits.ageSeconds * 1000;
  for (let failure = 0; failure < limits.failures; failure++) {
    const at = new Date(failure === limits.failures - 1 ? now.getTime() : first);
    await countFailure(table, endpoint, { now: at, limits, mark: null, result: expired });
  }
}

it('list-waiting is empty on a new stage', async () => {
  expect(await listed()).toEqual({ items: [], 'all-listed': true });
});

it('list-waiting lists each item with its remedy, longest wait first', async () => {
  const ada = await newAdmin();
  const bob = await newAdmin({ preapproval: true });
  const pending = await request(ada, (await newRelease(ada, { title: 'Tides' })).album);
  const preapproved = await request(bob, (await newRelease(bob)).album);
  const failed = await request(ada, (await newRelease(ada, { title: 'Rain', dsps: ['4'] })).album);
  await approve(failed);
  await runStores({
    storeFor: () => ({ hand: async () => ({ is: 'rejected', reason: 'Too loud.' }) as const }),
  });
  const { artist } = await newRelease(ada);
  const profile = await create(ada, 'artist-dsp-availabilities', {
    attributes: { 'external-artist-id': 'NEW' },
    relationships: {
      artist: { data: { type: 'artists', id: artist } },
      dsp: { data: { type: 'dsps', id: '1' } },
    },
  });
  const counts = { lines: 5, imported: 4, rejected: 1, unmatched: 2, rows: 2 };
  await imported('march.csv', { counts });
  await imported('april.csv', { state: 'refused', reason: 'The file has no header.' });
  await imported('may.csv', { counts: { ...counts, rejected: 0, unmatched: 0 } });
  await giveRevenue(ada, [
    { month: '2026-08', amount: '10.000000000001' },
    { month: '2026-09', amount: '5.5' },
    { month: '2026-09', amount: '0.4', currency: 'USD' },
  ]);
  await payRoyalties(ada.userId, { period: '2026-08', amount: '10', currency: 'EUR', reference: 'W-1' });
  await payRoyalties(bob.userId, {
    ...{ period: '2026-08', amount: '3', currency: 'EUR', reference: 'W-2' },
    allowOverpayment: true,
  });
  const endpoint = await endpointOf(ada);
  await disable(endpoint, new Date());
  const store = storeOf(api, { table, now: new Date() });
  const paused = await endpointOf(bob);
  await changeRecord(store, { resource: webhookEndpoints, id: paused.id }, () => ({
    fields: { 'is-active': false, 'disabled-at': new Date().toISOString() },
  }));
  queues.queue(deadLettersOf('Webhook')).send({ body: '{}' });
  await command('advance-codes', { kind: 'isrc', number: 95_000 });
  const { items, 'all-listed': isWhole } = await listed();
  expect(isWhole).toBe(true);
  expect(items.map(({ what, id, about, resolve }) => [what, id, about, resolve]).toSorted()).toEqual(
    [
      [
        'request to review',
        pending,
        expect.stringMatching(/^delivery of "Tides" by Org \d+$/),
        `approve-request ${pending} or reject-request ${pending} --reason REASON`,
      ],
      [
        'request that its owner has to preapprove',
        preapproved,
        expect.stringContaining('delivery of "Release"'),
        `ask the owner to preapprove it, or reject-request ${preapproved} --reason REASON`,
      ],
      [
        'failed delivery',
        expect.stringMatching(/^\d+$/),
        'delivery of "Rain" to DSP 4: Too loud.',
        `requeue-request ${failed}`,
      ],
      [
        'new artist profile',
        profile,
        '"Release Artist" on DSP 1',
        `when the DSP has created it, set-availability ${profile} --external-id ID --external-url URL`,
      ],
      [
        'report with unmatched lines',
        'march.csv',
        '2 of 4 imported lines have an ISRC of no owner, or of several',
        expect.stringContaining('import-usage --rematch (docs/guides/'),
      ],
      [
        'report with rejected lines',
        'march.csv',
        '1 of 5 lines were rejected',
        expect.stringContaining('import-usage CORRECTED.csv --as march.csv'),
      ],
      [
        'report that was rejected',
        'april.csv',
        'The file has no header.',
        expect.stringContaining('import-usage CORRECTED.csv --as april.csv'),
      ],
      [
        'balance owed',
        ada.userId,
        expect.stringMatching(/^5\.500000000001 EUR to .+@.+ of Org \d+$/),
        `pay-royalties ${ada.userId} --period 2026-09 --amount 5.500000000001 --currency EUR --reference REFERENCE`,
      ],
      [
        'disabled webhook endpoint',
        endpoint.id,
        expect.stringMatching(
          /^receiver\.example of Org \d+, after 10 failures in a row: The certificate of the server has expired, or is not valid yet\.$/,
        ),
        `ask the owner to repair and enable it, then recover-endpoint ${endpoint.id}`,
      ],
      ['dead letters', 'webhook-event, webhook-recovery', '1 message', 'redrive-webhooks'],
      [
        'codes running out',
        expect.stringMatching(/^QZTST\d\d$/),
        '5000 ISRCs are left',
        'docs/runbook.md#codes-running-out',
      ],
    ].toSorted((left, right) => (String(left[0]) < String(right[0]) ? -1 : 1)),
  );
  expect(items.find(({ what }) => what === 'balance owed')?.since).toBe('2026-09-01T00:00:00.000Z');
  const times = items.map(({ since }) => since ?? '');
  expect(times).toEqual(times.toSorted());
  expect(await listed({ limit: '1' })).toMatchObject({ 'all-listed': false });

  await command('set-availability', {
    id: profile,
    'external-id': 'alpha:artist:z',
    'external-url': 'https://alpha.example/artist/z',
  });
  await command('reject-request', { id: preapproved, reason: 'No.' });
  await changeRecord(store, { resource: webhookEndpoints, id: endpoint.id }, () => ({
    fields: { 'is-active': true, 'disabled-at': null, 'consecutive-failures': 0, 'failing-since': null },
  }));
  await payRoyalties(ada.userId, { period: '2026-09', amount: '5.49', currency: 'EUR', reference: 'W-3' });
  await ask(ada, 200, 'GET', '/artist-dsp-availabilities');
  const left = (await listed()).items.map(({ what }) => what);
  expect(left).not.toContain('new artist profile');
  expect(left).not.toContain('request that its owner has to preapprove');
  expect(left).not.toContain('disabled webhook endpoint');
  expect(left).not.toContain('balance owed');
  expect(await faultsOf(api, await allRows())).toEqual([]);
});

it('list-waiting lists an active endpoint after an hour of failures until a success', async () => {
  const endpoint = await endpointOf(await newAdmin());
  const fail = (ago: number) =>
    countFailure(table, endpoint, {
      now: new Date(Date.now() - ago * 1000),
      limits: { failures: 10, ageSeconds: 72 * 3600 },
      mark: null,
      result: expired,
    });
  const shown = async () => (await listed()).items.find(({ id }) => id === endpoint.id);
  const counted = async () =>
    Object(await command('status', {})).records.find(
      ({ what }: { what: string }) => what === 'failing webhook endpoints',
    );
  const before = (await counted()).count;
  await fail(3500);
  expect(await shown()).toBeUndefined();
  expect(await counted()).toMatchObject({ count: before + 1 });
  await countSuccess(table, { ...endpoint, fields: { ...endpoint.fields, 'consecutive-failures': 1 } }, null);
  expect((await counted()).count).toBe(before);
  await fail(3700);
  await fail(1);
  expect(await shown()).toMatchObject({
    what: 'failing webhook endpoint',
    about: expect.stringMatching(
      /^receiver\.example of Org \d+, after 2 failures in a row: The certificate of the server has expired, or is not valid yet\.$/,
    ),
    resolve: expect.stringContaining(`recover-endpoint ${endpoint.id}`),
  });
  await countSuccess(table, { ...endpoint, fields: { ...endpoint.fields, 'consecutive-failures': 2 } }, null);
  expect(await shown()).toBeUndefined();
  expect(await faultsOf(api, await allRows())).toEqual([]);
});

it('list-waiting keeps a disabled endpoint whatever the outcome of a late attempt', async () => {
  const endpoint = await endpointOf(await newAdmin());
  await disable(endpoint, new Date());
  const failing = { ...endpoint, fields: { ...endpoint.fields, 'consecutive-failures': 10 } };
  // What the attempts have read is from before.
  await countFailure(table, failing, {
    now: new Date(),
    limits: { failures: 10, ageSeconds: 1 },
    mark: null,
    result: expired,
  });
  expect((await listed()).items).toContainEqual(
    expect.objectContaining({ what: 'disabled webhook endpoint', id: endpoint.id }),
  );
  await countSuccess(table, failing, null);
  await countFailure(table, endpoint, {
    now: new Date(),
    limits: { failures: 10, ageSeconds: 1 },
    mark: null,
    result: expired,
  });
  expect(await faultsOf(api, await allRows())).toEqual([]);
});

it('list-waiting says why an analytics report failed, and how to repeat it', async () => {
  const ada = await newAdmin();
  const id = await service.recordOf('analytics-reports', ada);
  await failReport(id);
  expect((await listed()).items.find((each) => each.id === id)).toMatchObject({
    what: 'failed analytics report',
    about: expect.stringMatching(/^\d{4}-\d\d-\d\d at DSP \d+ of Org \d+: AccessDenied: Access Denied$/),
    resolve: `repeat-report ${id}`,
  });
  const { records } = Object(await command('status', {}));
  expect(records).toContainEqual(expect.objectContaining({ what: 'failed analytics reports', oldest: id }));
  await command('repeat-report', { id });
  expect((await listed()).items.find((each) => each.id === id)).toBeUndefined();
});

it("list-waiting marks a request with another owner's recording for a closer look", async () => {
  const ada = await newAdmin();
  const { album, tracks: songs } = await newRelease(ada);
  const id = await request(ada, album);
  const store = storeOf(api, { table, now: new Date() });
  const fields = { 'foreign-sounds': 1 };
  await changeRecord(store, { resource: tracks, id: songs[0] ?? '' }, () => ({ fields }));
  expect((await listed()).items.find((each) => each.id === id)).toMatchObject({
    what: 'request with a recording of another owner',
    resolve: `show-request ${id}, then approve-request ${id} or reject-request ${id} --reason REASON`,
  });
});
