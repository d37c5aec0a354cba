/** An HTTPS server on loopback with audio files that a test can replace, and the requests for them. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { receiver } from '../receivers.ts';

export interface HostedFile {
  readonly bytes: Buffer;
  /** As in the header; null if the server sends none. By default, one that never changes. */
  readonly etag?: string | null;
  /** Called for each request instead of a response with the bytes. @returns false to send them. */
  readonly instead?: (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;
}

export interface AudioHost {
  /** @returns the URL of the file. */
  readonly put: (path: string, file: HostedFile) => string;
  /** @returns the ranges requested since the last call, 'all' for the whole file. */
  readonly taken: (path: string) => string[];
}

export async function audioHost(): Promise<AudioHost> {
  const files = new Map<string, HostedFile>();
  const requested = new Map<string, string[]>();
  const { port } = await receiver(async (request, response) => {
    const path = String(request.url);
    requested.set(path, [...(requested.get(path) ?? []), rangeIn(request)]);
    const file = files.get(path);
    if (!file) response.writeHead(404).end();
    else if (!(await file.instead?.(request, response))) send(file, request, response);
  });
  return {
    put: (path, file) => {
      files.set(path, file);
      return `https://127.0.0.1:${port}${path}`;
    },
    taken: (path) => {
      const ranges = requested.get(path) ?? [];
      requested.delete(path);
      return ranges;
    },
  };
}

const rangeIn = ({ headers }: IncomingMessage): string => headers.range ?? 'all';

function send({ bytes, etag = '"first"' }: HostedFile, request: IncomingMessage, response: ServerResponse) {
  const tag = etag === null ? {} : { etag };
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(rangeIn(request)) ?? [];
  if (first === undefined) {
    response.writeHead(200, { ...tag, 'content-length': bytes.length }).end(bytes);
    return;
  }
  const start = Number(first);
  const end = last ? Math.min(bytes.length, Number(last) + 1) : bytes.length;
  const range = `bytes ${start}-${end - 1}/${bytes.length}`;
  response.writeHead(206, { ...tag, 'content-range': range, 'content-length': end - start });
  response.end(bytes.subarray(start, end));
}
