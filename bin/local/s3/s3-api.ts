/** The S3 REST API for the stage's bucket, and for those of stores: runs the requested operation and responds. */
import { randomUUID } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Planned } from '../template/plan.ts';
import type { WireHandler } from '../wire/aws-endpoint.ts';
import { AwsError } from '../wire/aws-error.ts';
import { BucketFiles } from './bucket-files.ts';
import { notSupported, s3Error } from './s3-error.ts';
import { s3Operations } from './s3-operations.ts';
import { operationName, readRequest, type S3Request } from './s3-request.ts';
import type { S3Operations, S3Response } from './s3-response.ts';
import { writeXml } from './xml.ts';

/**
 * @param dataDirectory its folder `bucket` holds the objects. Each folder in `store-buckets` is a bucket of a store with
 * that name, in the same form.
 */
export async function s3Api(
  buckets: readonly Planned<'AWS::S3::Bucket'>[],
  dataDirectory: string,
): Promise<WireHandler> {
  const [bucket, ...others] = buckets;
  if (others.length > 0) throw new Error('The local stage supports one bucket.');
  if (!bucket) return (_, response) => reject(response, noSuchBucket());
  const opened = new Map([[bucket.name, openBucket(bucket.name, dataDirectory)]]);
  await opened.get(bucket.name);
  return handlerOf((name) => {
    const folder = join(dataDirectory, 'store-buckets', name);
    if (!opened.has(name) && /^[a-z0-9][a-z0-9.-]+$/.test(name) && existsSync(folder))
      opened.set(name, openBucket(name, folder));
    return opened.get(name);
  });
}

async function openBucket(name: string, directory: string): Promise<S3Operations> {
  const files = new BucketFiles(directory);
  await files.open();
  return s3Operations(name, files);
}

const noSuchBucket = () => s3Error('NoSuchBucket', 'The specified bucket does not exist.');

const handlerOf =
  (operationsOf: (bucket: string) => Promise<S3Operations> | undefined): WireHandler =>
  async (request, response, body) => {
    try {
      const s3Request = readRequest(request, body);
      const operations = await operationsOf(s3Request.bucket);
      if (!operations) throw noSuchBucket();
      await send(response, await operationOf(operations, s3Request)(s3Request));
    } catch (error) {
      reject(response, error);
    }
  };

function operationOf(operations: S3Operations, request: S3Request) {
  const name = operationName(request);
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
  if (!operation) throw notSupported(`the operation ${name}`);
  return operation;
}

async function send(
  response: ServerResponse,
  { status = 200, etag, xml, object, range, headers }: S3Response,
): Promise<void> {
  const common = { 'x-amz-request-id': randomUUID() };
  if (!object) {
    response.writeHead(status, {
      ...common,
      ...(etag && { etag }),
      ...(xml && { 'content-type': 'application/xml' }),
    });
    response.end(xml);
    return;
  }
  const length = range ? range.end - range.start + 1 : object.bytes;
  response.writeHead(range ? 206 : status, {
    ...common,
    etag: object.etag,
    'accept-ranges': 'bytes',
    'content-length': length,
    'content-type': 'binary/octet-stream',
    'last-modified': object.modifiedAt.toUTCString(),
    ...Object.fromEntries(
      Object.entries(object.metadata).map(([name, value]) => [`x-amz-meta-${name}`, value]),
    ),
    ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${object.bytes}` }),
    ...headers,
  });
  if (response.req.method === 'HEAD' || length === 0) response.end();
  // A client that disconnects is not a failure of the stage.
  else await pipeline(createReadStream(object.path, range), response).catch(() => response.destroy());
}

function reject(response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const Message = error instanceof Error ? error.message : String(error);
  const { type: Code, status } = error instanceof AwsError ? error : { type: 'InternalError', status: 500 };
  const RequestId = randomUUID();
  response.writeHead(status, { 'content-type': 'application/xml', 'x-amz-request-id': RequestId });
  response.end(response.req.method === 'HEAD' ? undefined : writeXml('Error', { Code, Message, RequestId }));
}
