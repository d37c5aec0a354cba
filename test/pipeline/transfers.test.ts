/** Transfers packages of approved releases to a connected store on loopback. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SQSBatchResponse } from 'aws-lambda';
import { beforeEach, describe, expect, it } from 'vitest';
import { acknowledgement } from '../../bin/local/store/acknowledgement.ts';
import { transfererWith } from '../../functions/transfer-releases/handler.ts';
import { ask, request } from '../support/distribution/release.ts';
import { command } from '../support/distribution/stores.ts';
import { type Access, askedBy, expectAllUsed, hearTable } from '../support/grants.ts';
import { withSftpStore } from '../support/stores/sftp-store.ts';
import { expectNoHalfPackage } from '../support/stores/whole-package.ts';
import { DSP, shownStore, useConnectedStage } from './connected-stage.ts';
import { work, workFor } from './stream-stage.ts';
import { now, pass, redeliver, settle } from './work-stage.ts';

const transferer = transfererWith({ now, random: () => 0.5 });
/** Of the function that transfers, to the table. */
const accesses: Access[] = [];
const stage = useConnectedStage({
  audio: Buffer.alloc(300_000, 'a song '),
  tracks: 2,
  consumers: {
    Transfer: async (event) => {
      let response: SQSBatchResponse = { batchItemFailures: [] };
      const made = await askedBy(async () => {
        response = await transferer(event);
      });
      accesses.push(...made);
      return response;
    },
  },
});
const store = withSftpStore();

const { lengths, deliveryOf } = stage;

beforeEach(async () => {
  store.empty();
  await command('connect-store', store.connecting(DSP));
});

describe('a release for a connected store', () => {
  it('is sent in a folder of the release profile with its message last', async () => {
    const { id, upc } = await stage.requested();
    await work();
    expect(await deliveryOf(id)).toMatchObject({ attributes: { status: 'sent', errors: null } });
    const paths = [...store.files().keys()];
    expect(paths).toHaveLength(4);
    const folder = String(paths[0]?.split('/')[0]);
    expect(folder).toMatch(new RegExp(`^N_${upc}_\\d{17}$`));
    expect(paths.filter((path) => path.startsWith(`${folder}/resources/`))).toHaveLength(3);
    expect(store.files().get(`${folder}/${upc}.xml`)?.toString()).toContain('NewReleaseMessage');
    const opened = store.calls.filter(({ name }) => name === 'open' || name === 'rename');
    expect(opened.at(-1)).toEqual({ name: 'rename', path: `${folder}/${upc}.xml` });
    expect(await shownStore()).toMatchObject({
      protocol: 'sftp',
      connection: { host: '127.0.0.1', user: 'label', profile: 'release' },
      'last-contact': { problem: null },
      succeeded: 1,
    });
  });
});

const minutes = (count: number) => workFor(count);

