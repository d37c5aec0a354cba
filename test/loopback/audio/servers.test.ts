/** What servers do, and what the owner of the file learns of it. */
import type { RequestListener } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { identifyFile } from '../../../shared/audio/identify-file.ts';
import type { ListeningLimits } from '../../../shared/audio/limits.ts';
import { fileServer } from '../../support/audio/file-server.ts';
import { fixture } from '../../support/audio/fixture.ts';
import { listenTo, served } from '../../support/audio/listening.ts';
import { melody } from '../../support/audio/sounds.ts';
import { waveFile } from '../../support/audio/wave-file.ts';
import { moveClock, nextResponse, withHeldClock } from '../../support/held-clock.ts';
import { receiver, stopReceivers, trustReceivers } from '../../support/receivers.ts';

beforeEach(trustReceivers);
afterEach(stopReceivers);

const file = waveFile([melody(1, { seconds: 4 })]);
/** Of a file whose size its writer did not know. */
const BEGINNING = waveFile([new Float32Array()], { dataSize: 0xffffffff });
const invalid = (error: string) => ({ is: 'invalid', error });
const failed = (reason: unknown) => ({ is: 'failed', reason });
const BROKEN = 'The connection to the server broke before the end of the file.';

/** Sends a part of the file, and breaks the connection. */
const breaking =
  (bytes: number, headers: Record<string, string> = { etag: '"abc"' }): RequestListener =>
  (_, response) => {
    response.writeHead(200, { ...headers, 'content-length': file.length });
    response.write(file.subarray(0, bytes), () => response.destroy());
  };

describe('an error status', () => {
  test.each([
    [404, invalid('The server responded with status 404 instead of the file.')],
    [403, invalid('The server responded with status 403 instead of the file.')],
    [302, invalid('The server redirects to another URL (status 302). Attach the URL of the file itself.')],
    [429, failed('The server responded with status 429.')],
    [503, failed('The server responded with status 503.')],
  ])('is reported: %d', async (status, expected) => {
    const url = await served((_, response) =>
      response.writeHead(status, { location: 'https://a.example' }).end(),
    );
    expect(await listenTo(url)).toEqual(expected);
    expect(await identifyFile(url, { allowedCidrs: ['127.0.0.0/8'] })).toEqual(expected);
  });
});

describe('a connection that breaks', () => {
  test('is resumed from where it broke, if the file is the same', async () => {
    const ranges: unknown[] = [];
    const url = await served((request, response) => {
      const { range, 'if-range': ifRange } = request.headers;
      ranges.push([range, ifRange]);
      const isFirst = ranges.length === 1;
      (isFirst ? breaking(100_000) : fileServer(file))(request, response);
    });
    const whole = await listenTo(await served(fileServer(file)));
    expect(await listenTo(url)).toEqual(whole);
    expect(ranges).toEqual([
      [undefined, undefined],
      [expect.stringMatching(/^bytes=\d+-$/), '"abc"'],
    ]);
  });

  test('is resumed at most three times', async () => {
    let requests = 0;
    const url = await served((request, response) => {
      requests += 1;
      const [, start = '0'] = /^bytes=(\d+)-/.exec(request.headers.range ?? '') ?? [];
      const from = Number(start);
      response.writeHead(from > 0 ? 206 : 200, {
        etag: '"abc"',
        'content-length': file.length - from,
        ...(from > 0 && { 'content-range': `bytes ${from}-${file.length - 1}/${file.length}` }),
      });
      response.write(file.subarray(from, from + 50_000), () => response.destroy());
    });
    expect(await listenTo(url)).toEqual(failed(BROKEN));
    expect(requests).toBe(4);
  });

  test.each([
    ['without an ETag', {}],
    ['with a weak ETag', { etag: 'W/"abc"' }],
  ])('fails %s, because the rest could be from another file', async (_, headers) => {
    const server = await receiver(breaking(100_000, headers));
    expect(await listenTo(`https://127.0.0.1:${server.port}/a`)).toEqual(failed(BROKEN));
    expect(server.received).toHaveLength(1);
  });

  test.each([
    ['another ETag', { etag: '"other"' }],
    ['another size', { etag: '"abc"', 'content-length': file.length - 1 }],
  ])('fails if the file then has %s', async (_, headers) => {
    let requests = 0;
    const url = await served((request, response) => {
      requests += 1;
      if (requests === 1) breaking(100_000)(request, response);
      else response.writeHead(200, { 'content-length': file.length, ...headers }).end(file);
    });
    expect(await listenTo(url)).toMatchObject({ is: 'failed' });
  });

  test('is noticed in a body of unknown size', async () => {
    const url = await served((_, response) => {
      response.writeHead(200);
      response.write(file.subarray(0, 100_000), () => response.destroy());
    });
    expect(await listenTo(url)).toEqual(failed(BROKEN));
  });
});

