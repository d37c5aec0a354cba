/** Frames that give no audio are bounded, and the limit of the time ends their decoding. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listenToFile } from '../../support/audio/listening.ts';
import { mp4File, numbers32 } from '../../support/audio/mp4-file.ts';
import { stopReceivers, trustReceivers } from '../../support/receivers.ts';

beforeEach(trustReceivers);
afterEach(stopReceivers);

/** Each takes the decoder of AAC half a millisecond, and gives no audio. */
const FRAMES = 95_000;
const inMp4 = () =>
  mp4File([Buffer.alloc(FRAMES)], { stsz: numbers32(0, 1, FRAMES), stsc: numbers32(0, 1, 1, FRAMES, 1) });
/** An ADTS header of 44,100 Hz in stereo, and two bytes. */
const inAdts = () => Buffer.concat(new Array(FRAMES).fill(Buffer.from('fff15080013ffc0000', 'hex')));

test.each([
  ['an MP4 file', inMp4],
  ['a file of AAC', inAdts],
])('%s of many frames without audio is soon abandoned', async (_, file) => {
  const before = process.cpuUsage();
  expect(await listenToFile(file())).toMatchObject({ is: 'invalid' });
  expect(process.cpuUsage(before).user).toBeLessThan(10e6);
});

test.each([
  ['an MP4 file', inMp4],
  ['a file of AAC', inAdts],
])('the time limit ends the decoding of %s without audio', async (_, file) => {
  // A busy machine can seem to be a slow server.
  const error = expect.stringMatching(/^The file takes too long to decode|sends the file too slowly/);
  expect(await listenToFile(file(), { limits: { timeoutMs: 100 } })).toEqual({ is: 'invalid', error });
});
