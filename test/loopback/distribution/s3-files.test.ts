/** Files in the bucket of a store: from the beginning, after an interruption, and with each failure. */
import { createHash, randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { StoreFailure } from '../../../shared/distribution/stores/connected/store-failure.ts';
import type { ListedFile, PlacedFile } from '../../../shared/distribution/stores/connected/store-files.ts';
import { openS3 } from '../../../shared/distribution/stores/s3/open-s3.ts';
import { PART_BYTES } from '../../../shared/distribution/stores/s3/put-object.ts';
import { withBucket } from '../../support/stores/local-bucket.ts';
import { withS3Store } from '../../support/stores/s3-store.ts';

const store = withS3Store(withBucket());
afterEach(() => store.empty());

const { bucket, region, role, 'external-id': externalId } = store.connecting('4');
const content = randomBytes(2 * PART_BYTES + 17);
const PATH = 'N_1_2/song.wav';

const fileOf = (bytes: Buffer, read = bytes): PlacedFile => ({
  path: PATH,
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  read: async function* (from) {
    for (let at = from; at < read.length; at += 1_000_000) yield read.subarray(at, at + 1_000_000);
  },
});

interface Particulars {
  readonly idleTimeoutMs?: number;
  readonly until?: AbortSignal;
  readonly externalId?: string;
  readonly role?: string;
}

const open = ({ idleTimeoutMs = 10_000, until, ...more }: Particulars = {}) =>
  openS3(
    {
      ...{ protocol: 's3', bucket, region, role, externalId, revision: '1', folder: '' },
      ...{
        acknowledgements: 'acknowledgements',
        reports: null,
        reportLayout: null,
        acknowledgesReports: false,
        profile: 'release',
      },
      ...{
        priority: 'N',
        partyId: null,
        messageVersion: null,
        acknowledgedWithinHours: 48,
        connectedAt: '2027-01-01T00:00:00.000Z',
      },
      ...more,
    },
    { dspId: '4', now: new Date(), until: until ?? new AbortController().signal, idleTimeoutMs },
  );

async function put(file: PlacedFile): Promise<number> {
  const files = await open();
  try {
    return await files.put(file);
  } finally {
    files.close();
  }
}

async function failureOf(attempt: Promise<unknown>): Promise<[string, string]> {
  const error = await attempt.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof StoreFailure)) throw new Error(`It did not fail with a sentence: ${String(error)}`);
  return [error.fault, error.message];
}

describe('a file placed in the bucket of a store', () => {
  it.each([0, 1, PART_BYTES, PART_BYTES + 1, content.length])('has all of its %i bytes', async (length) => {
    const bytes = content.subarray(0, length);
    expect(await put(fileOf(bytes))).toBe(length);
    expect(store.files().get(PATH)?.equals(bytes)).toBe(true);
    expect(await put(fileOf(bytes))).toBe(0);
  });

  it('replaces a file with other content of the same length', async () => {
    await put(fileOf(content.subarray(0, 100)));
    const other = fileOf(content.subarray(100, 200));
    expect(await put(other)).toBe(100);
    expect(store.files().get(PATH)).toEqual(content.subarray(100, 200));
  });

  it('continues with the missing parts after the connection breaks', async () => {
    let parts = 0;
    store.onCall = (method, url) => {
      if (method !== 'PUT' || !url.includes('partNumber')) return undefined;
      parts += 1;
      return url.includes('partNumber=3') ? 'cut' : undefined;
    };
    expect((await failureOf(put(fileOf(content))))[0]).toBe('closed');
    expect(store.files().size).toBe(0);
    parts = 0;
    store.onCall = (method, url) => {
      if (method === 'PUT' && url.includes('partNumber')) parts += 1;
      return undefined;
    };
    expect(await put(fileOf(content))).toBe(17);
    expect(parts).toBe(1);
    expect(store.files().get(PATH)?.equals(content)).toBe(true);
  });

  it('does not keep parts of other content', async () => {
    store.onCall = (_, url) => (url.includes('partNumber=3') ? 'cut' : undefined);
    await failureOf(put(fileOf(content)));
    store.onCall = undefined;
    const other = Buffer.concat([content.subarray(1), Buffer.from('!')]);
    await failureOf(put(fileOf(other)));
    // The upload has the sum of the first content, so a new one was begun.
    expect(await put(fileOf(other))).toBeGreaterThanOrEqual(0);
    expect(store.files().get(PATH)?.equals(other)).toBe(true);
  });

  it('is not placed if the package in our bucket differs from its manifest', async () => {
    const other = Buffer.from(content);
    other[5] = Number(other[5]) ^ 1;
    await expect(put(fileOf(content, other))).rejects.toThrow('is not the one in its manifest');
    expect(store.files().size).toBe(0);
  });
});

describe('a mark in the bucket of a store', () => {
  it('is not placed if it is not confirmed', async () => {
    const files = await open();
    const confirm = () => Promise.reject(new Error('Overtaken.'));
    for (const length of [5, content.length])
      await expect(files.putMark(fileOf(content.subarray(0, length)), confirm)).rejects.toThrow('Overtaken.');
    expect(store.files().size).toBe(0);
    files.close();
  });
});

