/** From a distribution request to what is known of the artwork of its album. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../support/distribution/release.ts';
import { jpeg, png } from '../support/images.ts';
import { masterServer, withRanges } from '../support/master-server.ts';
import { announce, artworkOf, owner, replace, requested, useArtwork, workRow } from './artwork.ts';
import { killedAfterEveryStep } from './every-step.ts';
import { saveStage } from './saved-stage.ts';
import { comeBetween, revive } from './steps.ts';
import { meetFate, pass, queue, run, settle } from './work-stage.ts';

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
};
const unread = { width: null, height: null, format: null, bytes: null };

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

  it('is read again after the server has failed, and given up after the last attempt', async () => {
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
  ])('that %s is given up immediately', async (_, bytes, error) => {
    const server = await masterServer((received, response) =>
      bytes === undefined ? response.writeHead(404).end() : withRanges({ bytes })(received, response),
    );
    const album = await requested(server.url);
    await announce(album);
    await settle();
    expect(await artworkOf(album)).toEqual({ status: 'failed', error, ...unread });
  });

  it('at an address that is not public is given up immediately', async () => {
    const album = await requested('https://10.0.0.1/cover.jpg');
    await announce(album);
    await settle();
    expect(await artworkOf(album)).toMatchObject({ status: 'failed', error: expect.stringMatching(/\.$/) });
  });

  it('is read at its new address when it is replaced, also while it is being read', async () => {
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

it('artwork that a validation has read while it was being read is read again, and not replaced by the older file', async () => {
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
  'artwork is read although the function is killed after any step and its message $fate',
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
