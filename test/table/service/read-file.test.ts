/** read-file: parts of artwork and audio, through the guard of addresses. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAdmin, type Person } from '../../support/calls.ts';
import { newRelease } from '../../support/distribution/release.ts';
import { command, problemsOf } from '../../support/distribution/stores.ts';
import { stopReceivers, trustReceivers } from '../../support/receivers.ts';
import { type FileServer, fileServer } from '../../support/stores/file-server.ts';
import { withTable } from '../../support/table.ts';

withTable();
let ada: Person;
let files: FileServer;
let album: string;
let track: string;
const song = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251));

beforeAll(async () => {
  trustReceivers();
  files = await fileServer();
  files.served.set('/cover.jpg', Buffer.from('a cover'));
  files.served.set('/song.wav', ({ headers }, response) => {
    const [, first = '', last = ''] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
    const part = song.subarray(Number(first), Number(last) + 1);
    if (part.length === 0)
      return response.writeHead(416, { 'content-range': `bytes */${song.length}` }).end();
    const range = `bytes ${first}-${Number(first) + part.length - 1}/${song.length}`;
    return response.writeHead(206, { 'content-range': range, 'content-length': part.length }).end(part);
  });
  ada = await newAdmin();
  const release = await newRelease(ada, {
    tracks: 1,
    artwork: files.url('/cover.jpg'),
    track: { 'full-audiofile-url': files.url('/song.wav') },
  });
  album = release.album;
  track = release.tracks[0] ?? '';
});
afterAll(stopReceivers);

interface Part {
  readonly from: number;
  readonly size: number | null;
  readonly version: string | null;
  readonly content: string;
}
const part = async (given: object): Promise<Part> => Object(await command('read-file', { ...given }));
const bytesOf = ({ content }: Part) => Buffer.from(content, 'base64');

describe('read-file', () => {
  it("reads part of a track's audio", async () => {
    const read = await part({ file: 'audio', id: track, from: '100', length: '50' });
    expect({ from: read.from, size: read.size }).toEqual({ from: 100, size: 1000 });
    expect(bytesOf(read)).toEqual(song.subarray(100, 150));
  });

  it('reads less at the end of a file and nothing beyond it', async () => {
    expect(bytesOf(await part({ file: 'audio', id: track, from: 990, length: 50 }))).toEqual(
      song.subarray(990),
    );
    expect(await part({ file: 'audio', id: track, from: 1000 })).toEqual({
      from: 1000,
      size: 1000,
      version: null,
      content: '',
    });
  });

  it('reads part of an artwork from a server without ranges', async () => {
    const read = await part({ file: 'artwork', id: album, from: 2, length: 3 });
    expect({ size: read.size, text: bytesOf(read).toString() }).toEqual({ size: 7, text: 'cov' });
  });

  it.each([
    ['tag', (value: string) => ({ etag: `W/"${value}"` })],
    ['time of change', (value: string) => ({ 'last-modified': value })],
  ])('detects by its %s that a file of the same size has changed', async (_, headerOf) => {
    let value = 'Thu, 26 Nov 2026 10:00:00 GMT';
    files.served.set('/versions.wav', (_request, response) =>
      response.writeHead(200, { 'content-length': 4, ...headerOf(value) }).end('RIFF'),
    );
    const { tracks } = await newRelease(ada, {
      tracks: 1,
      track: { 'full-audiofile-url': files.url('/versions.wav') },
    });
    const read = () => part({ file: 'audio', id: tracks[0], from: 1, length: 2 });
    const first = await read();
    expect(first).toMatchObject({ version: expect.stringMatching(/^[0-9a-f]{32}$/), size: 4 });
    expect(await read()).toEqual(first);
    value = 'Thu, 26 Nov 2026 11:00:00 GMT';
    expect((await read()).version).not.toBe(first.version);
  });

  it('is rejected if the server does not send the file', async () => {
    const { tracks } = await newRelease(ada, {
      tracks: 1,
      track: { 'full-audiofile-url': files.url('/none.wav') },
    });
    const [problem] = await problemsOf('read-file', { file: 'audio', id: tracks[0] });
    expect(problem).toEqual({
      code: 'file_unreadable',
      detail: 'The server responded with status 404 instead of the file.',
    });
  });

  it('rejects an address that the service may not reach', async () => {
    const { tracks } = await newRelease(ada, {
      tracks: 1,
      track: { 'full-audiofile-url': 'https://10.0.0.1/song.wav' },
    });
    expect((await problemsOf('read-file', { file: 'audio', id: tracks[0] }))[0]?.code).toBe(
      'file_unreadable',
    );
  });

  it.each([
    [{ file: 'audio', id: '7' }, 'unknown_record'],
    [{ file: 'lyrics', id: '7' }, 'invalid_value'],
    [{ file: 'audio', id: '7', length: '4000001' }, 'invalid_value'],
    [{ file: 'audio', id: '7', from: '-1' }, 'invalid_value'],
  ])('rejects %j', async (given, code) => {
    expect((await problemsOf('read-file', given))[0]?.code).toBe(code);
  });
});
