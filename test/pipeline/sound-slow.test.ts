/** Slow servers of several owners share few slots, so that files of others are analyzed in the meantime. */
import type { ServerResponse } from 'node:http';
import { beforeAll, expect, it } from 'vitest';
import { Table } from '../../shared/kit/table/table.ts';
import { trackSoundKey } from '../../shared/matching/keys.ts';
import { newAdmin } from '../support/calls.ts';
import { receiver } from '../support/receivers.ts';
import { request } from './matching.ts';
import { analysisDue, audioOf, newSong, recording, requested, type Song, useSound, wave } from './sound.ts';
import { pass, settle, startNewWork } from './work-stage.ts';

useSound({ slotsPerOwner: 1, limits: { slowAfterMs: 100, slowBytesPerSecond: 50_000 } });

const OWNERS = 5;
const file = wave(recording(1));
const headers = { etag: '"slow"', 'content-length': file.length };
/** Responses that wait until the server is fast. */
const held = new Set<ServerResponse>();
let begun = 0;
let isSlow = true;
let slowUrl = '';

beforeAll(async () => {
  const { port } = await receiver(({ headers: { range } }, response) => {
    if (range === 'bytes=0-0')
      response.writeHead(206, { ...headers, 'content-range': contentRange, 'content-length': 1 }).end('R');
    else if (isSlow) drip(response);
    else response.writeHead(200, headers).end(file);
  });
  slowUrl = `https://127.0.0.1:${port}`;
});

const contentRange = `bytes 0-0/${file.length}`;

/** A byte every fifty milliseconds, until the server is fast. */
function drip(response: ServerResponse): void {
  response.writeHead(200, headers);
  held.add(response);
  begun += 1;
  let sent = 0;
  const timer = setInterval(() => {
    if (!isSlow) clearInterval(timer);
    response.write(file.subarray(sent, isSlow ? sent + 1 : undefined));
    sent += 1;
  }, 50);
  response.on('close', () => {
    clearInterval(timer);
    held.delete(response);
  });
}

const statusOf = async (song: Song) => (await audioOf(song))?.status;

it('five owners with slow servers share one slot, and their files are analyzed when others are free', async () => {
  const slow: Song[] = [];
  for (let owner = 0; owner < OWNERS; owner++) {
    const song = await newSong(await newAdmin(), {
      file,
      more: { 'full-audiofile-url': `${slowUrl}/${owner}.wav` },
    });
    await request(song.albumId);
    await settle();
    slow.push(song);
  }
  await startNewWork();
  const working = settle();
  await expect.poll(() => begun).toBe(OWNERS);
  await expect.poll(() => held.size).toBe(1);
  const quick = await newSong(await newAdmin(), { file: wave(recording(2)) });
  await analysisDue(quick);
  await settle();
  expect(await statusOf(quick)).toBe('completed');
  expect(held.size).toBe(1);
  isSlow = false;
  await working;
  for (let round = 0; round < 10; round++) {
    pass(60);
    await settle();
  }
  expect(await Promise.all(slow.map(statusOf))).toEqual(slow.map(() => 'completed'));
});

/** As functions leave it that have died while they read the file. */
async function interrupted(count: number): Promise<Song> {
  const song = await newSong(await newAdmin(), { file });
  const attempts = { ...trackSoundKey(song.trackId, 'attempts'), url: song.url, md5: null, count };
  await new Table().commit([{ put: { ...attempts, isSlow: true } }]);
  await requested(song);
  return song;
}

it('a file is still analyzed after four functions die reading it', async () => {
  expect(await audioOf(await interrupted(4))).toMatchObject({ status: 'completed' });
});

it('a slow server that outlasts the function five times is given as the reason', async () => {
  const song = await interrupted(5);
  expect(await audioOf(song)).toMatchObject({
    status: 'failed',
    error: 'The server sends the file too slowly.',
  });
});
