import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { chunk, isoMedia, wave } from '../../../support/master-files.ts';
import {
  type MasterServer,
  masterServer,
  rangeOf,
  withoutRanges,
  withRanges,
} from '../../../support/master-server.ts';
import { stopReceivers, trustReceivers } from '../../../support/receivers.ts';
import { failed, invalid, valid, validate } from '../../../support/verdicts.ts';

const GIGABYTE = 1e9;
const PIECE = 65_536;
const MOST_BYTES = 32 * 1024 * 1024;

beforeEach(trustReceivers);
afterEach(stopReceivers);

const rangesAskedFrom = ({ received }: MasterServer) => received.map(({ headers }) => headers.range);

describe('a server with ranges', () => {
  test('gets a GET request for only the beginning of the file, without cookies or credentials', async () => {
    const server = await masterServer(withRanges({ bytes: wave(), size: 1.9 * GIGABYTE }));
    expect(await validate(server.url)).toMatchObject({ verdict: valid, requests: 1, bytesRead: PIECE });
    expect(server.received).toEqual([
      {
        path: '/master?signature=secret',
        body: '',
        headers: {
          range: 'bytes=0-65535',
          'accept-encoding': 'identity',
          host: `127.0.0.1:${server.port}`,
          connection: 'keep-alive',
        },
      },
    ]);
    await expect.poll(() => server.connections.size).toBe(0);
  });

  test('gets requests for only the headers of chunks, on one connection', async () => {
    const before = [chunk('axml', Buffer.alloc(3_000_000)), chunk('JUNK', Buffer.alloc(2_000_000))];
    const connections = new Set<Socket>();
    const server = await masterServer((request, response) => {
      connections.add(request.socket);
      withRanges({ bytes: wave({ before }) })(request, response);
    });
    expect(await validate(server.url)).toMatchObject({ verdict: valid, requests: 3 });
    expect(rangesAskedFrom(server)).toEqual([
      'bytes=0-65535',
      'bytes=3000020-3065555',
      'bytes=5000028-5065563',
    ]);
    expect(connections.size).toBe(1);
  });

  test('provides the size of the file for the report of all faults', async () => {
    const bytes = wave({ sampleRate: 96_000, channels: 2 });
    const server = await masterServer(withRanges({ bytes, size: 2 * GIGABYTE }));
    expect((await validate(server.url)).verdict).toEqual(
      invalid(
        'The file has 2,000,000,000 bytes; a Dolby Atmos master must have fewer than 2,000,000,000 bytes (2 GB).',
        'The sample rate is 96000 Hz; a Dolby Atmos master must have 48000 Hz.',
        'The file has 2 channels; a Dolby Atmos master must have 3 or more.',
      ),
    );
  });

  test('can serve a 6 GB video', async () => {
    const server = await masterServer(withRanges({ bytes: isoMedia('qt  '), size: 6 * GIGABYTE }));
    expect((await validate(server.url, { assetType: 'video' })).verdict).toEqual(valid);
  });

  test('can serve an empty file', async () => {
    const server = await masterServer(withRanges({ bytes: Buffer.alloc(0) }));
    expect((await validate(server.url)).verdict).toMatchObject(
      invalid('A Dolby Atmos master must be a WAVE file (RIFF, RF64 or BW64); this file is empty.'),
    );
  });

  test('can send less than the requested range', async () => {
    const before = [chunk('JUNK', Buffer.alloc(3000))];
    const bytes = wave({ before });
    const server = await masterServer((request, response) => {
      const [start] = rangeOf(request);
      const part = bytes.subarray(start, start + 1500);
      const range = `bytes ${start}-${start + part.length - 1}/${bytes.length}`;
      response.writeHead(206, { 'content-range': range }).end(part);
    });
    expect(await validate(server.url)).toMatchObject({ verdict: valid, requests: 3 });
  });

  test('makes the master invalid if it does not state the size', async () => {
    const server = await masterServer((_request, response) =>
      response
        .writeHead(206, { 'content-range': 'bytes 0-9999/*' })
        .end(Buffer.concat([wave(), Buffer.alloc(9856)])),
    );
    expect((await validate(server.url)).verdict).toEqual(
      invalid('The server does not report the file size. It must send Content-Length or Content-Range.'),
    );
  });

  test.each([
    ['another part', { 'content-range': 'bytes 5-9999/10000' }],
    ['a part beyond the end', { 'content-range': 'bytes 0-9999/5000' }],
    ['no part', {}],
    ['several parts', { 'content-type': 'multipart/byteranges; boundary=x' }],
  ])('makes the master invalid if it responds with %s', async (_, headers) => {
    const server = await masterServer((_request, response) => response.writeHead(206, headers).end(wave()));
    expect((await validate(server.url)).verdict).toEqual(
      invalid('The server did not send the requested part of the file.'),
    );
  });

  test('makes the master invalid if it states different sizes', async () => {
    const bytes = wave({ before: [chunk('JUNK', Buffer.alloc(100_000))] });
    const server: MasterServer = await masterServer((request, response) =>
      withRanges({ bytes, size: bytes.length + server.received.length })(request, response),
    );
    expect((await validate(server.url)).verdict).toEqual(
      invalid('The server reports different sizes for the file.'),
    );
  });

  test('gets a limited number of requests for a file of nothing but chunk headers', async () => {
    const chunks = Array.from({ length: 100 }, () => chunk('JUNK', Buffer.alloc(100_000)));
    const server = await masterServer(withRanges({ bytes: wave({ before: chunks }) }));
    expect(await validate(server.url)).toMatchObject({
      verdict: invalid('The header of the file is too large, or too far from its start.'),
      requests: 32,
    });
  });

  test('is cut off if it sends more than the requested range', async () => {
    const bytes = wave({ before: [chunk('JUNK', Buffer.alloc(100_000))] });
    let open = 0;
    const server: MasterServer = await masterServer((request, response) => {
      open = server.connections.size;
      const [start, end] = rangeOf(request);
      response.writeHead(206, { 'content-range': `bytes ${start}-${end - 1}/${GIGABYTE}` });
      const flood = () => {
        while (!response.destroyed && response.write(Buffer.alloc(PIECE)));
      };
      response.on('drain', flood).write(bytes.subarray(start));
      flood();
    });
    const { verdict, bytesRead, requests } = await validate(server.url);
    expect([verdict, requests, open]).toEqual([valid, 2, 1]);
    expect(bytesRead).toBeLessThan(5 * PIECE);
    await expect.poll(() => server.connections.size).toBe(0);
  });
});

