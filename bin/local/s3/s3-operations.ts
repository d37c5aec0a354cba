/** The operations of S3 that the service uses: it writes objects, also in parts, reads, lists and deletes them. */
import * as v from 'valibot';
import type { BucketFiles, Metadata, StoredObject } from './bucket-files.ts';
import { listOperations } from './list-operations.ts';
import { MultipartUploads, uploadIdIn } from './multipart-uploads.ts';
import { contentOf } from './payload.ts';
import { notSupported, s3Error } from './s3-error.ts';
import type { S3Request } from './s3-request.ts';
import type { ByteRange, S3Operations } from './s3-response.ts';
import { readXml, writeXml } from './xml.ts';

/** @param bucket its name. */
export function s3Operations(bucket: string, files: BucketFiles): S3Operations {
  const uploads = new MultipartUploads(files);
  return {
    ...objectOperations(files),
    ...multipartOperations(bucket, uploads),
    ...listOperations(bucket, { files, uploads }),
  };
}

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
    const rest = { onlyNew: isOnlyNew(headers), metadata: metadataIn(headers) };
    const { etag } = await files.write(key, contentOf(headers, body), rest);
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
  'POST key uploads': async ({ key, headers }) => {
    const algorithm = headers['x-amz-checksum-algorithm'];
    const UploadId = await uploads.create(key, {
      metadata: metadataIn(headers),
      checksumAlgorithm: algorithm === undefined ? undefined : String(algorithm),
    });
    return { xml: writeXml('InitiateMultipartUploadResult', { Bucket: bucket, Key: key, UploadId }) };
  },
  'PUT key uploadId': async ({ key, query, headers, body }) => {
    const part = { number: Number(query.get('partNumber')), content: contentOf(headers, body) };
    return { etag: await uploads.writePart(uploadIdIn(query), key, part) };
  },
  'POST key uploadId': async ({ key, query, headers, body }) => {
    const { Part } = readXml(completion, body).CompleteMultipartUpload;
    const parts = Part.map(({ PartNumber, ETag }) => ({ number: PartNumber, etag: ETag }));
    const { etag: ETag } = await uploads.complete(uploadIdIn(query), key, {
      parts,
      onlyNew: isOnlyNew(headers),
    });
    return { xml: writeXml('CompleteMultipartUploadResult', { Bucket: bucket, Key: key, ETag }) };
  },
  'DELETE key uploadId': async ({ key, query }) => {
    await uploads.abort(uploadIdIn(query), key);
    return { status: 204 };
  },
});

const metadataIn = (headers: S3Request['headers']): Metadata =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name.startsWith('x-amz-meta-') ? [[name.slice('x-amz-meta-'.length), String(value)]] : [],
    ),
  );

function isOnlyNew(headers: S3Request['headers']): boolean {
  const condition = headers['if-none-match'];
  if (condition !== undefined && condition !== '*') throw notSupported('If-None-Match other than *');
  if (headers['if-match'] !== undefined) throw notSupported('If-Match');
  return condition === '*';
}

/** @returns undefined unless the range has a start: `bytes=0-99` or `bytes=100-`. @throws InvalidRange */
function rangeOf(header: string | undefined, { bytes }: StoredObject): ByteRange | undefined {
  const [, first, last] = header?.match(/^bytes=(\d+)-(\d*)$/) ?? [];
  if (first === undefined) return undefined;
  const start = Number(first);
  const end = Math.min(bytes - 1, last ? Number(last) : bytes - 1);
  if (start > end) throw s3Error('InvalidRange', 'The requested range is not satisfiable.');
  return { start, end };
}
