import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startLocalStage } from '../../bin/local/start.ts';
import { clientOptions, handMadeAssembly, startStage, temporaryFolder } from '../support/hand-made.ts';
import { rawRequest } from './raw-request.ts';

const Bucket = 'packages';
const resources = { Packages: { Type: 'AWS::S3::Bucket', Properties: { BucketName: Bucket } } };
const dataDirectory = temporaryFolder();
const stage = await startStage({ resources }, { dataDirectory });
const s3 = new S3Client(clientOptions(stage));
afterAll(() => s3.destroy());

const MEGABYTE = 1024 * 1024;
const put = (Key: string, Body: string | Buffer, more: object = {}) =>
  s3.send(new PutObjectCommand({ Bucket, Key, Body, ...more }));
const get = (Key: string, more: object = {}) => s3.send(new GetObjectCommand({ Bucket, Key, ...more }));
const textOf = async (Key: string, more: object = {}) => (await get(Key, more)).Body?.transformToString();
const stored = () =>
  readdirSync(join(dataDirectory, 'bucket'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
const unfinished = () => readdirSync(join(dataDirectory, 'bucket-unfinished'));

beforeEach(() => {
  const bucket = join(dataDirectory, 'bucket');
  for (const name of readdirSync(bucket)) rmSync(join(bucket, name), { recursive: true });
});

test.each(['/packages/%zz', '/packages/100%', '/%', '/packages/%C3'])(
  'a request for %s gets a 400',
  async (path) => {
    const headers = { authorization: 'AWS4-HMAC-SHA256 Credential=local/20261122/us-east-1/s3/aws4_request' };
    const { status, text } = await rawRequest(stage.awsUrl, { path, headers });
    expect([status, text]).toEqual([400, expect.stringContaining('<Code>InvalidURI</Code>')]);
  },
);

describe('an object', () => {
  test('is a plain file under its key that only its owner can read', async () => {
    await put('a/Ärger & "Söhne" +1.xml', 'content');
    const file = join(dataDirectory, 'bucket', 'a', 'Ärger & "Söhne" +1.xml');
    expect(readFileSync(file, 'utf8')).toBe('content');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await textOf('a/Ärger & "Söhne" +1.xml')).toBe('content');
    expect(stored()).toHaveLength(1);
  });

  test('is replaced under the same key with a new ETag', async () => {
    const first = await put('a', 'one');
    const second = await put('a', 'two');
    expect(await textOf('a')).toBe('two');
    expect(second.ETag).not.toBe(first.ETag);
    expect((await get('a')).ETag).toBe(second.ETag);
  });

  test('is not replaced by a write that requires a new object', async () => {
    await put('a', 'one', { IfNoneMatch: '*' });
    await expect(put('a', 'two', { IfNoneMatch: '*' })).rejects.toMatchObject({ name: 'PreconditionFailed' });
    expect(await textOf('a')).toBe('one');
    expect(unfinished()).toEqual([]);
  });

  test('is created by only one of several concurrent exclusive writes', async () => {
    const attempts = Array.from({ length: 20 }, (_, index) =>
      put('race', String(index), { IfNoneMatch: '*' }),
    );
    const won = (await Promise.allSettled(attempts)).flatMap(({ status }, index) =>
      status === 'fulfilled' ? [index] : [],
    );
    expect(won).toHaveLength(1);
    expect(await textOf('race')).toBe(String(won[0]));
  });

  test('has a size and a time', async () => {
    await put('a', 'content');
    const head = await s3.send(new HeadObjectCommand({ Bucket, Key: 'a' }));
    expect(head).toMatchObject({
      ContentLength: 7,
      LastModified: expect.any(Date),
      ETag: expect.any(String),
    });
  });

  test('can be read in part', async () => {
    await put('a', 'content');
    expect(await textOf('a', { Range: 'bytes=3-4' })).toBe('te');
    expect(await textOf('a', { Range: 'bytes=4-99' })).toBe('ent');
    await expect(get('a', { Range: 'bytes=7-' })).rejects.toMatchObject({ name: 'InvalidRange' });
  });

  test('can be empty', async () => {
    await put('empty', '');
    expect(await textOf('empty')).toBe('');
  });

  test('is not found if it does not exist', async () => {
    await expect(get('nothing')).rejects.toMatchObject({
      name: 'NoSuchKey',
      $metadata: { httpStatusCode: 404 },
    });
    await expect(s3.send(new HeadObjectCommand({ Bucket, Key: 'nothing' }))).rejects.toMatchObject({
      name: 'NotFound',
    });
  });

  test('can be deleted repeatedly', async () => {
    await put('a', 'content');
    for (let time = 0; time < 2; time++) {
      await s3.send(new DeleteObjectCommand({ Bucket, Key: 'a' }));
      await expect(get('a')).rejects.toMatchObject({ name: 'NoSuchKey' });
    }
    expect(stored()).toEqual([]);
  });

  test('survives a restart', async () => {
    const folder = temporaryFolder();
    const assembly = handMadeAssembly({ resources });
    const runs = [];
    for (const work of [
      (client: S3Client) => client.send(new PutObjectCommand({ Bucket, Key: 'kept', Body: 'x' })),
      (client: S3Client) => client.send(new HeadObjectCommand({ Bucket, Key: 'kept' })),
    ]) {
      const run = await startLocalStage({ assembly, dataDirectory: folder });
      const client = new S3Client(clientOptions(run));
      runs.push((await work(client)).ETag);
      client.destroy();
      await run.end();
    }
    expect(runs[1]).toBe(runs[0]);
  });
});

describe('an object key', () => {
  test.each(['../outside', 'a/../../outside', 'a/./b', 'a//b', 'a\\b', 'folder/', `${'n'.repeat(256)}`])(
    'is rejected if it is not a safe file name: %s',
    async (key) => {
      await expect(put(key, 'x')).rejects.toMatchObject({ name: 'NotImplemented' });
      expect(existsSync(join(dataDirectory, 'outside'))).toBe(false);
    },
  );

  test('cannot lead out of the folder, even with ".."', async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = { authorization: 'AWS4-HMAC-SHA256 Credential=x/20270101/us-east-1/s3/aws4_request' };
      const sent = request(stage.awsUrl, { method: 'GET', path: '/packages/../stage.sqlite', headers });
      sent
        .once('response', (response) => resolve(response.resume().statusCode))
        .once('error', reject)
        .end();
    });
    expect(status).toBe(501);
  });

  test('is rejected if a part of its path is a file', async () => {
    await put('a', 'x');
    await expect(put('a/b', 'x')).rejects.toMatchObject({ name: 'NotImplemented' });
    await expect(get('a/b')).rejects.toMatchObject({ name: 'NoSuchKey' });
  });
});

