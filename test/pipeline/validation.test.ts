/** A validation from the attached master to its verdict, with retries, lost messages and concurrent changes. */
import { describe, expect, it } from 'vitest';
import { CAUSE_ATTRIBUTE } from '../../shared/kit/table/causes.ts';
import type { Item } from '../../shared/kit/table/item.ts';
import { listen } from '../support/log.ts';
import { isoMedia, wave } from '../support/master-files.ts';
import { masterServer, withRanges } from '../support/master-server.ts';
import {
  announce,
  assetRecord,
  attach,
  kindOfTrack,
  now,
  pass,
  queue,
  rejectionOf,
  remove,
  run,
  settle,
  shown,
  sweep,
  useMasters,
  workRow,
} from './masters.ts';

useMasters();

const VALID = { status: 'valid', errors: [] };
const PENDING = { status: 'pending', errors: [] };
const serving = (bytes: Buffer, size?: number) =>
  masterServer(withRanges({ bytes, ...(size !== undefined && { size }) }));

/** Responds with the statuses in order, and then with a valid master. */
async function responding(...statuses: number[]) {
  const good = withRanges({ bytes: wave() });
  return masterServer((request, response) => {
    const status = statuses.shift();
    if (status === undefined) good(request, response);
    else response.writeHead(status).end();
  });
}

describe('an attached master', () => {
  it('is pending, and is validated once the stream has its row', async () => {
    const asset = await attach((await serving(wave())).url);
    expect(await shown(asset.id)).toEqual(PENDING);
    await announce(asset);
    await settle();
    expect(await shown(asset.id)).toEqual(VALID);
    expect(await workRow(asset.id)).toBeUndefined();
  });

  it('is invalid with a sentence per fault that its owner can read', async () => {
    const asset = await attach((await serving(wave({ sampleRate: 44_100, channels: 2 }))).url);
    await announce(asset);
    await settle();
    expect(await shown(asset.id)).toEqual({
      status: 'invalid',
      errors: [
        'The sample rate is 44100 Hz; a Dolby Atmos master must have 48000 Hz.',
        'The file has 2 channels; a Dolby Atmos master must have 3 or more.',
      ],
    });
  });

  it('is rejected immediately with a private address or a malformed URL', async () => {
    expect(await rejectionOf('https://10.0.0.1/master.wav')).toMatchObject([
      {
        detail: 'The host of the URL must resolve only to public addresses.',
        source: { pointer: '/data/attributes/url' },
      },
    ]);
  });

  it('makes its video track ready', async () => {
    const asset = await attach((await serving(isoMedia('qt  '), 5e9)).url, 'video');
    expect(await kindOfTrack(asset.trackId)).toBe('unready_video');
    await announce(asset);
    await settle();
    expect(await shown(asset.id)).toEqual(VALID);
    expect(await kindOfTrack(asset.trackId)).toBe('video');
  });

  it('leaves its video track unready if it is invalid', async () => {
    const asset = await attach((await serving(wave())).url, 'video');
    await announce(asset);
    await settle();
    expect(await shown(asset.id)).toMatchObject({ status: 'invalid' });
    expect(await kindOfTrack(asset.trackId)).toBe('unready_video');
  });

  it('is logged in one line per attempt, without the path and query of its URL', async () => {
    const server = await responding(503);
    const asset = await attach(server.url);
    await announce(asset);
    const { lines, stop } = listen();
    await settle();
    pass(10);
    await settle();
    stop();
    const tries = lines.filter(({ event }) => event.startsWith('validation'));
    const common = {
      event: 'validation.attempted',
      assetId: asset.id,
      trackId: asset.trackId,
      assetType: 'dolby_atmos',
      host: `127.0.0.1:${server.port}`,
      requests: 1,
      attemptMs: expect.any(Number),
      durationMs: expect.any(Number),
      tenant: expect.stringMatching(/^\d+$/),
      table: { calls: expect.any(Number), readUnits: expect.any(Number), writeUnits: expect.any(Number) },
    };
    expect(tries).toEqual([
      expect.objectContaining({
        ...common,
        level: 'warn',
        attemptNumber: 1,
        outcome: 'pending',
        nextAttemptAt: now().toISOString(),
        bytesRead: 0,
        reasons: ['The server responded with status 503.'],
      }),
      expect.objectContaining({
        ...common,
        level: 'info',
        attemptNumber: 2,
        outcome: 'valid',
        nextAttemptAt: null,
        bytesRead: 168,
        reasons: [],
      }),
    ]);
    expect(JSON.stringify(lines)).not.toContain('secret');
  });
});

