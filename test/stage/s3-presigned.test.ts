/** Presigned addresses of the bucket, made by the unmodified SDK. */
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { describe, expect, test } from 'vitest';
import { clientOptions, startStage, temporaryFolder } from '../support/hand-made.ts';

const Bucket = 'packages';
const resources = { Packages: { Type: 'AWS::S3::Bucket', Properties: { BucketName: Bucket } } };
const stage = await startStage({ resources }, { dataDirectory: temporaryFolder() });

describe('a presigned URL', () => {
  const options = clientOptions(stage);
  const asked = { Bucket, Key: "folder/it's (a) file+.txt", ResponseContentType: 'text/plain' };
  const ResponseContentDisposition = 'attachment; filename="a b.txt"';
  const put = (Body: string) =>
    new S3Client(options).send(new PutObjectCommand({ Bucket, Key: asked.Key, Body }));
  const presigned = (
    more: { credentials?: typeof options.credentials; signingDate?: Date | undefined } = {},
  ) => {
    const { signingDate = new Date(), ...own } = more;
    const command = new GetObjectCommand({ ...asked, ResponseContentDisposition });
    return getSignedUrl(new S3Client({ ...options, ...own }), command, { expiresIn: 60, signingDate });
  };
  const codeOf = async (address: string) =>
    /<Code>(\w+)<\/Code>/.exec(await (await fetch(address)).text())?.[1];

  test('needs no headers and can set response headers', async () => {
    await put('content');
    const response = await fetch(await presigned());
    expect(await response.text()).toBe('content');
    expect(response.headers.get('content-type')).toBe('text/plain');
    expect(response.headers.get('content-disposition')).toBe(ResponseContentDisposition);
  });

  test('is valid only unaltered, for its object, until it expires', async () => {
    await put('content');
    const address = await presigned();
    expect(await codeOf(address.replace('folder', 'other'))).toBe('SignatureDoesNotMatch');
    expect(await codeOf(address.replace('Expires=60', 'Expires=600'))).toBe('SignatureDoesNotMatch');
    expect(await codeOf(`${address}&response-expires=0`)).toBe('NotImplemented');
    const [past, recent] = [61, 55].map((seconds) => new Date(Date.now() - seconds * 1000));
    expect(await codeOf(await presigned({ signingDate: past }))).toBe('AccessDenied');
    expect(await codeOf(await presigned({ signingDate: recent }))).toBe(undefined);
  });

  test('is signed with the credentials of the functions', async () => {
    const stranger = { accessKeyId: 'x', secretAccessKey: 'local' };
    expect(await codeOf(await presigned({ credentials: stranger }))).toBe('InvalidAccessKeyId');
    const guess = { accessKeyId: 'local', secretAccessKey: 'guess' };
    expect(await codeOf(await presigned({ credentials: guess }))).toBe('SignatureDoesNotMatch');
  });
});
