/** From a distribution request to what is known of the artwork of its album. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { albums } from '../../shared/catalogue/api/albums.ts';
import { recordArtwork } from '../../shared/catalogue/artwork/record-artwork.ts';
import { pendingArtwork } from '../../shared/catalogue/rules/album-artwork.ts';
import { findRecord, storeOf } from '../../shared/kit/records/store.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { required } from '../../shared/kit/values/required.ts';
import { api } from '../../shared/service/api.ts';
import { ask, newRelease, request } from '../support/distribution/release.ts';
import { command } from '../support/distribution/stores.ts';
import { jpeg, png } from '../support/images.ts';
import { masterServer, rangeOf, withoutRanges, withRanges } from '../support/master-server.ts';
import { announce, artworkOf, owner, replace, requested, useArtwork, workRow } from './artwork.ts';
import { killedAfterEveryStep } from './every-step.ts';
import { saveStage } from './saved-stage.ts';
import { comeBetween, revive } from './steps.ts';
import { meetFate, now, pass, queue, run, settle } from './work-stage.ts';

useArtwork({ validationRetryGaps: [2] });
beforeAll(() => comeBetween(queue()));
afterEach(() => void revive());

const cover = png(3000, 3000);
const read = {
  status: 'completed',
  error: null,
  width: 3000,
  height: 3000,
  format: 'png',
  bytes: cover.length,
  ...{ colors: 'rgb', bits: 8, content: 'whole' },
};
const unread = {
  ...{ width: null, height: null, format: null, bytes: null },
  ...{ colors: null, bits: null, content: null },
};

/** Larger than what is read for its size. */
const large = jpeg(3000, 3000);

/** Responds with less than was asked for. */
const withRangesOf =
  (most: number, total: number | '*' = large.length) =>
  (received: IncomingMessage, response: ServerResponse) => {
    const [start, wanted] = rangeOf(received);
    if (start >= large.length) return void response.writeHead(416).end();
    const part = large.subarray(start, Math.min(wanted, start + most));
    const range = `bytes ${start}-${start + part.length - 1}/${total}`;
    response.writeHead(206, { 'content-range': range, 'content-length': part.length }).end(part);
  };

/** Stores what version 0.1 knew of the cover. */
async function measuredBefore(album: string, url: string): Promise<void> {
  const store = storeOf(api, { table: new Table(), now: now() });
  const measured = { ...pendingArtwork(url), status: 'completed', width: 3000, height: 3000 } as const;
  const {
    colors: _,
    bits: __,
    content: ___,
    sha256: ____,
    ...artwork
  } = { ...measured, format: 'png' as const };
  const found = required(await findRecord(store, albums, album), 'It was made.');
  await recordArtwork(store, { album: found, artwork });
}

/** Responds with the statuses in order, and then with a cover. */
const responding = (...statuses: number[]) =>
  masterServer((received, response) => {
    const status = statuses.shift();
    if (status === undefined) withRanges({ bytes: cover })(received, response);
    else response.writeHead(status).end();
  });

