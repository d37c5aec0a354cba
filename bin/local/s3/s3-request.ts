/** A request to S3 in path style, and the name of the operation that it asks for. */
import type { IncomingMessage } from 'node:http';
import { isPresigned } from '../wire/is-presigned.ts';
import { verifyPresigned } from './presigned.ts';
import { notSupported, s3Error } from './s3-error.ts';

export interface S3Request {
  readonly method: string;
  /** Empty for the service itself. */
  readonly bucket: string;
  /** Empty for the bucket. */
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** Headers of the protocol, and those of checksums (payload.ts). All others would change what is stored. */
const KNOWN_HEADERS =
  /^x-amz-(content-sha256|date|user-agent|security-token|decoded-content-length|trailer|sdk-checksum-algorithm|checksum-.*|meta-.*)$/;

/** The members of the query that name an operation, and those that are parameters of one. */
const selectors = ['uploads', 'uploadId', 'list-type'];
const parameters = [
  ...['x-id', 'partNumber', 'response-content-disposition', 'response-content-type'],
  ...['prefix', 'delimiter', 'continuation-token'],
];
/** Parameters of presigned requests (presigned.ts), and those that the SDK adds. */
const PRESIGNING =
  /^(X-Amz-(Algorithm|Content-Sha256|Credential|Date|Expires|SignedHeaders|Signature)|x-amz-checksum-mode)$/;

/**
 * @throws NotImplemented for headers and parameters that the local stage would have to ignore; InvalidURI;
 * what verifyPresigned throws.
 */
export function readRequest({ method = '', url = '', headers }: IncomingMessage, body: Buffer): S3Request {
  const header = Object.keys(headers).find((name) => name.startsWith('x-amz-') && !KNOWN_HEADERS.test(name));
  if (header) throw notSupported(`the header ${header}`);
  // Without the URL parser, which resolves names such as "..".
  const [path = '', search = ''] = url.split('?', 2);
  const [, bucket = '', key = ''] = /^\/([^/]*)\/?(.*)$/s.exec(decoded(path)) ?? [];
  const query = new URLSearchParams(search);
  const parameter = [...query.keys()].find(
    (name) => ![...selectors, ...parameters].includes(name) && !PRESIGNING.test(name),
  );
  if (parameter !== undefined) throw notSupported(`the parameter ${parameter}`);
  if (isPresigned(url)) verifyPresigned({ method, path, query, headers });
  return { method, bucket, key, query, headers, body };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw s3Error('InvalidURI', "Couldn't parse the specified URI.");
  }
}

/** Such as `PUT key uploadId`: the method, the target, and the query member that selects the operation. */
export function operationName({ method, bucket, key, query }: S3Request): string {
  const target = key !== '' ? 'key' : bucket !== '' ? 'bucket' : 'service';
  const selector = selectors.filter((name) => query.has(name));
  return [method, target, ...selector].join(' ');
}