it('a claimed validation no longer triggers publish-changes', async () => {
  const rows: (Item | undefined)[] = [];
  const server = await masterServer(async (_request, response) => {
    rows.push(await workRow(asset.id));
    response.writeHead(404).end();
  });
  const asset = await attach(server.url);
  rows.push(await workRow(asset.id));
  await announce(asset);
  await settle();
  expect(rows.map((row) => row?.[CAUSE_ATTRIBUTE])).toEqual(['work', undefined]);
});

describe('an unreadable master', () => {
  it('is attempted immediately and after 10 and 60 seconds, and is then invalid', async () => {
    const server = await responding(503, 500, 502, 503);
    const asset = await attach(server.url);
    await announce(asset);
    for (const [tries, gap] of [10, 60].entries()) {
      await settle();
      expect([server.received.length, await shown(asset.id)]).toEqual([tries + 1, PENDING]);
      pass(gap - 1);
      expect(await settle()).toBe(0);
      pass(1);
    }
    await settle();
    expect(server.received).toHaveLength(3);
    expect(await shown(asset.id)).toEqual({
      status: 'invalid',
      errors: ['The file could not be read in 3 attempts. The server responded with status 502.'],
    });
    expect(await workRow(asset.id)).toBeUndefined();
  });

  it('is valid if a later attempt can read it', async () => {
    const asset = await attach((await responding(503, 429)).url);
    await announce(asset);
    await run(2);
    expect(await shown(asset.id)).toEqual(VALID);
  });

  it('is attempted again by the sweep if a message is lost', async () => {
    const asset = await attach((await responding(503)).url);
    await announce(asset);
    await settle();
    queue().lose();
    pass(9);
    await sweep();
    expect(queue().messages).toEqual([]);
    pass(1);
    await sweep();
    await settle();
    expect(await shown(asset.id)).toEqual(VALID);
  });
});

describe('a message', () => {
  it('is replaced by the sweep if lost before the first attempt', async () => {
    const asset = await attach((await serving(wave())).url);
    await sweep();
    await settle();
    expect(await shown(asset.id)).toEqual(VALID);
  });

  it('causes one attempt if delivered twice', async () => {
    const server = await serving(wave());
    const asset = await attach(server.url);
    await announce(asset);
    await announce(asset);
    expect(queue().messages).toHaveLength(2);
    await settle();
    expect([server.received.length, await shown(asset.id)]).toEqual([1, VALID]);
  });

  it('causes no attempt if it is for an earlier one', async () => {
    const server = await responding(503);
    const asset = await attach(server.url);
    await announce(asset);
    await announce(asset);
    await settle();
    expect([server.received.length, await shown(asset.id)]).toEqual([1, PENDING]);
  });

  it('is reported as failed if malformed', async () => {
    queue().send('Validation', { body: '{"assetId":1}' });
    const { lines, stop } = listen();
    await settle();
    stop();
    expect(lines).toMatchObject([{ level: 'error', event: 'validation.fault' }]);
    expect(queue().messages).toHaveLength(1);
  });
});

describe('a deleted master', () => {
  it('is not read and leaves no work if deleted before its first attempt', async () => {
    const server = await serving(wave());
    const asset = await attach(server.url);
    await announce(asset);
    await remove(`/track-assets/${asset.id}`);
    expect(await workRow(asset.id)).toBeUndefined();
    await settle();
    expect(server.received).toEqual([]);
  });

  it('leaves work that ends with the next message if deleted with its track', async () => {
    const server = await serving(wave());
    const asset = await attach(server.url);
    await remove(`/tracks/${asset.trackId}`);
    expect(await assetRecord(asset.id)).toBeUndefined();
    await sweep();
    await settle();
    expect([server.received, await workRow(asset.id)]).toEqual([[], undefined]);
  });

  it.each([
    ['is read', 200],
    ['cannot be read', 503],
  ])('stays deleted and leaves no work while it %s', async (_, status) => {
    const server = await masterServer(async (request, response) => {
      await remove(`/track-assets/${asset.id}`);
      if (status === 503) response.writeHead(status).end();
      else withRanges({ bytes: wave() })(request, response);
    });
    const asset = await attach(server.url);
    await announce(asset);
    await settle();
    expect(server.received).toHaveLength(1);
    expect([await assetRecord(asset.id), await workRow(asset.id), queue().messages]).toEqual([
      undefined,
      undefined,
      [],
    ]);
  });

  it('leaves no work if its track is deleted while it is read', async () => {
    const server = await masterServer(async (request, response) => {
      await remove(`/tracks/${asset.trackId}`);
      withRanges({ bytes: isoMedia('mp42') })(request, response);
    });
    const asset = await attach(server.url, 'video');
    await announce(asset);
    await settle();
    expect([await assetRecord(asset.id), await workRow(asset.id)]).toEqual([undefined, undefined]);
  });
});
