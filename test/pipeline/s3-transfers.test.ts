/** Transfers packages of approved releases to a store's bucket on loopback, and reads what the store has placed there. */
import { beforeEach, describe, expect, it } from 'vitest';
import { acknowledgement } from '../../bin/local/store/acknowledgement.ts';
import { command } from '../support/distribution/stores.ts';
import { withS3Store } from '../support/stores/s3-store.ts';
import { expectNoHalfPackage } from '../support/stores/whole-package.ts';
import { DSP, shownStore, useConnectedStage } from './connected-stage.ts';
import { work, workFor } from './stream-stage.ts';
import { now, redeliver, settle } from './work-stage.ts';

const stage = useConnectedStage({ audio: Buffer.alloc(300_000, 'a song '), tracks: 2 });
const store = withS3Store(stage.bucket);

const { lengths, deliveryOf } = stage;

beforeEach(async () => {
  store.empty();
  await command('connect-store', store.connecting(DSP, { folder: 'from-us' }));
});

describe('a release for the bucket of a store', () => {
  it('is sent in a folder of the release profile with its message last', async () => {
    const written: string[] = [];
    store.onCall = (method, url) => {
      if (method === 'PUT') written.push(decodeURIComponent(url.split('?')[0] ?? ''));
      return undefined;
    };
    const { id, upc } = await stage.requested();
    await work();
    expect(await deliveryOf(id)).toMatchObject({ attributes: { status: 'sent', errors: null } });
    const paths = [...store.files().keys()];
    expect(paths).toHaveLength(4);
    expect(paths[0]).toMatch(new RegExp(`^from-us/N_${upc}_\\d{17}/`));
    expectNoHalfPackage(store.files(), { upc, lengths, about: 'at the end' });
    expect(written).toHaveLength(4);
    expect(written.at(-1)).toMatch(new RegExp(`/${upc}\\.xml$`));
    expect(await shownStore()).toMatchObject({
      protocol: 's3',
      connection: { bucket: 'store-incoming', region: 'eu-central-1', folder: 'from-us', profile: 'release' },
      'last-contact': { problem: null },
      succeeded: 1,
    });
    expect(JSON.stringify(store.roles[0]?.get('Policy'))).toContain('store-incoming/from-us/*');
  });

  it('is completed by its manifest in the batch profile', async () => {
    await command('connect-store', store.connecting(DSP, { profile: 'batch' }));
    const written: string[] = [];
    store.onCall = (method, url) => {
      if (method === 'PUT') written.push(url.split('?')[0] ?? '');
      return undefined;
    };
    const { id } = await stage.requested();
    await work();
    expect((await deliveryOf(id)).attributes.status).toBe('sent');
    expect(written.at(-1)).toMatch(/\/\d{17}\/BatchComplete_\d{17}\.xml$/);
    expect(written.at(-2)).toMatch(/\/\d+\.xml$/);
  });
});

describe('a transfer to a bucket', () => {
  it('resumes after cuts at any call, and sends nothing twice', async () => {
    let calls = 0;
    store.onCall = () => {
      calls += 1;
      return undefined;
    };
    await stage.requested();
    await work();
    const all = calls;
    expect(all).toBeGreaterThan(8);
    for (let cut = 1; cut <= all; cut += Math.ceil(all / 5)) {
      store.empty();
      const { id, upc } = await stage.requested();
      calls = 0;
      const whole = new Map<string, number>();
      store.onCall = (method, url) => {
        calls += 1;
        if (calls >= cut && calls < cut + 3) return 'cut';
        if (method === 'PUT') whole.set(url, (whole.get(url) ?? 0) + 1);
        return undefined;
      };
      await work();
      expectNoHalfPackage(store.files(), { upc, lengths, about: `cut at call ${cut}` });
      await workFor(3);
      expect((await deliveryOf(id)).attributes.status, `cut at call ${cut}`).toBe('sent');
      expectNoHalfPackage(store.files(), { upc, lengths, about: `after the cut at call ${cut}` });
      expect([...store.files().keys()], `cut at call ${cut}`).toHaveLength(4);
      expect([...whole.values()], `cut at call ${cut}`).toEqual([1, 1, 1, 1]);
    }
  });

  it('is made once when its messages are delivered twice concurrently', async () => {
    let puts = 0;
    store.onCall = (method) => {
      if (method === 'PUT') puts += 1;
      return undefined;
    };
    const { id } = await stage.requested();
    await work({ copies: 2 });
    redeliver();
    await settle(2);
    expect(await deliveryOf(id)).toMatchObject({ attributes: { status: 'sent' } });
    expect(puts).toBe(4);
  });

  it.each([
    [
      'a bucket that is missing',
      {},
      { status: 404, code: 'NoSuchBucket' },
      /^There is no bucket store-incoming\. It was asked to write from-us/,
    ],
    [
      'no permission',
      {},
      { status: 403, code: 'AccessDenied' },
      /^The store denies permission\. It was asked/,
    ],
    [
      'another external id',
      { 'external-id': 'of-another-store-1' },
      undefined,
      /cannot be assumed: it does not/,
    ],
  ] as const)('says that it ended with %s, and is attempted again', async (_, more, instead, sentence) => {
    await command('connect-store', store.connecting(DSP, { folder: 'from-us', ...more }));
    const { id } = await stage.requested();
    store.onCall = (method) => (method === 'PUT' ? instead : undefined);
    await work();
    const failed = await deliveryOf(id);
    expect(failed.attributes.status).toBe('pending');
    expect(failed.meta['last-error']).toMatch(sentence);
    expect((await shownStore())?.['last-contact']?.problem).toMatch(sentence);
    store.onCall = undefined;
    await command('connect-store', store.connecting(DSP, { folder: 'from-us' }));
    await workFor(3);
    expect((await deliveryOf(id)).attributes).toMatchObject({ status: 'sent', errors: null });
    expect((await shownStore())?.['last-contact']?.problem).toBeNull();
  });
});

it('an acknowledgement in the bucket of a store is read', async () => {
  const { id } = await stage.requested();
  await work();
  const { meta } = await deliveryOf(id);
  const checked = { messageId: meta['store-delivery-id'], releaseId: '1', isTakedown: false, faults: [] };
  const content = acknowledgement({ checked, response: 'reject', reason: 'No.', now: now() });
  store.place('from-us/acknowledgements/ACK_1.xml', content);
  await command('read-store', { 'dsp-id': DSP });
  await work();
  expect((await deliveryOf(id)).meta.report).toMatchObject({ outcome: 'rejected' });
});

it('a connection test reports what it found in a bucket', async () => {
  store.place('from-us/old/file', 'x');
  const { asked } = (await command('test-store', { 'dsp-id': DSP })) as { asked: string };
  await work();
  const { findings } = (await command('test-store', { 'dsp-id': DSP, asked })) as { findings: object[] };
  expect(findings).toMatchObject([
    {
      isGood: true,
      says: expect.stringMatching(/^Assumed the role arn:aws:iam::\d+:role\/music-distribution/),
    },
    { isGood: true, says: 'Listed 1 file or folder in from-us.' },
    { isGood: true, says: 'Wrote from-us/.connection-test.' },
    { isGood: true, says: 'Removed it.' },
    { isGood: true, says: 'There is no folder from-us/acknowledgements yet.' },
  ]);
  expect([...store.files().keys()]).toEqual(['from-us/old/file']);
});
