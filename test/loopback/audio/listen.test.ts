/** Files on an HTTPS server on loopback. */
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FileDigests } from '../../../shared/audio/file-digest.ts';
import { fileServer } from '../../support/audio/file-server.ts';
import { heardIn, listenTo, listenToFile, served } from '../../support/audio/listening.ts';
import { joined, melody, silence } from '../../support/audio/sounds.ts';
import { waveFile } from '../../support/audio/wave-file.ts';
import { stopReceivers, trustReceivers } from '../../support/receivers.ts';

beforeEach(trustReceivers);
afterEach(stopReceivers);

const rate = 44_100;
const samples = joined(silence(1, rate), melody(1, { seconds: 4 }), silence(0.5, rate));
const file = waveFile([samples, samples]);
const md5Of = (content: Buffer) => createHash('md5').update(content).digest('hex');
const digestsOf = (content: Buffer): FileDigests => ({
  md5: md5Of(content),
  sha256: createHash('sha256').update(content).digest('hex'),
});

test('a file is read, measured and fingerprinted', async () => {
  const { prints, ...heard } = await heardIn(file, { speeds: [1, 0.98] });
  expect(heard).toEqual({
    file: { etag: '"abc"', size: file.length, ...digestsOf(file) },
    format: 'wav',
    duration: 5.5,
    sampleRate: 44_100,
    channels: 2,
    bitDepth: 16,
    loudness: expect.closeTo(-17.6, 0),
    peak: expect.closeTo(-7.3, 1),
    silenceAtStart: expect.closeTo(1, 2),
    silenceAtEnd: expect.closeTo(0.5, 1),
    clipping: 0,
    isInPart: false,
    warnings: [],
  });
  expect([...prints].map(([speed, items]) => [speed, items.length])).toEqual([
    [1, 23],
    [0.98, 24],
  ]);
});

test('a file of nothing but silence is valid', async () => {
  const heard = await heardIn(waveFile([silence(3, rate)]));
  expect(heard).toMatchObject({
    loudness: null,
    peak: null,
    silenceAtStart: 3,
    silenceAtEnd: 3,
    duration: 3,
    channels: 1,
  });
});

test('a file is analyzed if its MD5 matches, even in capitals', async () => {
  expect(await listenToFile(file, { md5: md5Of(file).toUpperCase() })).toMatchObject({ is: 'heard' });
});

/** @returns the digests of a file that is not heard, if they are known. */
async function unheard(url: string): Promise<FileDigests | undefined> {
  let digests: FileDigests | undefined;
  const onUnheard = (found: FileDigests) => {
    digests = found;
  };
  expect(await listenTo(url, { onUnheard })).toMatchObject({ is: 'invalid' });
  return digests;
}

const noAudio = Buffer.alloc(1_000_000, 'no audio ');

test('the digests of a file that cannot be heard are those of all of it', async () => {
  expect(await unheard(await served(fileServer(noAudio)))).toEqual(digestsOf(noAudio));
});

test('a file that cannot be heard has no digests if its server does not state its size, or sends less', async () => {
  const chunked = served((_, response) => {
    response.write(noAudio);
    response.end();
  });
  expect(await unheard(await chunked)).toBeUndefined();
  const cut = served((_, response) => {
    response.writeHead(200, { 'content-length': noAudio.length });
    response.write(noAudio.subarray(0, 500_000), () => response.destroy());
  });
  expect(await unheard(await cut)).toBeUndefined();
});

test('a file with a different MD5 is invalid', async () => {
  const md5 = '0'.repeat(32);
  expect(await listenToFile(file, { md5 })).toEqual({
    is: 'invalid',
    error: `The MD5 of the file is ${md5Of(file)} instead of ${md5}.`,
  });
});

test.each([
  ['an empty file', Buffer.alloc(0), 'The file is empty.'],
  [
    'a web page',
    Buffer.from('\ufeff\n<!DOCTYPE html><html></html>'),
    'The file is a web page (HTML). It must be audio: WAVE, AIFF, FLAC, Ogg FLAC, MP3, AAC, MP4, Ogg Vorbis or Ogg Opus.',
  ],
  [
    'a picture',
    Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    'The file is of the type image/png. It must be audio: WAVE, AIFF, FLAC, Ogg FLAC, MP3, AAC, MP4, Ogg Vorbis or Ogg Opus.',
  ],
  [
    'zeros',
    Buffer.alloc(5000),
    'The file is of an unknown type. It must be audio: WAVE, AIFF, FLAC, Ogg FLAC, MP3, AAC, MP4, Ogg Vorbis or Ogg Opus.',
  ],
])('%s is invalid', async (_, content, error) => {
  expect(await listenToFile(content)).toEqual({ is: 'invalid', error });
});

test('a private address is invalid', async () => {
  const url = await served((_, response) => response.end());
  expect(await listenTo(url, { allowedCidrs: [] })).toEqual({
    is: 'invalid',
    error: 'The host of the URL must resolve only to public addresses.',
  });
});
