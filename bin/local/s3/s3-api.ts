/** The S3 REST API for the stage's one bucket: runs the requested operation and responds. */
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Planned } from '../template/plan.ts';
import type { WireHandler } from '../wire/aws-endpoint.ts';
import { AwsError } from '../wire/aws-error.ts';
import { BucketFiles } from './bucket-files.ts';
import { notSupported, s3Error } from './s3-error.ts';
import { type S3Operations, type S3Response, s3Operations } from './s3-operations.ts';
import { operationName, readRequest, type S3Request } from './s3-request.ts';
import { writeXml } from './xml.ts';

/** @param dataDirectory its folder `bucket` holds the objects. */
export async function s3Api(
  buckets: readonly Planned<'AWS::S3::Bucket'>[],
  dataDirectory: string,
): Promise<WireHandler> {
  const [bucket, ...others] = buckets;
  if (others.length > 0) throw new Error('The local stage supports one bucket.');
  if (!bucket) return (_, response) => reject(response, noSuchBucket());
  const files = new BucketFiles(dataDirectory);
  await files.open();
  return handlerOf(bucket.name, s3Operations(bucket.name, files));
}

const noSuchBucket = () => s3Error('NoSuchBucket', 'The specified bucket does not exist.');

const handlerOf =
  (bucket: string, operations: S3Operations): WireHandler =>
  async (request, response, body) => {
    try {
      const s3Request = readRequest(request, body);
      if (s3Request.bucket !== '' && s3Request.bucket !== bucket) throw noSuchBucket();
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
