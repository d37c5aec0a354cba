/** ListObjectsV2: pages of objects, with common prefixes up to a delimiter. */
import type { BucketFiles, StoredObject } from './bucket-files.ts';
import { s3Error } from './s3-error.ts';
import { writeXml } from './xml.ts';

const MAX_KEYS = 1000;

type Entry = { readonly at: string } & ({ readonly object: StoredObject } | { readonly prefix: string });

/** @returns the response's XML. The continuation token is the last key or prefix of a page. */
export async function listObjects(
  files: BucketFiles,
  bucket: string,
  query: URLSearchParams,
): Promise<string> {
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const limit = Math.min(MAX_KEYS, Number(query.get('max-keys') ?? MAX_KEYS));
  if (!(limit >= 0)) throw s3Error('InvalidArgument', 'max-keys is not a number.');
  const token = query.get('continuation-token');
  const after =
    token === null ? (query.get('start-after') ?? '') : Buffer.from(token, 'base64url').toString();
  const entries = entriesOf(await files.list(prefix), prefix, delimiter).filter(({ at }) =>
    isAfter(at, after),
  );
  const page = entries.slice(0, limit);
  const last = page.at(-1);
  const isTruncated = entries.length > page.length && last !== undefined;
  const encoded = query.get('encoding-type') === 'url' ? encodeURIComponent : (text: string) => text;
  return writeXml('ListBucketResult', {
    Name: bucket,
    Prefix: encoded(prefix),
    ...(delimiter !== '' && { Delimiter: encoded(delimiter) }),
    ...(query.has('encoding-type') && { EncodingType: 'url' }),
    MaxKeys: limit,
    KeyCount: page.length,
    IsTruncated: isTruncated,
    ...(isTruncated && { NextContinuationToken: Buffer.from(last.at).toString('base64url') }),
    Contents: page.flatMap((entry) => ('object' in entry ? [contents(entry.object, encoded)] : [])),
    CommonPrefixes: page.flatMap((entry) => ('prefix' in entry ? [{ Prefix: encoded(entry.prefix) }] : [])),
  });
}

/** A page that ended with a common prefix continues behind everything below it. */
const isAfter = (at: string, after: string): boolean =>
  Buffer.compare(Buffer.from(at), Buffer.from(after)) > 0;

function entriesOf(objects: readonly StoredObject[], prefix: string, delimiter: string): readonly Entry[] {
  const entries = new Map<string, Entry>();
  for (const object of objects) {
    const end = delimiter === '' ? -1 : object.key.indexOf(delimiter, prefix.length);
    const at = end < 0 ? object.key : object.key.slice(0, end + delimiter.length);
    entries.set(at, end < 0 ? { at, object } : { at, prefix: at });
  }
  return [...entries.values()];
}

const contents = ({ key, etag, bytes, modifiedAt }: StoredObject, encoded: (text: string) => string) => ({
  Key: encoded(key),
  LastModified: modifiedAt.toISOString(),
  ETag: etag,
  Size: bytes,
  StorageClass: 'STANDARD',
});