describe('a server without ranges', () => {
  test('is read only until the format is known', async () => {
    const before = [chunk('axml', Buffer.alloc(5_000_000))];
    const server = await masterServer(withoutRanges({ bytes: wave({ before }), size: GIGABYTE }));
    const { verdict, bytesRead, requests } = await validate(server.url);
    expect([verdict, requests]).toEqual([valid, 1]);
    expect(bytesRead).toBeGreaterThan(5_000_000);
    expect(bytesRead).toBeLessThan(5_300_000);
    await expect.poll(() => server.connections.size).toBe(0);
  });

  test('makes the master invalid if it does not state the size', async () => {
    const server = await masterServer(
      withoutRanges({ bytes: wave(), size: GIGABYTE }, { isAnnounced: false }),
    );
    expect((await validate(server.url)).verdict).toEqual(
      invalid('The server does not report the file size. It must send Content-Length or Content-Range.'),
    );
  });

  test('can serve a small file of unstated size, which is read to its end', async () => {
    const server = await masterServer(withoutRanges({ bytes: wave() }, { isAnnounced: false }));
    expect((await validate(server.url)).verdict).toEqual(valid);
  });

  test('is read only up to a limit', async () => {
    const before = [chunk('axml', Buffer.alloc(MOST_BYTES))];
    const server = await masterServer(withoutRanges({ bytes: wave({ before }), size: GIGABYTE }));
    const { verdict, bytesRead } = await validate(server.url);
    expect(verdict).toEqual(invalid('The header of the file is too large, or too far from its start.'));
    expect(bytesRead).toBeLessThanOrEqual(MOST_BYTES + PIECE);
  });
});

test.each([
  ['with ranges', withRanges],
  ['without ranges', withoutRanges],
])('a header that spans two reads is parsed from a server %s', async (_, responding) => {
  // After 12 bytes of RIFF and 8 of JUNK, the fmt header spans the end of the first piece and the start of the next.
  const bytes = wave({ before: [chunk('JUNK', Buffer.alloc(PIECE - 24))] });
  const server = await masterServer(responding({ bytes, size: GIGABYTE }));
  expect((await validate(server.url)).verdict).toEqual(valid);
});

describe('a response', () => {
  test.each([301, 302, 303, 307, 308])(
    'is not followed if it redirects with %i, and makes the master invalid',
    async (status) => {
      const target = await masterServer(withRanges({ bytes: wave() }));
      const server = await masterServer((_request, response) =>
        response.writeHead(status, { location: target.url }).end(),
      );
      expect((await validate(server.url)).verdict).toEqual(
        invalid(`The server redirects to another URL (status ${status}). Attach the URL of the file itself.`),
      );
      expect(target.received).toEqual([]);
    },
  );

  test.each([204, 400, 401, 403, 404, 410])('makes the master invalid immediately: %i', async (status) => {
    const server = await masterServer((_request, response) => response.writeHead(status).end());
    expect((await validate(server.url)).verdict).toEqual(
      invalid(`The server responded with status ${status} instead of the file.`),
    );
  });

  test.each([429, 500, 502, 503])('causes another attempt: %i', async (status) => {
    const server = await masterServer((_request, response) => response.writeHead(status).end());
    expect((await validate(server.url)).verdict).toEqual(
      failed(`The server responded with status ${status}.`),
    );
  });
});
