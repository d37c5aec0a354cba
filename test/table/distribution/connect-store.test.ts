/** Connecting, testing and disconnecting stores. */
import { beforeAll, expect, it, vi } from 'vitest';
import { transfererWith } from '../../../functions/transfer-releases/handler.ts';
import { waitingAcknowledgements } from '../../../shared/distribution/commands/waiting-acknowledgements.ts';
import { recordContact } from '../../../shared/distribution/transfers/contact.ts';
import { storeTestWork } from '../../../shared/distribution/work/store-test-work.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { command, problemsOf, rejectedCommand } from '../../support/distribution/stores.ts';
import { allRows } from '../../support/invariants.ts';
import { connecting } from '../../support/stores/connecting.ts';
import { withSftpStore } from '../../support/stores/sftp-store.ts';
import { withTable } from '../../support/table.ts';

withTable();
const store = withSftpStore();
beforeAll(() => {
  vi.stubEnv('SLOTS_PER_OWNER', '2');
});

interface Shown {
  readonly id: string;
}
const shown = async (dspId: string) =>
  ((await command('list-stores', {})) as { stores: Shown[] }).stores.find(({ id }) => id === dspId);

/** @returns what the test has found, as the command line waits for it. */
async function tested(dspId: string): Promise<object> {
  const { asked } = (await command('test-store', { 'dsp-id': dspId })) as { asked: string };
  expect(await command('test-store', { 'dsp-id': dspId, asked })).toEqual({ asked });
  const row = await new Table().get(storeTestWork.key(dspId));
  const body = JSON.stringify(storeTestWork.message(storeTestWork.read(row ?? {})));
  const event = { Records: [{ messageId: '1', body }] };
  expect(await transfererWith()(event as never)).toEqual({ batchItemFailures: [] });
  return command('test-store', { 'dsp-id': dspId, asked });
}

it('a connected store is shown without its password, which no row has in plain text', async () => {
  await command('connect-store', connecting('4'));
  const connected = await shown('4');
  expect(connected).toMatchObject({
    protocol: 'sftp',
    behavior: 'sftp',
    connection: {
      ...{ host: '127.0.0.1', port: 22, user: 'label', folder: 'from/4', profile: 'release', priority: 'N' },
      ...{ acknowledgements: 'acknowledgements', 'sign-in': 'password', 'party-id': null },
    },
    'last-contact': null,
  });
  const rows = JSON.stringify(await allRows());
  expect(rows).toContain('from/4');
  expect(rows + JSON.stringify(connected)).not.toContain('Correct-Horse-1');
  expect(JSON.stringify(connected)).not.toContain('sealed');
});

it('a store can be reconnected in place of the earlier connection', async () => {
  await command('connect-store', connecting('4'));
  await command('connect-store', connecting('4', 'another'));
  expect(await shown('4')).toMatchObject({ connection: { folder: 'from/another' } });
  // The earlier folder is free.
  await command('connect-store', connecting('12'));
  await command('connect-store', { ...connecting('5'), folder: 'from/4' });
  await command('disconnect-store', { 'dsp-id': '5' });
});

it('two concurrent connections of a store both succeed, and one replaces the other', async () => {
  const folders = ['one', 'two', 'three'];
  await Promise.all(folders.map((folder) => command('connect-store', connecting('16', folder))));
  const used = JSON.stringify(await shown('16'));
  const free = folders.filter((folder) => !used.includes(`from/${folder}`));
  expect(free).toHaveLength(2);
  for (const folder of free) await command('connect-store', connecting('2', folder));
  await Promise.all(['16', '2'].map((dsp) => command('disconnect-store', { 'dsp-id': dsp })));
});

it('a store reconnected meanwhile is disconnected', async () => {
  await command('connect-store', connecting('16'));
  const get = vi.spyOn(Table.prototype, 'get');
  get.mockImplementationOnce(async function (this: Table, ...given) {
    const row = await this.get(...given);
    await command('connect-store', connecting('16', 'meanwhile'));
    return row;
  });
  await command('disconnect-store', { 'dsp-id': '16' });
  get.mockRestore();
  expect(await shown('16')).toMatchObject({ protocol: 'package' });
});

it('two DSPs cannot be connected to the same folder', async () => {
  await command('connect-store', connecting('6', 'same'));
  expect(await problemsOf('connect-store', { ...connecting('7', 'same'), host: '127.0.0.1' })).toEqual([
    { code: 'store_connected', detail: 'Another DSP is connected to the same folder.' },
  ]);
  const both = await Promise.all(
    ['1', '9'].map((dsp) => problemsOrNone('connect-store', connecting(dsp, 'race'))),
  );
  expect(both.toSorted()).toEqual(['', 'store_connected']);
});