describe('an upload', () => {
  test.each([
    ['ContentMD5', createHash('md5').update('other').digest('base64')],
    ['ChecksumSHA256', createHash('sha256').update('other').digest('base64')],
    ['ChecksumCRC32', 'AAAAAA=='],
  ])('is rejected without a trace if its %s is wrong', async (header, value) => {
    await expect(put('a', 'content', { [header]: value })).rejects.toMatchObject({ name: 'BadDigest' });
    expect(stored()).toEqual([]);
  });

  test.each(['SHA1', 'SHA256', 'CRC32'] as const)(
    'is accepted if its %s is right',
    async (ChecksumAlgorithm) => {
      await put('a', 'content', { ChecksumAlgorithm });
      expect(await textOf('a')).toBe('content');
    },
  );

  test('is stored without chunk headers if the checksum follows the streamed content', async () => {
    const content = randomBytes(200_000);
    const Body = Readable.from([content.subarray(0, 70_000), content.subarray(70_000)]);
    await s3.send(new PutObjectCommand({ Bucket, Key: 'a', Body, ContentLength: content.length }));
    expect(readFileSync(join(dataDirectory, 'bucket/a')).equals(content)).toBe(true);
  });

  test('is rejected if it uses options unsupported by the local stage', async () => {
    await expect(put('a', 'x', { ACL: 'private' })).rejects.toMatchObject({
      name: 'NotImplemented',
    });
    await expect(put('a', 'x', { IfMatch: '"1"' })).rejects.toMatchObject({ name: 'NotImplemented' });
    expect(stored()).toEqual([]);
  });
});

