/** A stage that does not decode AAC says so of files with AAC or Apple Lossless, and analyzes the others. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fixture } from '../../support/audio/fixture.ts';
import { listenToFile } from '../../support/audio/listening.ts';
import { framesOfMp3, mp4File, sampleEntry } from '../../support/audio/mp4-file.ts';
import { stopReceivers, trustReceivers } from '../../support/receivers.ts';

beforeEach(trustReceivers);
afterEach(stopReceivers);

const listenWithoutAac = (file: Buffer) => listenToFile(file, { decodesAac: false });

test.each([
  ['melody.aac', 'AAC'],
  ['melody.m4a', 'AAC'],
  ['index-first.m4a', 'AAC'],
  ['alac.m4a', 'Apple Lossless'],
])('%s is unsupported rather than invalid', async (name, codec) => {
  expect(await listenWithoutAac(fixture(name))).toEqual({
    is: 'unsupported',
    error: `The audio in the file is ${codec}, which this service does not analyze. Use WAVE, AIFF, FLAC, Ogg FLAC, MP3, Ogg Vorbis or Ogg Opus instead.`,
  });
});

test('MP3 in an MP4 file is analyzed', async () => {
  const file = mp4File(framesOfMp3(fixture('melody.mp3')), { codec: sampleEntry(0x6b) });
  expect(await listenWithoutAac(file)).toMatchObject({ is: 'heard', heard: { format: 'mp4' } });
});

test('a damaged MP4 file is invalid', async () => {
  const file = fixture('melody.m4a');
  expect(await listenWithoutAac(file.subarray(0, 5_000))).toMatchObject({ is: 'invalid' });
});

test('a file that is not audio is rejected with the list of decoded formats', async () => {
  expect(await listenWithoutAac(Buffer.alloc(5_000))).toEqual({
    is: 'invalid',
    error:
      'The file is of an unknown type. It must be audio: WAVE, AIFF, FLAC, Ogg FLAC, MP3, Ogg Vorbis or Ogg Opus.',
  });
});
