/** The operations of S3 that the service uses: it writes objects, also in parts, reads and deletes them. */
import * as v from 'valibot';
import type { BucketFiles, StoredObject } from './bucket-files.ts';
import { MultipartUploads } from './multipart-uploads.ts';
import { contentOf } from './payload.ts';
import { notSupported, s3Error } from './s3-error.ts';
import type { S3Request } from './s3-request.ts';
import { readXml, writeXml } from './xml.ts';

interface ByteRange {
  readonly start: number;
  /** Inclusive. */
  readonly end: number;
}

export interface S3Response {
  /** 200 by default. */
  readonly status?: number;
  readonly etag?: string;
  readonly xml?: string;
  /** The content of the response, or that part of it. */
  readonly object?: StoredObject;
  readonly range?: ByteRange;
  /** Overrides the object's own headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** By the name that s3-request.ts finds. */
export type S3Operations = Readonly<Record<string, (request: S3Request) => Promise<S3Response>>>;

/** @param bucket its name. */
export const s3Operations = (bucket: string, files: BucketFiles): S3Operations => ({
  ...objectOperations(files),
  ...multipartOperations(bucket, new MultipartUploads(files)),
});

const objectOperations = (files: BucketFiles): S3Operations => ({
  'HEAD key': async ({ key, query }) => ({
    object: await files.find(key),
    headers: overriddenHeaders(query),
  }),
  'GET key': async ({ key, query, headers }) => {
    const object = await files.find(key);
    const range = rangeOf(headers.range, object);
    return { object, ...(range && { range }), headers: overriddenHeaders(query) };
  },
  'PUT key': async ({ key, headers, body }) => {
    const { etag } = await files.write(key, contentOf(headers, body), isOnlyNew(headers));
    return { etag };
  },
  'DELETE key': async ({ key }) => {
    await files.delete(key);
    return { status: 204 };
  },
});

/** Readers can override some response headers. */
const overriddenHeaders = (query: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    ['content-disposition', 'content-type'].flatMap((name) => {
      const value = query.get(`response-${name}`);
      return value === null ? [] : [[name, value]];
    }),
  );

const completion = v.object({
  CompleteMultipartUpload: v.object({
    Part: v.array(v.object({ PartNumber: v.pipe(v.string(), v.transform(Number)), ETag: v.string() })),
  }),
});

const multipartOperations = (bucket: string, uploads: MultipartUploads): S3Operations => ({
  'POST key uploads': async ({ key }) => {
    const UploadId = await uploads.create(key);
    return { xml: writeXml('InitiateMultipartUploadResult', { Bucket: bucket, Key: key, UploadId }) };
  },
  'PUT key uploadId': async ({ key, query, headers, body }) => {
    const part = { number: Number(query.get('partNumber')), content: contentOf(headers, body) };
    return { etag: await uploads.writePart(idIn(query), key, part) };
  },
  'POST key uploadId': async ({ key, query, headers, body }) => {
    const { Part } = readXml(completion, body).CompleteMultipartUpload;
    const parts = Part.map(({ PartNumber, ETag }) => ({ number: PartNumber, etag: ETag }));
    const { etag: ETag } = await uploads.complete(idIn(query), key, { parts, onlyNew: isOnlyNew(headers) });
    return { xml: writeXml('CompleteMultipartUploadResult', { Bucket: bucket, Key: key, ETag }) };
  },
  'DELETE key uploadId': async ({ key, query }) => {
    await uploads.abort(idIn(query), key);
    return { status: 204 };
  },
});

const idIn = (query: URLSearchParams): string => query.get('uploadId') ?? '';

function isOnlyNew(headers: S3Request['headers']): boolean {
  const condition = headers['if-none-match'];
  if (condition !== undefined && condition !== '*') throw notSupported('If-None-Match other than *');
  if (headers['if-match'] !== undefined) throw notSupported('If-Match');
  return condition === '*';
}

/** @returns undefined unless the range has a start: `bytes=0-99` or `bytes=100-`. @throws InvalidRange */
function rangeOf(header: string | undefined, { bytes }: StoredObject): ByteRange | undefined {
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === undefined) return undefined;
  const start = Number(first);
  const end = Math.min(bytes - 1, last ? Number(last) : bytes - 1);
  if (start > end) throw s3Error('InvalidRange', 'The requested range is not satisfiable.');
  return { start, end };
}