describe('a slow server', () => {
  withHeldClock();

  /** Lets time pass from the response on, until the listening ends. */
  async function listenSlowly(url: string, limits: Partial<ListeningLimits>, more = {}) {
    let hasEnded = false;
    const responded = nextResponse();
    const listening = listenTo(url, { limits, ...more }).finally(() => {
      hasEnded = true;
    });
    await responded;
    while (!hasEnded) await moveClock(100);
    return listening;
  }

  test('fails when it takes too long to respond', async () => {
    const asked = Promise.withResolvers<void>();
    const url = await served(() => asked.resolve());
    const listening = listenTo(url, { limits: { idleTimeoutMs: 1000 } });
    await asked.promise;
    await moveClock(1000);
    expect(await listening).toEqual(failed('The server took too long to respond.'));
  });

  test('fails when it stalls within the file', async () => {
    const url = await served((_, response) => {
      response.writeHead(200, { 'content-length': file.length });
      response.write(file.subarray(0, 50_000));
    });
    expect(await listenSlowly(url, { idleTimeoutMs: 2000 })).toEqual(
      failed('The server took too long to respond.'),
    );
  });

  test('is stopped at the time limit', async () => {
    const url = await served((_, response) => response.write(BEGINNING));
    expect(await listenSlowly(url, { timeoutMs: 3000 })).toEqual(
      invalid('The server sends the file too slowly (0 KB in 3 seconds).'),
    );
  });

  test('is abandoned long before the time limit if every piece is slow', async () => {
    const url = await served(dripping);
    expect(await listenSlowly(url, { tooSlowAfterMs: 2000, minBytesPerSecond: 100_000 })).toEqual(
      failed(expect.stringMatching(/^The server sends the file too slowly \(\d KB in 2 seconds\)\.$/)),
    );
  });

  test('is reported as slow, once, if it sends little while the reader waits', async () => {
    const controller = new AbortController();
    let slow = 0;
    let drops = 0;
    const url = await served((request, response) => {
      dripping(request, response, () => {
        if (slow > 0 && ++drops > 5) controller.abort();
      });
    });
    const listened = await listenSlowly(
      url,
      { slowAfterMs: 1000, slowBytesPerSecond: 100_000, minBytesPerSecond: 0 },
      { signal: controller.signal, onSlowServer: () => (slow += 1) },
    );
    expect(listened).toEqual(failed('Reading the file was interrupted.'));
    expect(slow).toBe(1);
  });
});