describe('a transfer', () => {
  it('resumes after a connection cut at any call, and sends nothing twice', async () => {
    await stage.requested();
    await work();
    const { length } = store.calls;
    expect(length).toBeGreaterThan(30);
    for (let cut = 1; cut <= length; cut += Math.ceil(length / 25)) {
      store.empty();
      const { id, upc } = await stage.requested();
      let calls = 0;
      let written = 0;
      store.onCall = ({ name }) => {
        calls += 1;
        if (name === 'write' && calls < cut) written += 1;
        if (calls >= cut && calls < cut + 5) return 'cut';
        return undefined;
      };
      await work();
      expectNoHalfPackage(store.files(), { upc, lengths, about: `cut at call ${cut}` });
      store.onCall = undefined;
      await minutes(3);
      expect((await deliveryOf(id)).attributes.status, `cut at call ${cut}`).toBe('sent');
      expectNoHalfPackage(store.files(), { upc, lengths, about: `after the cut at call ${cut}` });
      expect([...store.files().keys()], `cut at call ${cut}`).toHaveLength(4);
      expect(written).toBeGreaterThanOrEqual(0);
    }
  });

  it('is made once when its messages are delivered twice concurrently', async () => {
    const { id } = await stage.requested();
    await work({ copies: 2 });
    redeliver();
    await settle(2);
    expect(await deliveryOf(id)).toMatchObject({ attributes: { status: 'sent' } });
    expect([...store.files().keys()]).toHaveLength(4);
    expect(store.calls.filter(({ name }) => name === 'rename')).toHaveLength(1);
  });

  it.each([
    ['no permission', { status: 3 }, /^The store denies permission\. It was asked to write N_/],
    ['a failure', { status: 4 }, /^The store failed \(Failure\)\. It was asked to write N_/],
    ['a connection that was cut', 'cut', /^The store closed the connection\. It was asked to write N_/],
  ] as const)('says that it ended with %s, and is attempted again', async (_, fault, sentence) => {
    const { id } = await stage.requested();
    store.onCall = ({ name }) => (name === 'write' ? fault : undefined);
    await work();
    const failed = await deliveryOf(id);
    expect(failed.attributes.status).toBe('pending');
    expect(failed.meta['last-error']).toMatch(sentence);
    expect((await shownStore())?.['last-contact']?.problem).toMatch(sentence);
    store.onCall = undefined;
    await minutes(3);
    expect((await deliveryOf(id)).attributes).toMatchObject({ status: 'sent', errors: null });
    expect((await shownStore())?.['last-contact']?.problem).toBeNull();
  });

  it('sends nothing to a store with another host key, and names both fingerprints', async () => {
    const other = `SHA256:${'A'.repeat(43)}`;
    await command('connect-store', store.connecting(DSP, { 'host-key': [other] }));
    const { id } = await stage.requested();
    await work();
    const { meta } = await deliveryOf(id);
    expect(meta['last-error']).toBe(
      `The host key of the store is ${store.server.fingerprint} instead of ${other}. Nothing was sent.`,
    );
    expect(store.calls).toEqual([]);
  });

  it('fails with a sentence if the folder is missing', async () => {
    await command('connect-store', store.connecting(DSP, { folder: 'incoming/label' }));
    const { id } = await stage.requested();
    await work();
    const { meta } = await deliveryOf(id);
    expect(meta['last-error']).toBe('The folder incoming/label is missing at the store.');
  });

  it('is given up after its attempts, and a redelivery sends a new folder', async () => {
    const { id, album } = await stage.requested();
    store.onCall = () => 'cut';
    await minutes(15 * 60);
    expect((await deliveryOf(id)).attributes).toMatchObject({
      status: 'error',
      errors: expect.stringMatching(/^The store closed the connection\./),
    });
    store.onCall = undefined;
    await command('requeue-request', { id });
    await minutes(5);
    const { body } = await ask(stage.owner, 200, 'GET', `/deliveries?filter[album]=${album}`);
    expect(
      body.data.map(({ attributes }: { attributes: { status: string } }) => attributes.status),
    ).toContain('sent');
  });

  it('fails while the store is not connected and resumes once it is', async () => {
    const { id } = await stage.requested();
    store.onCall = () => 'cut';
    await work();
    store.onCall = undefined;
    await command('disconnect-store', { 'dsp-id': DSP });
    await minutes(3);
    expect((await deliveryOf(id)).meta['last-error']).toBe('The store is not connected.');
    await command('connect-store', store.connecting(DSP));
    await minutes(30);
    expect((await deliveryOf(id)).attributes.status).toBe('sent');
  });

  it('neither restores an album that was taken down nor replaces newer content', async () => {
    const { album } = await stage.requested();
    await work();
    const statusOf = async (request: string) => {
      const { attributes } = await deliveryOf(request);
      return [attributes.status, attributes.errors];
    };
    pass(1);
    const late = await request(stage.owner, album, 'update');
    store.onCall = () => 'cut';
    await work();
    store.onCall = undefined;
    pass(1);
    const newer = await request(stage.owner, album, 'update');
    await work();
    expect(await statusOf(newer)).toEqual(['sent', null]);
    await minutes(10);
    expect(await statusOf(late)).toEqual(['error', 'The store has a later delivery of the album.']);
    const last = await request(stage.owner, album, 'update');
    store.onCall = () => 'cut';
    await work();
    store.onCall = undefined;
    await command('takedown-album', { 'album-id': album, reason: 'A court has ordered it.' });
    await minutes(10);
    expect(await statusOf(last)).toEqual(['error', 'The album has since been taken down from the store.']);
    // The first delivery, the newer update, and the takedown.
    expect([...store.files().keys()].filter((path) => path.endsWith('.xml'))).toHaveLength(3);
  });
});

