/**
 * An HTTPS server on loopback with the files of a release, and the behaviour a test needs for any of them.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { receiver } from '../receivers.ts';

type Behavior = (request: IncomingMessage, response: ServerResponse) => void;

export interface FileServer {
  readonly url: (path: string) => string;
  /** By path. A file is served as it is. */
  readonly served: Map<string, Buffer | Behavior>;
  /** The paths asked for, in their order. */
  readonly asked: string[];
}

export async function fileServer(): Promise<FileServer> {
  const served = new Map<string, Buffer | Behavior>();
  const asked: string[] = [];
  const { port } = await receiver((request, response) => {
    const path = new URL(request.url ?? '', 'https://localhost').pathname;
    asked.push(path);
    const found = served.get(path);
    if (found === undefined) response.writeHead(404).end('not here');
    else if (typeof found === 'function') found(request, response);
    else response.writeHead(200, { 'content-length': found.length }).end(found);
  });
  return { served, asked, url: (path) => `https://127.0.0.1:${port}${path}?signature=secret` };
}
