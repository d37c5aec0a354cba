import { createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { masterUrlRefusal } from '../../../shared/masters/master-url.ts';
import { MAX_BYTES, MAX_REQUESTS } from '../../../shared/masters/remote-file.ts';
import { type ValidationOptions, validateMaster } from '../../../shared/masters/validate-master.ts';
import { chunk, isoMedia, wave } from '../../support/master-files.ts';
import {
  type MasterServer,
  masterServer,
  rangeOf,
  withoutRanges,
  withRanges,
} from '../../support/master-server.ts';
import {
  distrustReceivers,
  listen,
  rawReceiver,
  stopReceivers,
  trustReceivers,
} from '../webhooks/receivers.ts';

const SHORT_MS = 200;
const GIGABYTE = 1e9;
const PIECE = 65_536;

beforeEach(trustReceivers);
afterEach(stopReceivers);

const validate = (
  url: string,
  options: Partial<ValidationOptions> & { assetType?: 'video' | 'dolby_atmos' } = {},
) =>
  validateMaster(
    { url, assetType: options.assetType ?? 'dolby_atmos' },
    { allowedCidrs: ['127.0.0.0/8'], ...options },
  );
const valid = { is: 'valid' };
const invalid = (...errors: string[]) => ({ is: 'invalid', errors });
const failed = (reason: string) => ({ is: 'failed', reason });

const rangesAskedFrom = ({ received }: MasterServer) => received.map(({ headers }) => headers.range);

describe('a server with ranges', () => {
  test('is asked for the beginning of the file only, by GET and without cookies or credentials', async () => {
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

  test('is asked for the header of each chunk on one connection, and for nothing within chunks', async () => {
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

  test('gives the size of the file, and all faults are reported together', async () => {
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

  test('can have a video of 6 GB', async () => {
    const server = await masterServer(withRanges({ bytes: isoMedia('qt  '), size: 6 * GIGABYTE }));
    expect((await validate(server.url, { assetType: 'video' })).verdict).toEqual(valid);
  });

  test('can have an empty file', async () => {
    const server = await masterServer(withRanges({ bytes: Buffer.alloc(0) }));
    expect((await validate(server.url)).verdict).toMatchObject(
      invalid('A Dolby Atmos master must be a WAVE file (RIFF, RF64 or BW64); this file is empty.'),
    );
  });

  test('can send less than was asked for', async () => {
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

  test('that does not say the size has an invalid master', async () => {
    const server = await masterServer((_request, response) =>
      response
        .writeHead(206, { 'content-range': 'bytes 0-9999/*' })
        .end(Buffer.concat([wave(), Buffer.alloc(9856)])),
    );
    expect((await validate(server.url)).verdict).toEqual(
      invalid('The server does not say how large the file is: it must send Content-Length or Content-Range.'),
    );
  });

  test.each([
    ['another part', { 'content-range': 'bytes 5-9999/10000' }],
    ['a part beyond the end', { 'content-range': 'bytes 0-9999/5000' }],
    ['no part', {}],
    ['several parts', { 'content-type': 'multipart/byteranges; boundary=x' }],
  ])('that answers with %s has an invalid master', async (_, headers) => {
    const server = await masterServer((_request, response) => response.writeHead(206, headers).end(wave()));
    expect((await validate(server.url)).verdict).toEqual(
      invalid('The server did not send the part of the file that it was asked for.'),
    );
  });

  test('that gives different sizes has an invalid master', async () => {
    const bytes = wave({ before: [chunk('JUNK', Buffer.alloc(100_000))] });
    const server: MasterServer = await masterServer((request, response) =>
      withRanges({ bytes, size: bytes.length + server.received.length })(request, response),
    );
    expect((await validate(server.url)).verdict).toEqual(
      invalid('The server gives different sizes for the file.'),
    );
  });

  test('is not asked without end for a file that is all chunks', async () => {
    const chunks = Array.from({ length: 100 }, () => chunk('JUNK', Buffer.alloc(100_000)));
    const server = await masterServer(withRanges({ bytes: wave({ before: chunks }) }));
    expect(await validate(server.url)).toMatchObject({
      verdict: invalid('The header of the file is too large, or too far from its start.'),
      requests: MAX_REQUESTS,
    });
  });

  test('that sends more than was asked for is cut off', async () => {
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
  test('is read as far as needed, and cut off', async () => {
    const before = [chunk('axml', Buffer.alloc(5_000_000))];
    const server = await masterServer(withoutRanges({ bytes: wave({ before }), size: GIGABYTE }));
    const { verdict, bytesRead, requests } = await validate(server.url);
    expect([verdict, requests]).toEqual([valid, 1]);
    expect(bytesRead).toBeGreaterThan(5_000_000);
    expect(bytesRead).toBeLessThan(5_300_000);
    await expect.poll(() => server.connections.size).toBe(0);
  });

  test('that does not say the size has an invalid master', async () => {
    const server = await masterServer(
      withoutRanges({ bytes: wave(), size: GIGABYTE }, { isAnnounced: false }),
    );
    expect((await validate(server.url)).verdict).toEqual(
      invalid('The server does not say how large the file is: it must send Content-Length or Content-Range.'),
    );
  });

  test('that does not say the size can have a small file, which is read to its end', async () => {
    const server = await masterServer(withoutRanges({ bytes: wave() }, { isAnnounced: false }));
    expect((await validate(server.url)).verdict).toEqual(valid);
  });

  test('is not read without end', async () => {
    const before = [chunk('axml', Buffer.alloc(MAX_BYTES))];
    const server = await masterServer(withoutRanges({ bytes: wave({ before }), size: GIGABYTE }));
    const { verdict, bytesRead } = await validate(server.url);
    expect(verdict).toEqual(invalid('The header of the file is too large, or too far from its start.'));
    expect(bytesRead).toBeLessThanOrEqual(MAX_BYTES + PIECE);
  });
});

test.each([
  ['with ranges', withRanges],
  ['without ranges', withoutRanges],
])('a header is read across the end of what was read before, from a server %s', async (_, answering) => {
  // 12 bytes of RIFF, 8 of JUNK, and the header of fmt in the last four bytes of the first piece and the first of the next.
  const bytes = wave({ before: [chunk('JUNK', Buffer.alloc(PIECE - 24))] });
  const server = await masterServer(answering({ bytes, size: GIGABYTE }));
  expect((await validate(server.url)).verdict).toEqual(valid);
});

describe('an answer', () => {
  test.each([301, 302, 303, 307, 308])(
    'that redirects with %i is not followed, and invalid',
    async (status) => {
      const target = await masterServer(withRanges({ bytes: wave() }));
      const server = await masterServer((_request, response) =>
        response.writeHead(status, { location: target.url }).end(),
      );
      expect((await validate(server.url)).verdict).toEqual(
        invalid(`The server redirects to another URL (status ${status}): attach the URL of the file itself.`),
      );
      expect(target.received).toEqual([]);
    },
  );

  test.each([204, 400, 401, 403, 404, 410])('of %i is invalid at once', async (status) => {
    const server = await masterServer((_request, response) => response.writeHead(status).end());
    expect((await validate(server.url)).verdict).toEqual(
      invalid(`The server answered with status ${status} instead of the file.`),
    );
  });

  test.each([429, 500, 502, 503])('of %i is worth another try', async (status) => {
    const server = await masterServer((_request, response) => response.writeHead(status).end());
    expect((await validate(server.url)).verdict).toEqual(
      failed(`The server answered with status ${status}.`),
    );
  });
});

describe('a connection', () => {
  const CLOSED = failed('The server closed the connection.');
  const LATE = failed('The server took too long.');

  test('that is refused is worth another try', async () => {
    const server = await masterServer(() => {});
    stopReceivers();
    expect((await validate(server.url)).verdict).toEqual(failed('No connection to the server was possible.'));
  });

  test('without a trusted certificate is worth another try', async () => {
    const server = await masterServer(withRanges({ bytes: wave() }));
    distrustReceivers();
    expect((await validate(server.url)).verdict).toEqual(
      failed('The server has no trusted certificate for the host of the URL.'),
    );
    expect(server.received).toEqual([]);
  });

  test.each([
    ['before an answer', ''],
    ['within the headers', 'HTTP/1.1 206 Partial'],
    [
      'within the content',
      `HTTP/1.1 206 Partial Content\r\nContent-Length: 200\r\nContent-Range: bytes 0-199/200\r\n\r\nRIFF`,
    ],
    ['within a chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nRIFF'],
  ])('that breaks %s is worth another try', async (_, text) => {
    const port = await rawReceiver((socket, reset) => {
      socket.once('data', () => (text ? socket.write(text, () => setTimeout(reset, 20)) : reset()));
    });
    expect((await validate(`https://127.0.0.1:${port}/`)).verdict).toEqual(CLOSED);
  });

  test('on which no content arrives is worth another try', async () => {
    const server = await masterServer((_request, response) =>
      response.writeHead(206, { 'content-range': 'bytes 0-9/10' }).end(),
    );
    expect((await validate(server.url)).verdict).toEqual(failed('The server sent nothing of the file.'));
  });

  test.each([
    ['never answers', () => {}],
    [
      'drips its content',
      (response: import('node:http').ServerResponse) => {
        response.writeHead(200, { 'content-length': GIGABYTE });
        const drip = setInterval(() => response.write('x'), 10);
        response.on('close', () => clearInterval(drip));
      },
    ],
  ])('to a server that %s ends after the time of a request', async (_, answer) => {
    const server = await masterServer((_request, response) => answer(response));
    const { verdict, durationMs } = await validate(server.url, { requestTimeoutMs: SHORT_MS });
    expect(verdict).toEqual(LATE);
    expect(durationMs).toBeLessThan(3 * SHORT_MS);
    await expect.poll(() => server.connections.size).toBe(0);
  });

  test('to a server that is slow with every part ends after the time of the validation', async () => {
    const chunks = Array.from({ length: 20 }, () => chunk('JUNK', Buffer.alloc(100_000)));
    const answer = withRanges({ bytes: wave({ before: chunks }) });
    const server = await masterServer((request, response) => {
      setTimeout(() => answer(request, response), SHORT_MS / 2);
    });
    const { verdict, durationMs } = await validate(server.url, { timeoutMs: 2 * SHORT_MS });
    expect(verdict).toEqual(LATE);
    expect(durationMs).toBeLessThan(4 * SHORT_MS);
  });

  test('whose TLS handshake is not answered ends after the time of a request', async () => {
    const { port } = await listen(createServer());
    const { verdict } = await validate(`https://127.0.0.1:${port}/`, { requestTimeoutMs: SHORT_MS });
    expect(verdict).toEqual(LATE);
  });
});

describe('the address guard', () => {
  const NOT_PUBLIC = invalid('The host of the URL must resolve to public addresses, and to no others.');

  test.each([
    ['http://example.com/master.wav', 'The URL must be absolute and begin with https://.'],
    ['https://user:password@example.com/', 'The URL must not carry credentials.'],
  ])('refuses %s', async (url, error) => {
    expect(await validate(url)).toMatchObject({ verdict: invalid(error), requests: 0 });
    expect(masterUrlRefusal(url, [])).toBe(error);
  });

  test('refuses a private address, at once when it stands in the URL', async () => {
    const server = await masterServer(withRanges({ bytes: wave() }));
    expect(await validate(server.url, { allowedCidrs: [] })).toMatchObject({
      verdict: NOT_PUBLIC,
      requests: 0,
    });
    expect(server.connections.size).toBe(0);
    expect(masterUrlRefusal(server.url, [])).toBe(NOT_PUBLIC.errors[0]);
    expect(masterUrlRefusal(server.url, ['127.0.0.0/8'])).toBeUndefined();
    expect(masterUrlRefusal('https://localhost/', [])).toBeUndefined();
  });

  test.each([
    ['to a private address', ['10.0.0.1']],
    ['to a public and a private address', ['93.184.215.14', '10.0.0.1']],
    ['to nothing', []],
  ])('refuses a name that resolves %s, with the same sentence', async (_, addresses) => {
    const lookup = async () => addresses;
    expect((await validate('https://masters.example/', { lookup })).verdict).toEqual(NOT_PUBLIC);
  });

  test('resolves a name once for all requests', async () => {
    const bytes = wave({ before: [chunk('JUNK', Buffer.alloc(100_000))] });
    const server = await masterServer((request, response) => {
      response.shouldKeepAlive = false;
      withRanges({ bytes })(request, response);
    });
    const answers = [['127.0.0.1']];
    const lookup = async () => answers.shift() ?? ['10.0.0.1'];
    const { verdict, requests } = await validate(`https://localhost:${server.port}/`, { lookup });
    expect([verdict, requests]).toEqual([valid, 2]);
  });
});
