/** Files of songs: what is read again, and what happens with those that cannot be read. */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { Table } from '../../shared/kit/table/table.ts';
import { trackSoundKey } from '../../shared/matching/keys.ts';
import type { HostedFile } from '../support/audio/audio-host.ts';
import { newAdmin, type Person } from '../support/calls.ts';
import {
  analysisDue,
  audioOf,
  files,
  matchesOf,
  newSong,
  patch,
  recording,
  releasedSong,
  repeated,
  requested,
  rowsAbout,
  type Song,
  soundFieldsOf,
  useSound,
  wave,
} from './sound.ts';
import { pass, run, settle } from './work-stage.ts';

useSound({ settings: { audioRetryGaps: [10, 20] } });
const first = wave(repeated(5, { seconds: 3 }));
const second = wave(repeated(6, { seconds: 2.8 }));
/** Less than a sub-fingerprint is computed of. */
const third = wave(recording(7, { seconds: 1 }));
const md5Of = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex');
const page = Buffer.from('<!doctype html><title>Sign in</title>'.padEnd(4000));
const PROBE = 'bytes=0-0';
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});

/** Requests a song. @returns how its file was requested, and for how many seconds of audio it was analyzed. */
async function analyzed(song: Song, path = song.path): Promise<[string, number | null | undefined]> {
  files().taken(path);
  await requested(song);
  const ranges = files().taken(path);
  const reads = ranges.filter((range) => range !== PROBE).length;
  return [`probed ${ranges.length - reads}, read ${reads}`, (await audioOf(song))?.duration];
}

describe('a song requested again', () => {
  it('is not read again if its file has the same ETag and size', async () => {
    const song = await newSong(ada, { file: third });
    expect(await analyzed(song)).toEqual(['probed 1, read 1', 1]);
    expect(await analyzed(song)).toEqual(['probed 1, read 0', 1]);
  });

  it('is read again if an earlier version has analyzed it without the SHA-256', async () => {
    const song = await newSong(ada, { file: third });
    expect(await analyzed(song)).toEqual(['probed 1, read 1', 1]);
    const analysis = trackSoundKey(song.trackId, 'analysis');
    await new Table().commit([{ update: analysis, with: [{ remove: 'sha256' }] }]);
    expect(await analyzed(song)).toEqual(['probed 1, read 1', 1]);
    expect(await analyzed(song)).toEqual(['probed 1, read 0', 1]);
  });

  it('is not even probed if its MD5 is known', async () => {
    const song = await newSong(ada, { file: first, more: { md5: md5Of(first).toUpperCase() } });
    expect(await analyzed(song)).toEqual(['probed 0, read 1', 3]);
    expect(await analyzed(song)).toEqual(['probed 0, read 0', 3]);
  });

  it('is not read again when it gets the MD5 of its file', async () => {
    const song = await requested(await newSong(ada, { file: first }));
    await patch(song, { md5: md5Of(first) });
    expect(await audioOf(song)).toBeNull();
    expect(await analyzed(song)).toEqual(['probed 0, read 0', 3]);
  });

  it.each<{ what: string; file: HostedFile }>([
    { what: 'ETag', file: { bytes: first, etag: '"second"' } },
    { what: 'size', file: { bytes: second } },
  ])('is read again if its file has a new $what', async ({ file }) => {
    const song = await requested(await newSong(ada, { file: first }));
    files().put(song.path, file);
    const [reads, duration] = await analyzed(song);
    expect([reads, duration]).toEqual(['probed 1, read 1', file.bytes === first ? 3 : 2.8]);
  });

  it('is read again if its URL changes', async () => {
    const song = await requested(await newSong(ada, { file: first }));
    const path = `${song.path}?second`;
    await patch(song, { 'full-audiofile-url': files().put(path, { bytes: second }) });
    expect(await analyzed(song, path)).toEqual(['probed 1, read 1', 2.8]);
  });

  it('is read again if its MD5 changes', async () => {
    const song = await requested(await newSong(ada, { file: first, more: { md5: md5Of(first) } }));
    const bytes = wave(repeated(8, { seconds: 3 }));
    files().put(song.path, { bytes });
    await patch(song, { md5: md5Of(bytes) });
    expect(await analyzed(song)).toEqual(['probed 0, read 1', 3]);
  });

  it.each([{ etag: null }, { etag: 'W/"first"' }])(
    'is read again if its server sends the ETag $etag',
    async ({ etag }) => {
      const song = await requested(await newSong(ada, { file: { bytes: first, etag } }));
      expect(await analyzed(song)).toEqual(['probed 1, read 1', 3]);
    },
  );
});

describe('another song with the same file', () => {
  it('is not read for the same owner', async () => {
    const { path } = await requested(await newSong(ada, { file: first }));
    const other = await newSong(ada, { file: first, path });
    expect(await analyzed(other)).toEqual(['probed 1, read 0', 3]);
    expect(await rowsAbout(other)).toContain(`track-sound#${other.trackId} fingerprint#1.02#00`);
  });

  it('is not even probed with the same MD5, whatever its URL', async () => {
    await requested(await newSong(ada, { file: first }));
    const other = await newSong(ada, { file: first, more: { md5: md5Of(first) } });
    expect(await analyzed(other)).toEqual(['probed 0, read 0', 3]);
  });

  it('is read if the file of the first has changed', async () => {
    const song = await requested(await newSong(ada, { file: first }));
    const path = `${song.path}?third`;
    await patch(song, { 'full-audiofile-url': files().put(path, { bytes: second }) });
    await requested(song);
    expect(await analyzed(await newSong(ada, { file: first, path: song.path }))).toEqual([
      'probed 1, read 1',
      3,
    ]);
  });

  it('is read for another owner', async () => {
    const more = { md5: md5Of(first) };
    const { path } = await requested(await newSong(ada, { file: first, more }));
    expect(await analyzed(await newSong(await newAdmin(), { file: first, path, more }))).toEqual([
      'probed 0, read 1',
      3,
    ]);
  });
});

