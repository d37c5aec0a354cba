/** Reads a part of the file at a URL, for people who view it or listen to it. */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { outgoingTarget } from '../../platform/egress/address-guard.ts';
import { partOf, totalOf } from '../../platform/egress/content-range.ts';
import { RangeRequests } from '../../platform/egress/range-requests.ts';
import { failed, invalid } from '../../platform/egress/unreadable.ts';
import type { FileCheck } from './file-fault.ts';

export interface FilePart {
  /** Fewer than requested at the end of the file. */
  readonly bytes: Buffer;
  /** In bytes; null if the server does not say it. */
  readonly size: number | null;
  /** Differs once the file has changed: its validator (RFC 9110, section 8.8), hashed. Null if the server sends none. */
  readonly version: string | null;
}

interface Range {
  readonly from: number;
  readonly length: number;
}

/** A server without ranges sends the whole file each time. It is read up to the end of the part. */
const MAX_SKIPPED_BYTES = 200 * 1024 * 1024;

/**
 * @throws Unreadable if the address is not allowed, or the server does not send the part.
 * @example const { bytes, size } = await filePart(url, { from: 0, length: 65_536 }, check)
 */
export async function filePart(text: string, range: Range, check: FileCheck): Promise<FilePart> {
  const { requestTimeoutMs, signal } = check;
  const target = await outgoingTarget(text, check);
  if ('rejection' in target) throw invalid(target.rejection.detail);
  const requests = new RangeRequests({ ...target, requestTimeoutMs, signal });
  try {
    const response = await requests.send(range.from, range.length);
    return await requests.content(partIn(response, range));
  } finally {
    requests.close();
  }
}

async function partIn(response: IncomingMessage, { from, length }: Range): Promise<FilePart> {
  const { statusCode, headers } = response;
  const range = headers['content-range'];
  const version = versionIn(headers);
  if (statusCode === 416) return { bytes: Buffer.alloc(0), size: totalOf(range) ?? null, version };
  const part = statusCode === 206 ? partOf(range) : { start: 0, total: announced(headers['content-length']) };
  if (part === undefined || (statusCode === 206 && part.start !== from))
    throw failed('The server did not send the requested part of the file.');
  const skipped = from - part.start;
  if (skipped > MAX_SKIPPED_BYTES)
    throw invalid('The server sends the file only as a whole, and it is too large.');
  return { bytes: await taken(response, { skipped, length }), size: part.total ?? null, version };
}

/** Each part is compared by its own response, because servers may ignore conditions of requests. */
function versionIn({ etag, 'last-modified': modified }: IncomingHttpHeaders): string | null {
  const validator = etag ?? modified;
  return validator === undefined ? null : createHash('sha256').update(validator).digest('hex').slice(0, 32);
}

const announced = (length: string | undefined): number | undefined =>
  length === undefined ? undefined : Number(length);

/** Ends the response after the part. */
async function taken(
  response: IncomingMessage,
  { skipped, length }: { skipped: number; length: number },
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let position = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    const wanted = piece.subarray(Math.max(0, skipped - position), skipped + length - position);
    position += piece.length;
    if (wanted.length > 0) pieces.push(wanted);
    if (position >= skipped + length) break;
  }
  return Buffer.concat(pieces);
}
