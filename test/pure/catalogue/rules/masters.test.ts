import { describe, expect, it } from 'vitest';
import { atmosFaults, videoFaults } from '../../../../shared/catalogue/rules/masters.ts';

const MEGABYTE = 1_000_000;
const atmosFile = { size: MEGABYTE, content: 'a WAVE file', format: { sampleRate: 48_000, channels: 3 } };
const videoFile = { size: MEGABYTE, content: 'an MP4 file', isVideo: true };

describe('a Dolby Atmos master', () => {
  it.each([
    ['of 48 kHz with three channels', {}],
    ['of 16 channels', { format: { sampleRate: 48_000, channels: 16 } }],
    ['one byte below 2 GB', { size: 2000 * MEGABYTE - 1 }],
  ])('has no fault: %s', (_, change) => expect(atmosFaults({ ...atmosFile, ...change })).toEqual([]));

  it.each([
    ['of 2 GB', { size: 2000 * MEGABYTE }, /2,000,000,000 bytes.*\(2 GB\)/],
    ['of unknown size', { size: undefined }, /Content-Length or Content-Range/],
    ['of another sample rate', { format: { sampleRate: 44_100, channels: 3 } }, /44100 Hz.*48000 Hz/],
    ['of two channels', { format: { sampleRate: 48_000, channels: 2 } }, /2 channels.*3 or more/],
    ['of one channel', { format: { sampleRate: 48_000, channels: 1 } }, /1 channel;.*3 or more/],
    ['without a format before the audio data', { format: undefined }, /format before its audio data/],
    ['of another content', { format: null, content: 'a PDF document' }, /RIFF, RF64 or BW64.*a PDF document/],
  ])('has one fault that names the expected value: %s', (_, change, sentence) =>
    expect(atmosFaults({ ...atmosFile, ...change })).toEqual([expect.stringMatching(sentence)]),
  );

  it('reports each of several faults', () => {
    const size = 2000 * MEGABYTE;
    expect(atmosFaults({ ...atmosFile, size, format: { sampleRate: 1, channels: 1 } })).toHaveLength(3);
    expect(atmosFaults({ ...atmosFile, size, format: null })).toHaveLength(2);
    expect(atmosFaults({ ...atmosFile, size, format: undefined })).toHaveLength(2);
  });
});

describe('a video master', () => {
  it.each([
    ['of MP4 or QuickTime', {}],
    ['of 6 GB', { size: 6000 * MEGABYTE }],
  ])('has no fault: %s', (_, change) => expect(videoFaults({ ...videoFile, ...change })).toEqual([]));

  it.each([
    ['of more than 6 GB', { size: 6000 * MEGABYTE + 1 }, /6,000,000,001 bytes.*6,000,000,000 bytes \(6 GB\)/],
    ['of unknown size', { size: undefined }, /Content-Length or Content-Range/],
    ['of another content', { isVideo: false, content: 'a PNG image' }, /MP4 or QuickTime.*a PNG image/],
  ])('has one fault that names the expected value: %s', (_, change, sentence) =>
    expect(videoFaults({ ...videoFile, ...change })).toEqual([expect.stringMatching(sentence)]),
  );

  it('reports each of several faults', () => {
    expect(videoFaults({ ...videoFile, size: undefined, isVideo: false })).toHaveLength(2);
  });
});