async function problemsOrNone(name: string, given: object): Promise<string> {
  try {
    await command(name, { ...given });
    return '';
  } catch {
    return 'store_connected';
  }
}

it.each([
  ['host', { host: 'sftp://store.example' }],
  ['port', { port: '70000' }],
  ['host-key', { 'host-key': ['SHA256:short'] }],
  ['host-key', { 'host-key': [] }],
  ['folder', { folder: 'a/../../b' }],
  [
    'sign-in',
    { 'sign-in': '-----BEGIN ENCRYPTED PRIVATE KEY-----\nMII\n-----END ENCRYPTED PRIVATE KEY-----' },
  ],
  ['priority', { priority: 'X' }],
  ['party-id', { 'party-id': 'me' }],
])('a wrong %s is rejected without being quoted', async (argument, wrong) => {
  const [problem] = await problemsOf('connect-store', { ...connecting('3'), ...wrong });
  expect(problem).toMatchObject({ code: 'invalid_value', detail: expect.stringContaining(argument) });
  expect(problem?.detail).not.toContain('MII');
});

const inBucket = (dspId: string, more: object = {}) => ({
  'dsp-id': dspId,
  protocol: 's3',
  bucket: 'store-incoming',
  region: 'eu-central-1',
  role: 'arn:aws:iam::111122223333:role/music-distribution/incoming',
  'external-id': '5b1f0d7e-53a4-4c0e-9d7a-2f6b8f0c1a11',
  ...more,
});

it('a store with a bucket is shown with its role and external id, and replaces one with SFTP', async () => {
  await command('connect-store', connecting('5'));
  await command('connect-store', inBucket('5'));
  expect(await shown('5')).toMatchObject({
    protocol: 's3',
    behavior: 's3',
    connection: { bucket: 'store-incoming', role: expect.stringContaining('role/music'), folder: '' },
  });
  expect(await rejectedCommand('connect-store', inBucket('16'))).toBe('store_connected');
  expect(await rejectedCommand('set-store', { 'dsp-id': '5', behavior: 'confirm' })).toBe('store_connected');
  await command('connect-store', inBucket('16', { folder: 'other' }));
  await command('connect-store', connecting('5'));
  await command('connect-store', inBucket('16'));
  await Promise.all(['5', '16'].map((dsp) => command('disconnect-store', { 'dsp-id': dsp })));
});

it.each([
  ['bucket', { bucket: 'Not_A_Bucket' }],
  ['bucket', { bucket: '192.168.0.1' }],
  ['bucket', { bucket: undefined }],
  ['region', { region: 'moon' }],
  ['role', { role: 'arn:aws:iam::111122223333:user/music-distribution/incoming' }],
  ['role', { role: 'arn:aws:iam::111122223333:role/another-path/incoming' }],
  ['external-id', { 'external-id': 'short' }],
  ['external-id', { 'external-id': undefined }],
  ['folder', { folder: '/incoming' }],
  ['host', { host: 'sftp.store.example' }],
  ['sign-in', { 'sign-in': 'Correct-Horse-1' }],
])('a bucket with a wrong %s is rejected', async (argument, wrong) => {
  const [problem] = await problemsOf('connect-store', inBucket('3', wrong));
  expect(problem).toMatchObject({ code: 'invalid_value', detail: expect.stringContaining(`--${argument} `) });
});

it.each([
  ['an unknown column', { name: 'mine', columns: { colour: 'Colour' } }],
  ['no name', { columns: {} }],
  ['an unknown member', { name: 'mine', colums: {} }],
])('a layout with %s is rejected, whoever sends it', async (_, reading) => {
  const [problem] = await problemsOf('connect-store', { ...connecting('3'), reports: 'reports', reading });
  expect(problem).toMatchObject({ code: 'invalid_value', detail: expect.stringContaining('--reading') });
});

it('all arguments that SFTP needs are named together', async () => {
  expect(await problemsOf('connect-store', { 'dsp-id': '3', bucket: 'store-incoming' })).toEqual([
    { code: 'invalid_value', detail: '--bucket is only for --protocol s3.' },
  ]);
  const missing = await problemsOf('connect-store', { 'dsp-id': '3', host: 'sftp.store.example' });
  expect(missing.map(({ detail }) => detail)).toEqual([
    '--user is required with --protocol sftp.',
    '--host-key is required with --protocol sftp.',
    '--sign-in is required with --protocol sftp.',
  ]);
});