describe('the artwork of a requested album', () => {
  it('is pending until it is read, and is then shown with its size', async () => {
    const server = await responding();
    const album = await requested(server.url);
    expect(await artworkOf(album)).toEqual({ status: 'pending', error: null, ...unread });
    await announce(album);
    const { messages } = queue();
    await settle();
    expect(await artworkOf(album)).toEqual(read);
    expect(await workRow(album)).toBeUndefined();
    queue().repeat(messages);
    await settle();
    expect(server.received).toHaveLength(1);
  });

  it('is read again after a server failure, and given up after the last attempt', async () => {
    const [again, never] = [await responding(503), await responding(503, 503)];
    const albums = [await requested(again.url), await requested(never.url)] as const;
    for (const album of albums) await announce(album);
    await settle();
    expect(await artworkOf(albums[0])).toMatchObject({ status: 'pending' });
    pass(2);
    await settle();
    expect(await artworkOf(albums[0])).toEqual(read);
    expect(await artworkOf(albums[1])).toEqual({
      status: 'failed',
      error: 'The server responded with status 503.',
      ...unread,
    });
  });

  it.each([
    ['is missing', undefined, 'The server responded with status 404 instead of the file.'],
    [
      'is a page',
      Buffer.from('<!doctype html><title>Sign in</title>'),
      'The file is neither a JPEG nor a PNG image.',
    ],
    ['ends early', jpeg(3000, 3000).subarray(0, 26), 'The image is damaged. Its size cannot be read.'],
  ])('is given up immediately if it %s', async (_, bytes, error) => {
    const server = await masterServer((received, response) =>
      bytes === undefined ? response.writeHead(404).end() : withRanges({ bytes })(received, response),
    );
    const album = await requested(server.url);
    await announce(album);
    await settle();
    expect(await artworkOf(album)).toEqual({ status: 'failed', error, ...unread });
  });

  it('is given up immediately at an address that is not public', async () => {
    const album = await requested('https://10.0.0.1/cover.jpg');
    await announce(album);
    await settle();
    expect(await artworkOf(album)).toMatchObject({ status: 'failed', error: expect.stringMatching(/\.$/) });
  });

  it('is read to its end and shown as damaged if the picture is incomplete', async () => {
    const bytes = jpeg(3000, 3000);
    const album = await requested((await masterServer(withRanges({ bytes: bytes.subarray(0, 80_000) }))).url);
    await announce(album);
    await settle();
    expect(await artworkOf(album)).toMatchObject({
      ...{ status: 'completed', width: 3000, content: 'damaged' },
      error: 'The file ends before the image is complete.',
    });
  });

  it.each([
    ['in the parts that it chooses', withRangesOf(30_000)],
    ['in parts without telling its size', withRangesOf(30_000, '*')],
    ['only as a whole', withoutRanges({ bytes: large })],
    ['only as a whole, without telling its size', withoutRanges({ bytes: large }, { isAnnounced: false })],
  ])('is complete if its server sends it %s', async (_, behaviour) => {
    const album = await requested((await masterServer(behaviour)).url);
    await announce(album);
    await settle();
    expect(await artworkOf(album)).toMatchObject({ width: 3000, error: null, content: 'whole' });
  });

  it('stays unchecked but keeps its size if its server always breaks off after the head', async () => {
    const server = await masterServer((received, response) => {
      if (server.received.length % 2 === 1) return withRanges({ bytes: large })(received, response);
      response.writeHead(206, {
        'content-range': `bytes 0-${large.length - 1}/${large.length}`,
        'content-length': large.length,
      });
      response.write(large.subarray(0, 70_000), () => response.destroy());
    });
    const album = await requested(server.url);
    await announce(album);
    await settle();
    expect(await artworkOf(album)).toMatchObject({ status: 'pending' });
    pass(2);
    await settle();
    expect(await artworkOf(album)).toMatchObject({
      ...{ status: 'completed', width: 3000, content: 'unchecked' },
      error: expect.stringMatching(/\.$/),
    });
    expect(server.received).toHaveLength(4);
  });

  it('is read again if it is replaced while being read', async () => {
    const server = await masterServer((received, response) => {
      response.setHeader('etag', `"${Math.min(server.received.length, 2)}"`);
      withRanges({ bytes: large })(received, response);
    });
    const album = await requested(server.url);
    await announce(album);
    await settle();
    expect(await artworkOf(album)).toMatchObject({ status: 'pending' });
    pass(2);
    await settle();
    expect(await artworkOf(album)).toMatchObject({ content: 'whole' });
  });

  it('is read again for a request if an earlier version only measured it', async () => {
    const server = await responding();
    const { album } = await newRelease(owner(), { artwork: server.url, tracks: 1 });
    await measuredBefore(album, server.url);
    expect(await artworkOf({ album })).toMatchObject({ status: 'completed', content: null });
    const made = { album, request: await request(owner(), album) };
    await announce(made);
    await settle();
    expect(await artworkOf(made)).toEqual(read);
  });

  it('is read again when an open request is shown if it was only measured before', async () => {
    const server = await responding();
    const made = await requested(server.url);
    await announce(made);
    await settle();
    await measuredBefore(made.album, server.url);
    await command('show-request', { id: made.request });
    expect(await artworkOf(made)).toMatchObject({ status: 'pending' });
    await announce(made);
    await settle();
    expect(await artworkOf(made)).toEqual(read);
  });

  it('is read at its new address when replaced, even while being read', async () => {
    const other = await masterServer(withRanges({ bytes: jpeg(1400, 1400) }));
    const slow = await masterServer(async (received, response) => {
      await replace(album, other.url);
      withRanges({ bytes: cover })(received, response);
    });
    const album = await requested(slow.url);
    await announce(album);
    await settle();
    await run(2);
    expect(await artworkOf(album)).toMatchObject({ status: 'completed', width: 1400, format: 'jpeg' });
    await replace(album, null);
    expect(await artworkOf(album)).toBeNull();
  });
});

it('artwork replaced while being read is read again, even if a validation saw the newer file', async () => {
  const bytes = [cover, png(1200, 900)];
  const server = await masterServer(async (received, response) => {
    const [file = cover] = server.received.length === 1 ? bytes.toReversed() : bytes;
    if (server.received.length === 1) await ask(owner(), 200, 'POST', `/albums/${made.album}/validate`);
    withRanges({ bytes: file })(received, response);
  });
  const made = await requested(server.url);
  await announce(made);
  await settle();
  await run(2);
  expect(await artworkOf(made)).toEqual(read);
  expect(await workRow(made)).toBeUndefined();
  expect(server.received).toHaveLength(3);
});

// Claim, slot of the owner; the album with the end of the work; the owner's slot is left.
const STEPS = 4;

it.each([
  { fate: 'is redelivered', isLost: false },
  { fate: 'is lost', isLost: true },
])(
  'artwork is read even if the function is killed after any step and its message $fate',
  async ({ isLost }) => {
    const server = await responding();
    const album = await requested(server.url);
    await announce(album);
    const putBack = await saveStage({ queues: queue() });
    const begin = async () => {
      await putBack();
      return server.received.length;
    };
    const end = async (about: string, before: number) => {
      await meetFate(isLost);
      await run(2);
      expect(await artworkOf(album), about).toEqual(read);
      expect(await workRow(album), about).toBeUndefined();
      expect([1, 2], about).toContain(server.received.length - before);
    };
    const once = async () => void (await settle());
    expect(await killedAfterEveryStep({ begin, run: once, end })).toBe(STEPS);
  },
);
