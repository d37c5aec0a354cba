/** Presigned requests to S3: the signature is in the query (AWS Signature Version 4, UNSIGNED-PAYLOAD). */
import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { LOCAL_KEY_ID, LOCAL_SECRET_KEY } from '../host/credentials.ts';
import { s3Error } from './s3-error.ts';

interface SignedRequest {
  readonly method: string;
  /** The encoded path, as sent. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/**
 * Verifies requests that were signed with the credentials of the stage's functions.
 * @throws InvalidAccessKeyId, SignatureDoesNotMatch, and AccessDenied after expiry.
 */
export function verifyPresigned(signed: SignedRequest, now = new Date()): void {
  const { query } = signed;
  const [keyId = '', ...scope] = signedParameter(query, 'Credential').split('/');
  if (keyId !== LOCAL_KEY_ID)
    throw s3Error('InvalidAccessKeyId', 'The AWS access key Id you provided does not exist in our records.');
  const date = signedParameter(query, 'Date');
  const request = hash('sha256', canonicalRequest(signed));
  const text = ['AWS4-HMAC-SHA256', date, scope.join('/'), request].join('\n');
  const key = scope.reduce<Buffer>(hmac, Buffer.from(`AWS4${LOCAL_SECRET_KEY}`));
  const expected = hmac(key, text);
  const signature = Buffer.from(signedParameter(query, 'Signature'), 'hex');
  const mismatch = 'The request signature does not match the signature you provided.';
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected))
    throw s3Error('SignatureDoesNotMatch', mismatch);
  if (now.getTime() > momentOf(date) + Number(query.get('X-Amz-Expires')) * 1000)
    throw s3Error('AccessDenied', 'Request has expired');
}

/** A missing one is as invalid as an empty one. */
const signedParameter = (query: URLSearchParams, name: string): string => query.get(`X-Amz-${name}`) ?? '';

function canonicalRequest({ method, path, query, headers }: SignedRequest): string {
  const names = signedParameter(query, 'SignedHeaders').split(';');
  const parameters = [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map((pair) => pair.map(encoded).join('='))
    .sort();
  const signedHeaders = names.map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`);
  const payload = 'UNSIGNED-PAYLOAD';
  return [method, path, parameters.join('&'), signedHeaders.join(''), names.join(';'), payload].join('\n');
}

/** RFC 3986: more than encodeURIComponent encodes. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** @param date such as 20260131T235959Z. @returns milliseconds. */
const momentOf = (date: string): number =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5'));

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