it('an unknown DSP cannot be connected', async () => {
  expect(await rejectedCommand('connect-store', connecting('9999'))).toBe('unknown_record');
});

it('the behavior of a connected store cannot be set before it is disconnected', async () => {
  await command('connect-store', connecting('4'));
  expect(await rejectedCommand('set-store', { 'dsp-id': '4', behavior: 'confirm' })).toBe('store_connected');
  await command('disconnect-store', { 'dsp-id': '4' });
  const disconnected = await shown('4');
  expect(disconnected).toMatchObject({ protocol: 'package' });
  expect(disconnected).not.toHaveProperty('connection');
  expect((await allRows()).filter(({ pk, sk }) => pk === 'stores#4' && sk !== '#')).toEqual([]);
  await command('set-store', { 'dsp-id': '4', behavior: 'confirm' });
  expect(await rejectedCommand('disconnect-store', { 'dsp-id': '4' })).toBe('store_not_connected');
  expect(await rejectedCommand('test-store', { 'dsp-id': '4' })).toBe('store_not_connected');
});

it('a connection test signs in, lists, writes and deletes a file, and reports it', async () => {
  await command('connect-store', store.connecting('4'));
  expect(await tested('4')).toMatchObject({
    findings: [
      { step: 'sign-in', isGood: true, says: 'Signed in as label, with a pinned host key.' },
      { step: 'list', isGood: true, says: 'Listed 0 files and folders in the folder of the sign-in.' },
      { step: 'write', isGood: true, says: 'Wrote .connection-test.' },
      { step: 'remove', isGood: true, says: 'Removed it.' },
      { step: 'acknowledgements', isGood: true, says: 'There is no folder acknowledgements yet.' },
    ],
  });
  expect(store.files().size).toBe(0);
  expect(await shown('4')).toMatchObject({ 'last-contact': { problem: null } });
});

it('a connection test ends at the first failure, which list-stores shows', async () => {
  await command('connect-store', store.connecting('4', { 'sign-in': 'wrong' }));
  const says = 'The store rejected the sign-in of the user label with the password.';
  expect(await tested('4')).toMatchObject({ findings: [{ step: 'sign-in', isGood: false, says }] });
  expect(await shown('4')).toMatchObject({
    'last-contact': { problem: says, 'failing-since': expect.any(String) },
  });
});

it('list-waiting lists a store that was not reached or written to for an hour, with the reason', async () => {
  await command('connect-store', connecting('9'));
  const table = new Table();
  const [since, later] = ['2027-02-01T10:00:00.000Z', '2027-02-01T10:59:00.000Z'];
  const problem = 'The store rejects connections.';
  for (const at of [since, later]) await recordContact(table, '9', { problem, now: new Date(at) });
  const unreachable = async (now: string) =>
    (await waitingAcknowledgements({ table, now: new Date(now) }, 10)).items.filter(({ id }) => id === '9');
  expect(await unreachable(later)).toEqual([]);
  expect(await unreachable('2027-02-01T11:00:00.000Z')).toEqual([
    {
      what: 'unreachable store',
      id: '9',
      since,
      about: problem,
      resolve: 'docs/guides/connect-a-store.md#failures, then test-store 9',
    },
  ]);
  // A transfer fails while readings succeed.
  const writing = 'The disk of the store is full.';
  const full = { problem: writing, writing, now: new Date('2027-02-01T10:30:00.000Z') };
  await recordContact(table, '9', full);
  await recordContact(table, '9', { problem: null, now: new Date('2027-02-01T11:30:00.000Z') });
  expect(await shown('9')).toMatchObject({
    'last-contact': { problem: null },
    'last-write': { at: '2027-02-01T10:30:00.000Z', problem: writing },
  });
  expect(await unreachable('2027-02-01T12:00:00.000Z')).toMatchObject([
    { what: 'store that cannot be written to', since: '2027-02-01T10:30:00.000Z', about: writing },
  ]);
  await recordContact(table, '9', {
    problem: null,
    writing: null,
    now: new Date('2027-02-01T12:00:00.000Z'),
  });
  expect(await unreachable('2027-02-01T13:00:00.000Z')).toEqual([]);
  await command('disconnect-store', { 'dsp-id': '9' });
});
