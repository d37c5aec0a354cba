/** Reads the body of a request. */
import type { IncomingMessage } from 'node:http';

/** @returns undefined if the body is too large. It is read to its end, so that there is a response. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes) chunks.length = 0;
      else chunks.push(chunk);
    });
    request.once('end', () => resolve(bytes > maxBytes ? undefined : Buffer.concat(chunks)));
    request.once('error', reject);
  });
}