describe('a multipart upload', () => {
  const Key = 'large';
  const create = async () =>
    (await s3.send(new CreateMultipartUploadCommand({ Bucket, Key }))).UploadId ?? '';
  const part = async (UploadId: string, PartNumber: number, Body: Buffer) => {
    const { ETag } = await s3.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }));
    return { PartNumber, ETag };
  };
  const complete = (UploadId: string, Parts: object[], more: object = {}) =>
    s3.send(
      new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts }, ...more }),
    );

  test('joins the parts of the upload library in order', async () => {
    const content = randomBytes(12 * MEGABYTE);
    const params = { Bucket, Key, Body: Readable.from([content]) };
    await new Upload({ client: s3, params }).done();
    expect(readFileSync(join(dataDirectory, 'bucket/large')).equals(content)).toBe(true);
    expect(unfinished()).toEqual([]);
  });

  test('becomes an object only when completed, and never if aborted', async () => {
    const id = await create();
    await part(id, 1, Buffer.from('x'));
    expect(stored()).toEqual([]);
    expect(unfinished()).toEqual([id]);
    await s3.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId: id }));
    expect(unfinished()).toEqual([]);
    await expect(part(id, 2, Buffer.from('x'))).rejects.toMatchObject({ name: 'NoSuchUpload' });
    expect(stored()).toEqual([]);
  });

  test('uses the last content of a part sent twice', async () => {
    const id = await create();
    await part(id, 1, Buffer.from('old'));
    await complete(id, [await part(id, 1, Buffer.from('new'))]);
    expect(await textOf(Key)).toBe('new');
  });

  test('keeps the existing object if a new one is required', async () => {
    await put(Key, 'first');
    const id = await create();
    const parts = [await part(id, 1, Buffer.from('second'))];
    await expect(complete(id, parts, { IfNoneMatch: '*' })).rejects.toMatchObject({
      name: 'PreconditionFailed',
    });
    expect(await textOf(Key)).toBe('first');
    await complete(id, parts);
    expect(await textOf(Key)).toBe('second');
  });

  test('is rejected with small, missing, unordered or unknown parts', async () => {
    const id = await create();
    const large = await part(id, 1, Buffer.alloc(5 * MEGABYTE));
    const small = await part(id, 2, Buffer.from('x'));
    const third = await part(id, 3, Buffer.from('x'));
    await expect(complete(id, [large, small, third])).rejects.toMatchObject({ name: 'EntityTooSmall' });
    await expect(complete(id, [small, large])).rejects.toMatchObject({ name: 'InvalidPartOrder' });
    await expect(complete(id, [{ ...large, PartNumber: 4 }])).rejects.toMatchObject({ name: 'InvalidPart' });
    await expect(complete(id, [{ ...large, ETag: '"1"' }])).rejects.toMatchObject({ name: 'InvalidPart' });
    await expect(part(id, 10_001, Buffer.from('x'))).rejects.toMatchObject({ name: 'InvalidArgument' });
    expect(stored()).toEqual([]);
    await complete(id, [large, small]);
    expect((await get(Key)).ContentLength).toBe(5 * MEGABYTE + 1);
  });
});

describe('the bucket of the local stage', () => {
  test('is the only bucket', async () => {
    const other = new GetObjectCommand({ Bucket: 'other', Key: 'a' });
    await expect(s3.send(other)).rejects.toMatchObject({ name: 'NoSuchBucket' });
    const second = { Other: { Type: 'AWS::S3::Bucket' } };
    const assembly = handMadeAssembly({ resources: { ...resources, ...second } });
    await expect(startLocalStage({ assembly })).rejects.toThrow('one bucket');
  });

  test('rejects unsupported operations by name', async () => {
    const policy = fetch(`${stage.awsUrl}/packages?policy`, {
      headers: { authorization: 'AWS4-HMAC-SHA256 Credential=x/20270101/us-east-1/s3/aws4_request' },
    });
    const response = await policy;
    expect(response.status).toBe(501);
    expect(await response.text()).toContain('the parameter policy');
    const list = s3.send(new ListObjectsV2Command({ Bucket, StartAfter: 'a' }));
    await expect(list).rejects.toThrow('The local stage does not support the parameter start-after.');
  });
});
