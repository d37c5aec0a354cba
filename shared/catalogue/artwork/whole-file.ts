/** Reads all of a file whose head was read before. */
import type { IncomingMessage } from 'node:http';
import { partOf } from '../../platform/egress/content-range.ts';
import { RangeRequests, type RequestOptions } from '../../platform/egress/range-requests.ts';
import { failed } from '../../platform/egress/unreadable.ts';

/** Covers have some. */
export const MOST_MEGABYTES = 64;
const MOST_BYTES = MOST_MEGABYTES * 1024 * 1024;
/** A server can send less than was asked for. */
const MOST_REQUESTS = 32;

interface Known {
  /** In bytes; undefined if the server did not report it. */
  readonly size: number | undefined;
  readonly etag: string | null;
}

/** @returns null if the file is larger than any cover. @throws Unreadable */
export async function wholeFile(options: RequestOptions, { size, etag }: Known): Promise<Buffer | null> {
  if (size !== undefined && size > MOST_BYTES) return null;
  const requests = new RangeRequests(options);
  const parts: Buffer[] = [];
  try {
    for (let position = 0; ; ) {
      if (requests.count === MOST_REQUESTS) throw failed('The server sends the file in too many parts.');
      const response = await requests.send(position, MOST_BYTES + 1 - position);
      if (response.statusCode === 416 && position > 0) return Buffer.concat(parts);
      const { start, total } = partIn(response);
      if (start !== position) throw failed('The server did not send the requested part of the file.');
      if ((response.headers.etag ?? null) !== etag) throw failed('The file was replaced while it was read.');
      const part = await requests.content(contentOf(response, MOST_BYTES - position));
      if (part === null) return null;
      parts.push(part);
      position += part.length;
      if (position >= total) return Buffer.concat(parts);
      if (part.length === 0) throw failed('The server sent no content of the file.');
    }
  } finally {
    requests.close();
  }
}

/** @returns the end of the file, which is 0 if nothing can follow, and endless if the server does not report it. */
function partIn({ statusCode, headers }: IncomingMessage) {
  if (statusCode !== 206) return { start: 0, total: 0 };
  const { start, total = Number.POSITIVE_INFINITY } = partOf(headers['content-range']) ?? {};
  return { start, total };
}

/** @returns null if there is more. */
async function contentOf(response: IncomingMessage, most: number): Promise<Buffer | null> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > most) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
