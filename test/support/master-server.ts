/** An HTTPS server on loopback with one master, and the behaviour a test needs. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Receiver, receiver } from './receivers.ts';

export interface Served {
  /** The beginning of the file; the rest of its size is zeros. */
  readonly bytes: Buffer;
  /** Of the whole file: the length of `bytes` if missing. */
  readonly size?: number;
}

type Behaviour = (request: IncomingMessage, response: ServerResponse) => void;

export interface MasterServer extends Receiver {
  readonly url: string;
}

export async function masterServer(behaviour: Behaviour, address = '127.0.0.1'): Promise<MasterServer> {
  const receiving = await receiver(behaviour, address);
  return { ...receiving, url: `https://${address}:${receiving.port}/master?signature=secret` };
}

/** @returns the part of a file between two positions. */
function cut({ bytes }: Served, start: number, end: number): Buffer {
  const part = Buffer.alloc(end - start);
  bytes.subarray(start, end).copy(part);
  return part;
}

export function rangeOf({ headers }: IncomingMessage): [start: number, end: number] {
  const [, start, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
  return [Number(start), Number(last) + 1];
}

/** Responds like a storage service. */
export const withRanges =
  (served: Served): Behaviour =>
  (request, response) => {
    const { size = served.bytes.length } = served;
    const [start, wanted] = rangeOf(request);
    if (start >= size) return void response.writeHead(416, { 'content-range': `bytes */${size}` }).end();
    const part = cut(served, start, Math.min(wanted, size));
    const headers = {
      'content-range': `bytes ${start}-${start + part.length - 1}/${size}`,
      'content-length': part.length,
    };
    response.writeHead(206, headers).end(part);
  };

/**
 * Responds like a server that does not support ranges.
 * @param isAnnounced whether it says how large the file is.
 */
export const withoutRanges =
  (served: Served, { isAnnounced = true } = {}): Behaviour =>
  (_request, response) => {
    const { size = served.bytes.length } = served;
    response.writeHead(200, isAnnounced ? { 'content-length': size } : {});
    let position = 0;
    const write = () => {
      while (position < size) {
        const part = cut(served, position, Math.min(position + 65_536, size));
        position += part.length;
        if (response.destroyed || !response.write(part)) return;
      }
      response.end();
    };
    response.on('drain', write);
    write();
  };
