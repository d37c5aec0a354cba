/** The list of all that waits for a person. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tracks } from '../../../shared/catalogue/api/tracks.ts';
import { changeRecord, storeOf } from '../../../shared/kit/records/store.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { api } from '../../../shared/service/api.ts';
import { startImport } from '../../../shared/usage/import/start-import.ts';
import { endedImport, importIdOf, usageWork } from '../../../shared/usage/import/usage-import.ts';
import { usageImportKey } from '../../../shared/usage/keys.ts';
import { newAdmin } from '../../support/calls.ts';
import { ask, create, newRelease, request } from '../../support/distribution/release.ts';
import { approve, command, runStores } from '../../support/distribution/stores.ts';
import { CHANGE_DEAD_LETTERS, deadLettersOf } from '../../support/planned-queues.ts';
import { TestQueues } from '../../support/queues.ts';
import { withTable } from '../../support/table.ts';

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
  await startImport({ table, now: new Date() }, { name, sha256, bytes: 10 });
  const row = await table.get(usageImportKey(importIdOf(name)));
  if (!row) throw new Error('The import is gone.');
  const done = { ...usageWork.read(row), state: 'done' as const, finishedAt: new Date().toISOString() };
  await table.commit([{ put: endedImport({ ...done, ...ended }) }]);
}

it('nothing waits on a new stage', async () => {
  expect(await listed()).toEqual({ items: [], 'all-listed': true });
});

it('each thing that waits is listed with what resolves it, the longest first', async () => {
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
        `approve-request ${pending} or reject-request ${pending}`,
      ],
      [
        'request that its owner has to preapprove',
        preapproved,
        expect.stringContaining('delivery of "Release"'),
        `ask the owner to preapprove it, or reject-request ${preapproved}`,
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
      ['dead letters', 'webhook-event, webhook-recovery', '1 message', 'redrive-webhooks'],
      [
        'codes that run out',
        expect.stringMatching(/^QZTST\d\d$/),
        '5000 ISRCs are left',
        'docs/runbook.md#codes-running-out',
      ],
    ].toSorted((left, right) => (String(left[0]) < String(right[0]) ? -1 : 1)),
  );
  const times = items.map(({ since }) => since ?? '');
  expect(times).toEqual(times.toSorted());
  expect(await listed({ limit: '1' })).toMatchObject({ 'all-listed': false });

  await command('set-availability', {
    id: profile,
    'external-id': 'alpha:artist:z',
    'external-url': 'https://alpha.example/artist/z',
  });
  await command('reject-request', { id: preapproved, reason: 'No.' });
  await ask(ada, 200, 'GET', '/artist-dsp-availabilities');
  const left = (await listed()).items.map(({ what }) => what);
  expect(left).not.toContain('new artist profile');
  expect(left).not.toContain('request that its owner has to preapprove');
});

it('a request with a recording of another owner is listed as one that needs a closer look', async () => {
  const ada = await newAdmin();
  const { album, tracks: songs } = await newRelease(ada);
  const id = await request(ada, album);
  const store = storeOf(api, { table, now: new Date() });
  const fields = { 'foreign-sounds': 1 };
  await changeRecord(store, { resource: tracks, id: songs[0] ?? '' }, () => ({ fields }));
  expect((await listed()).items.find((each) => each.id === id)).toMatchObject({
    what: 'request with a recording of another owner',
    resolve: `show-request ${id}, then approve-request ${id} or reject-request ${id}`,
  });
});