describe('a folder of a bucket', () => {
  it('lists its files and folders, page by page', async () => {
    store.place('in/a.xml', 'a');
    store.place('in/deep/b.xml', 'b');
    store.place('other.xml', 'c');
    for (let number = 0; number < 1001; number++) store.place(`many/${number}.xml`, 'x');
    const files = await open();
    const listed = async (path: string) => {
      const found: ListedFile[] = [];
      for await (const page of files.list(path)) found.push(...page);
      return found;
    };
    expect(await listed('in')).toMatchObject([
      { name: 'a.xml', bytes: 1, isFolder: false, changedAt: expect.any(Number) },
      { name: 'deep', isFolder: true },
    ]);
    expect((await listed('')).map(({ name }) => name).toSorted()).toEqual(['in', 'many', 'other.xml']);
    expect(await listed('many')).toHaveLength(1001);
    expect(await files.stat('in')).toEqual({ bytes: 0, isFolder: true });
    expect(await files.stat('in/a.xml')).toEqual({ bytes: 1, isFolder: false });
    expect(await files.stat('missing')).toBeUndefined();
    files.close();
  });

  it('returns the content of a file up to its length', async () => {
    store.place('a.xml', 'content that has grown');
    const files = await open();
    const read = (bytes: number) => text(files.content('a.xml', bytes));
    expect(await read(7)).toBe('content');
    expect(await read(22)).toBe('content that has grown');
    expect(await failureOf(text(files.content('b.xml', 1)))).toEqual([
      'missing',
      'The store has no such file or folder. It was asked to read b.xml.',
    ]);
    files.close();
  });
});

describe('a failure of a bucket', () => {
  it.each([
    [
      'a bucket that is missing',
      { status: 404, code: 'NoSuchBucket' },
      'missing',
      'There is no bucket store-incoming.',
    ],
    ['denied access', { status: 403, code: 'AccessDenied' }, 'permission', 'The store denies permission.'],
    [
      'another region',
      { status: 301, code: 'PermanentRedirect', headers: { 'x-amz-bucket-region': 'us-west-2' } },
      'address',
      'The bucket store-incoming is in the region us-west-2, not in eu-central-1.',
    ],
    [
      'a signature for another region',
      { status: 400, code: 'AuthorizationHeaderMalformed' },
      'address',
      'The bucket store-incoming is in another region, not in eu-central-1.',
    ],
    [
      'credentials that have expired',
      { status: 400, code: 'ExpiredToken' },
      'sign_in',
      `The bucket does not accept the credentials of the role ${role}.`,
    ],
    ['too many requests', { status: 503, code: 'SlowDown' }, 'protocol', 'The store failed (503 SlowDown).'],
    ['a connection that is cut', 'cut', 'closed', 'The store closed the connection.'],
    ['a bucket that hangs', 'silence', 'timeout', 'The store did not respond for 0.5 seconds.'],
  ] as const)('says that it was %s', async (_, instead, fault, sentence) => {
    store.onCall = (method) => (method === 'PUT' ? instead : undefined);
    const files = await open({ idleTimeoutMs: 500 });
    const file = fileOf(content.subarray(0, 10));
    expect(await failureOf(files.put(file))).toEqual([fault, `${sentence} It was asked to write ${PATH}.`]);
    files.close();
  });

  it('says the same for a response without a body', async () => {
    store.onCall = (method) =>
      method === 'HEAD'
        ? { status: 301, code: '', headers: { 'x-amz-bucket-region': 'us-west-2' } }
        : undefined;
    const files = await open();
    expect((await failureOf(files.stat('a')))[1]).toContain('is in the region us-west-2');
    store.onCall = (method) => (method === 'HEAD' ? { status: 403, code: '' } : undefined);
    expect((await failureOf(files.stat('a')))[0]).toBe('permission');
    files.close();
  });

  it.each([
    ['another external id', { externalId: 'another-external-id' }],
    ['a role that does not trust the stage', { role: `${role}-other` }],
  ])('states that the role cannot be assumed with %s', async (_, more) => {
    const [fault, sentence] = await failureOf(open(more));
    expect(fault).toBe('sign_in');
    expect(sentence).toMatch(
      /cannot be assumed: it does not exist, does not trust the stage, or trusts it with/,
    );
    expect(sentence).not.toContain('external-id-');
  });

  it('states that no time was left, and ends the calls', async () => {
    const end = new AbortController();
    const files = await open({ until: end.signal });
    store.onCall = () => {
      end.abort();
      return 'silence';
    };
    expect((await failureOf(files.put(fileOf(content))))[0]).toBe('unfinished');
    files.close();
  });

  it('ends the running calls once it is closed', async () => {
    const files = await open();
    store.onCall = () => {
      files.close();
      return 'silence';
    };
    expect((await failureOf(files.put(fileOf(content))))[0]).toBe('closed');
  });
});

it('credentials of a role allow only the calls that are made to the bucket and the folder', async () => {
  (await open()).close();
  const [asked] = store.roles;
  expect(asked?.get('DurationSeconds')).toBe('900');
  expect(asked?.get('RoleSessionName')).toBe('music-distribution-dsp-4');
  const { Statement: statements } = JSON.parse(String(asked?.get('Policy')));
  const resources = statements.map(({ Resource }: { Resource: string }) => Resource);
  expect(resources).toEqual([
    'arn:aws:s3:::store-incoming/*',
    'arn:aws:s3:::store-incoming',
    'arn:aws:kms:eu-central-1:111122223333:key/*',
  ]);
});