type Instead = (request: IncomingMessage, response: ServerResponse) => boolean;

const status =
  (code: number, headers = {}): Instead =>
  (_, response) => {
    response.writeHead(code, headers).end();
    return true;
  };
describe('a file', () => {
  it.each<{
    what: string;
    bytes?: Buffer;
    instead?: Instead;
    more?: Readonly<Record<string, unknown>>;
    error: string;
  }>([
    {
      what: 'that does not exist',
      instead: status(404),
      error: 'The server responded with status 404 instead of the file.',
    },
    {
      what: 'that is elsewhere',
      instead: status(302, { location: 'https://127.0.0.1/' }),
      error: 'The server redirects to another URL (status 302). Attach the URL of the file itself.',
    },
    {
      what: 'that is a page',
      bytes: page,
      error:
        'The file is a web page (HTML). It must be audio: WAVE, AIFF, FLAC, Ogg FLAC, MP3, AAC, MP4, Ogg Vorbis or Ogg Opus.',
    },
    { what: 'that is empty', bytes: Buffer.alloc(0), error: 'The file is empty.' },
    {
      what: 'with another MD5',
      more: { md5: md5Of(page) },
      error: `The MD5 of the file is ${md5Of(first)} instead of ${md5Of(page)}.`,
    },
    {
      what: 'at a private address',
      more: { 'full-audiofile-url': 'https://10.0.0.1/a.wav' },
      error: 'The host of the URL must resolve only to public addresses.',
    },
  ])(
    'fails at the first attempt with a sentence: $what',
    async ({ bytes = first, instead, more = {}, error }) => {
      const song = await newSong(ada, { file: { bytes, ...(instead && { instead }) }, more });
      await analysisDue(song);
      await settle();
      expect(await audioOf(song)).toMatchObject({ status: 'failed', error, duration: null });
      expect(await rowsAbout(song)).toEqual([]);
    },
  );

  it.each<{ what: string; instead: Instead; error: string }>([
    { what: 'whose server is down', instead: status(503), error: 'The server responded with status 503.' },
    {
      what: 'whose connection breaks',
      instead: (_, response) => {
        response.destroy();
        return true;
      },
      error: 'The server closed the connection without responding.',
    },
  ])('is attempted again at each interval and then fails: $what', async ({ instead, error }) => {
    const song = await newSong(ada, { file: { bytes: first, instead } });
    await analysisDue(song);
    await settle();
    for (const gap of [10, 20]) {
      expect(await audioOf(song)).toMatchObject({ status: 'pending', error: null });
      expect(files().taken(song.path)).toHaveLength(1);
      pass(gap - 1);
      await settle();
      expect(files().taken(song.path)).toEqual([]);
      pass(1);
      await settle();
    }
    expect(await audioOf(song)).toMatchObject({ status: 'failed', error });
    expect(files().taken(song.path)).toHaveLength(1);
    await run(2);
    expect(files().taken(song.path)).toEqual([]);
  });

  it('is analyzed at a later attempt if its server recovers', async () => {
    const statuses = [503];
    const instead: Instead = (message, response) => {
      const code = statuses.shift();
      return code === undefined ? false : status(code)(message, response);
    };
    const song = await requested(await newSong(ada, { file: { bytes: first, instead } }));
    expect(await audioOf(song)).toMatchObject({ status: 'completed', duration: 3 });
  });

  it('removes the earlier analysis when it fails, but keeps a finding of another owner', async () => {
    const bytes = wave(repeated(2));
    const text = { title: 'Amber Lantern', artists: ['Nia Calder'] };
    await releasedSong(await newAdmin(), { file: bytes, ...text });
    const song = await requested(await newSong(ada, { file: bytes, ...text }));
    expect(await matchesOf(song)).toMatchObject([{ isCover: 0, method: 'audio' }]);
    files().put(song.path, { bytes: page, etag: '"page"' });
    await requested(song);
    expect(await audioOf(song)).toMatchObject({ status: 'failed', duration: null });
    expect(await matchesOf(song)).toMatchObject([{ isCover: 0, method: 'audio' }]);
    expect(await soundFieldsOf(song)).toEqual({ heard: null, foreign: 1 });
    files().put(song.path, { bytes: first, etag: '"other"' });
    await requested(song);
    expect(await matchesOf(song)).toMatchObject([{ isCover: 1, method: 'title_and_artist', ranges: [] }]);
    expect(await soundFieldsOf(song)).toEqual({ heard: md5Of(first), foreign: 0 });
  });

  it("keeps matches by text when it fails if the earlier file was its owner's", async () => {
    const bytes = wave(repeated(2));
    const eve = await newAdmin();
    await releasedSong(eve, { file: bytes, title: 'Amber Beacon', artists: ['Nia Marlow'] });
    const song = await newSong(eve, {
      file: wave(repeated(12)),
      title: 'Amber Beacon',
      artists: ['Nia Marlow'],
    });
    await requested(song);
    files().put(song.path, { bytes: page, etag: '"page"' });
    await requested(song);
    expect(await matchesOf(song)).toMatchObject([{ isCover: 1, method: 'title_and_artist', ranges: [] }]);
  });
});
