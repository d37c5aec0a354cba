/** The operations of S3 that list what is in a bucket, or has not been uploaded whole. */
import type { BucketFiles } from './bucket-files.ts';
import { type MultipartUploads, uploadIdIn } from './multipart-uploads.ts';
import type { S3Operations } from './s3-response.ts';
import { writeXml } from './xml.ts';

interface Listed {
  readonly files: BucketFiles;
  readonly uploads: MultipartUploads;
}

const PAGE = 1000;

export const listOperations = (bucket: string, { files, uploads }: Listed): S3Operations => ({
  'GET bucket list-type': async ({ query }) => {
    const prefix = query.get('prefix') ?? '';
    const delimiter = query.get('delimiter');
    const after = query.get('continuation-token');
    const names = namesOf(await files.keys(prefix), prefix, delimiter);
    const left = names.filter((name) => after === null || name > after);
    const page = left.slice(0, PAGE);
    const isTruncated = left.length > PAGE;
    const isFolder = (name: string) => delimiter !== null && name.endsWith(delimiter);
    return {
      xml: writeXml('ListBucketResult', {
        Name: bucket,
        Prefix: prefix,
        KeyCount: page.length,
        IsTruncated: isTruncated,
        ...(isTruncated && { NextContinuationToken: page.at(-1) }),
        Contents: await Promise.all(
          page.filter((name) => !isFolder(name)).map((name) => content(files, name)),
        ),
        CommonPrefixes: page.filter(isFolder).map((name) => ({ Prefix: name })),
      }),
    };
  },
  'GET bucket uploads': async ({ query }) => ({
    xml: writeXml('ListMultipartUploadsResult', {
      Bucket: bucket,
      IsTruncated: false,
      Upload: uploads.list(query.get('prefix') ?? '').map(([id, upload]) => ({
        Key: upload.key,
        UploadId: id,
        Initiated: upload.initiatedAt.toISOString(),
        ...(upload.checksumAlgorithm !== undefined && { ChecksumAlgorithm: upload.checksumAlgorithm }),
      })),
    }),
  }),
  'GET key uploadId': async ({ key, query }) => ({
    xml: writeXml('ListPartsResult', {
      Bucket: bucket,
      Key: key,
      IsTruncated: false,
      Part: [...uploads.partsOf(uploadIdIn(query), key)]
        .toSorted(([one], [other]) => one - other)
        .map(([number, { etag, sha256, bytes }]) => ({
          PartNumber: number,
          ETag: etag,
          Size: bytes,
          ChecksumSHA256: sha256,
        })),
    }),
  }),
});

/** Keys, and folders once, which end with the delimiter. In their order. */
function namesOf(keys: readonly string[], prefix: string, delimiter: string | null): readonly string[] {
  if (delimiter === null) return keys;
  const nameOf = (key: string) => {
    const end = key.indexOf(delimiter, prefix.length);
    return end < 0 ? key : key.slice(0, end + delimiter.length);
  };
  return [...new Set(keys.map(nameOf))].toSorted();
}

async function content(files: BucketFiles, key: string): Promise<object> {
  const { bytes, etag, modifiedAt } = await files.find(key);
  return { Key: key, LastModified: modifiedAt.toISOString(), ETag: etag, Size: bytes };
}