describe('a server', () => {
  test('fails when it announces more than it sends', async () => {
    const url = await served((_, response) => {
      response.writeHead(200, { 'content-length': file.length + 1 });
      response.write(file, () => response.destroy());
    });
    expect(await listenTo(url)).toEqual(failed(BROKEN));
  });

  test('fails when the length differs from the announced range', async () => {
    const of = (from: number, bytes: number) => ({
      etag: '"abc"',
      'content-range': `bytes ${from}-${file.length - 1}/${file.length}`,
      'content-length': bytes,
    });
    for (const difference of [-1_000, 1_000]) {
      const url = await served((request, response) => {
        const { range } = request.headers;
        if (range === undefined) return breaking(100_000)(request, response);
        const from = Number(/\d+/.exec(range)?.[0]);
        const body = Buffer.alloc(file.length - from + difference);
        response.writeHead(206, of(from, body.length)).end(body);
      });
      expect(await listenTo(url)).toMatchObject({
        is: 'failed',
        reason: expect.stringMatching(
          difference < 0 ? BROKEN : /^The server sent \d+ bytes of the file, but had/,
        ),
      });
    }
  });

  test('gets no further request when it announces too large a file', async () => {
    const server = await receiver((_, response) => {
      response.writeHead(200, { 'content-length': 8e9 + 1 }).write('RIFF');
    });
    expect(await listenTo(`https://127.0.0.1:${server.port}/a`)).toEqual(
      invalid('The file is larger than 8 GB.'),
    );
    await expect.poll(() => server.connections.size).toBe(0);
  });

  test('is stopped at the size limit when its file has no end', async () => {
    const url = await served((_, response) => endless(response, BEGINNING, Buffer.alloc(65_536)));
    expect(await listenTo(url, { limits: { maxBytes: 5_000_000 } })).toEqual(
      invalid('The file is larger than 0.005 GB.'),
    );
  });

  test('is stopped at the duration limit when its audio has no end', async () => {
    const url = await served((_, response) => endless(response, BEGINNING, Buffer.alloc(65_536)));
    expect(await listenTo(url, { limits: { maxSeconds: 36 } })).toEqual(
      invalid('The audio is longer than 0.01 hours.'),
    );
  });

  test('is not slow if the reader does not wait for it', async () => {
    let slow = 0;
    const limits = { slowAfterMs: 1, slowBytesPerSecond: 10_000 };
    const url = await served(fileServer(file));
    expect(await listenTo(url, { limits, onSlowServer: () => (slow += 1) })).toMatchObject({ is: 'heard' });
    expect(slow).toBe(0);
  });

  test('is invalid when it compresses the file', async () => {
    const url = await served((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': 3 }).end('abc');
    });
    expect(await listenTo(url)).toEqual(invalid('The server compresses the file.'));
  });

  test('is invalid when it compresses the rest of a file', async () => {
    const url = await served((request, response) => {
      if (request.headers.range === undefined) return breaking(100_000)(request, response);
      const from = Number(/\d+/.exec(request.headers.range)?.[0]);
      response.writeHead(206, {
        etag: '"abc"',
        'content-encoding': 'gzip',
        'content-range': `bytes ${from}-${file.length - 1}/${file.length}`,
      });
      response.end(file.subarray(from));
    });
    expect(await listenTo(url)).toEqual(invalid('The server compresses the file.'));
  });

  test('is invalid when only the closed connection ends its response', async () => {
    const url = await served(({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: identity\r\n\r\n');
      socket.end(file.subarray(0, 100_000));
    });
    expect(await listenTo(url)).toEqual(invalid('The server does not report the size of the file.'));
  });

  test('sends an MP4 file twice when it does not support ranges', async () => {
    const content = fixture('melody.m4a');
    const server = await receiver((_, response) => {
      response.writeHead(200, { 'content-length': content.length }).end(content);
    });
    const url = `https://127.0.0.1:${server.port}/a`;
    expect(await listenTo(url)).toMatchObject({ is: 'heard', heard: { format: 'mp4' } });
    expect(server.received).toHaveLength(2);
  });

  test('sees its connections closed after each file', async () => {
    const server = await receiver(fileServer(fixture('melody.m4a')));
    const url = `https://127.0.0.1:${server.port}/a`;
    expect(await listenTo(url)).toMatchObject({ is: 'heard' });
    expect(server.received.map(({ headers }) => headers.range)).toEqual([
      undefined,
      expect.stringMatching(/^bytes=\d+-$/),
    ]);
    await expect.poll(() => server.connections.size).toBe(0);
  });
});

test('an interrupted read causes another attempt', async () => {
  const controller = new AbortController();
  const url = await served((_, response) => {
    response.write(file.subarray(0, 50_000), () => controller.abort());
  });
  expect(await listenTo(url, { signal: controller.signal })).toEqual(
    failed('Reading the file was interrupted.'),
  );
});

/** Sends ten bytes, again and again. */
function dripping(_: unknown, response: Parameters<RequestListener>[1], onDrop = () => {}): void {
  response.write(BEGINNING);
  const drip = () => {
    response.write(Buffer.alloc(10), onDrop);
    timer = setTimeout(drip, 20);
  };
  let timer = setTimeout(drip, 20);
  response.on('close', () => clearTimeout(timer));
}

/** Writes pieces as long as the connection is open. */
function endless(response: Parameters<RequestListener>[1], first: Buffer, piece: Buffer): void {
  const write = () => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', write).write(first);
  write();
}