describe('the batch profile', () => {
  /** @returns the manifest that was placed last. */
  const manifest = () => {
    const { path = '' } = store.calls.findLast(({ name }) => name === 'rename') ?? {};
    return { path, text: String(store.files().get(path)) };
  };
  const typesIn = ({ text }: { readonly text: string }) =>
    ['DeliveryType', 'ProductType'].map((name) => new RegExp(`<${name}>(\\w+)</`).exec(text)?.[1]);

  it('puts its manifest after the message', async () => {
    await command('connect-store', store.connecting(DSP, { profile: 'batch' }));
    const { id, upc } = await stage.requested();
    await work();
    expect((await deliveryOf(id)).attributes.status).toBe('sent');
    const { path, text } = manifest();
    expect(path).toMatch(/^\d{17}\/BatchComplete_\d{17}\.xml$/);
    expect([...store.files().keys()]).toContain(`${path.split('/')[0]}/${upc}/${upc}.xml`);
    expect(text).toContain(`<ICPN>${upc}</ICPN>`);
    expect(typesIn({ text })).toEqual(['NewReleaseDelivery', 'AudioProduct']);
  });

  it('states in its manifest what is delivered, and with which priority', async () => {
    await command('connect-store', store.connecting(DSP, { profile: 'batch', priority: 'P' }));
    const { album } = await stage.requested();
    await work();
    expect(typesIn(manifest())).toEqual(['HighPriorityDelivery', 'AudioProduct']);
    for (const [type, said] of [
      ['update', 'ReDelivery'],
      ['redelivery', 'ReDelivery'],
      ['takedown', 'TakeDown'],
    ]) {
      pass(1);
      await request(stage.owner, album, type);
      await work();
      expect(typesIn(manifest()), type).toEqual([said, 'AudioProduct']);
    }
  });
});

it('the transfer function uses all its table permissions and needs no others', async () => {
  hearTable();
  accesses.length = 0;
  const { id: first, album } = await stage.requested();
  await work();
  pass(1);
  await request(stage.owner, album, 'update');
  store.onCall = () => 'cut';
  await work();
  store.onCall = undefined;
  // The first update is too late then, and ends in an error.
  await request(stage.owner, album, 'update');
  await work();
  await minutes(3);
  await command('test-store', { 'dsp-id': DSP });
  await work();
  const { meta } = await deliveryOf(first);
  mkdirSync(join(store.folder, 'acknowledgements'));
  const checked = { messageId: meta['store-delivery-id'], releaseId: '1', isTakedown: false, faults: [] };
  const content = acknowledgement({ checked, response: 'reject', reason: 'No.', now: now() });
  writeFileSync(join(store.folder, 'acknowledgements', 'ACK_1.xml'), content);
  await command('read-store', { 'dsp-id': DSP });
  await work();
  expect((await deliveryOf(first)).meta.report).toMatchObject({ outcome: 'rejected' });
  await command('takedown-album', { 'album-id': album, reason: 'A court has ordered it.' });
  await work();
  const ofSalesReports = ['usage-imports#*', 'usage-contents#*', 'usage-import-list'];
  const ofTracksAddedMeanwhile = ['tracks#*', 'album-tracks#*'];
  // See sales-reports.test.ts and added-while-transferred.test.ts.
  expectAllUsed(accesses, 'transfer-releases', [...ofSalesReports, ...ofTracksAddedMeanwhile]);
});
