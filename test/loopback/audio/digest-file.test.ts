/** The digests of files on an HTTPS server on loopback. */
import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type DigestOptions, digestFile } from '../../../shared/audio/digest-file.ts';
import { receiver, stopReceivers, trustReceivers } from '../../support/receivers.ts';

beforeEach(trustReceivers);
afterEach(stopReceivers);

const content = Buffer.from('a few bytes instead of a video');
const sha256 = createHash('sha256').update(content).digest('hex');
const whole = { etag: '"one"', 'content-length': content.length };

/** @param respond gets the number of the request, from 1. */
async function digested(
  respond: (response: ServerResponse, request: number) => unknown,
  options: Partial<DigestOptions> = {},
) {
  let requests = 0;
  const { port } = await receiver((_, response) => {
    requests += 1;
    respond(response, requests);
  });
  const signal = new AbortController().signal;
  return digestFile(`https://127.0.0.1:${port}/`, { allowedCidrs: ['127.0.0.0/8'], signal, ...options });
}

it('a file has its SHA-256 digest, size and strong ETag', async () => {
  expect(await digested((response) => response.writeHead(200, whole).end(content))).toEqual({
    is: 'read',
    file: { etag: '"one"', size: content.length, sha256 },
  });
});

it('a weak ETag is not kept', async () => {
  const weak = { ...whole, etag: 'W/"one"' };
  expect(await digested((response) => response.writeHead(200, weak).end(content))).toMatchObject({
    file: { etag: null, sha256 },
  });
});

it('a broken connection is continued where it ended', async () => {
  const rest = content.subarray(10);
  const found = await digested((response, request) => {
    if (request === 1) {
      response.writeHead(200, whole).write(content.subarray(0, 10), () => response.destroy());
      return;
    }
    const range = `bytes 10-${content.length - 1}/${content.length}`;
    response.writeHead(206, { ...whole, 'content-length': rest.length, 'content-range': range }).end(rest);
  });
  expect(found).toMatchObject({ is: 'read', file: { sha256 } });
});

it.each([
  ['that is missing', (response: ServerResponse) => response.writeHead(404).end(), 'invalid', /404/],
  [
    'that is empty',
    (response: ServerResponse) => response.writeHead(200, { 'content-length': 0 }).end(),
    'invalid',
    /empty/,
  ],
  [
    'larger than 6 GB',
    (response: ServerResponse) => response.writeHead(200, { 'content-length': 6e9 + 1 }).end(),
    'invalid',
    /larger than 6 GB/,
  ],
  [
    'without its size',
    (response: ServerResponse) =>
      response.writeHead(200, { 'content-encoding': 'gzip', ...whole }).end(content),
    'invalid',
    /compresses/,
  ],
] as const)('a file %s has no digest', async (_, respond, is, words) => {
  expect(JSON.stringify(await digested(respond))).toMatch(words);
  expect(await digested(respond)).toMatchObject({ is });
});

it('a file that takes longer than the limit has no digest, and is not read again', async () => {
  const limits = { timeoutMs: 50 };
  const found = await digested((response) => response.writeHead(200, whole).write('a'), { limits });
  expect(found).toMatchObject({ is: 'invalid', error: expect.stringContaining('too slowly') });
});

it('a slow server is noticed once', async () => {
  let noticed = 0;
  const limits = { slowAfterMs: 20, slowBytesPerSecond: 1e9 };
  await digested(
    (response) => {
      response.writeHead(200, whole).write(content.subarray(0, 5));
      setTimeout(() => response.write(content.subarray(5, 9)), 40);
      setTimeout(() => response.end(content.subarray(9)), 60);
    },
    { limits, onSlowServer: () => (noticed += 1) },
  );
  expect(noticed).toBe(1);
});
