/** Reads a request's body. */
import type { IncomingMessage } from 'node:http';

/** @returns undefined when it is larger than allowed; the rest is then read and dropped, so that the client hears the answer. */
export function readBody(request: IncomingMessage, mostBytes: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > mostBytes) chunks.length = 0;
      else chunks.push(chunk);
    });
    request.once('end', () => resolve(bytes > mostBytes ? undefined : Buffer.concat(chunks)));
    request.once('error', reject);
  });
}
