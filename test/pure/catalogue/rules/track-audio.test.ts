import * as v from 'valibot';
import { expect, it } from 'vitest';
import {
  completedAudio,
  failedAudio,
  pendingAudio,
  trackAudio,
} from '../../../../shared/catalogue/rules/track-audio.ts';

const measured = {
  duration: 0.25,
  'sample-rate': 44_100,
  format: 'flac' as const,
  'bit-depth': 24,
  channels: 2,
  loudness: -14.2,
  peak: -1,
  'silence-at-start': 0,
  'silence-at-end': 0.1,
  clipping: 0,
  warnings: ['The audio reaches +7.0 dBFS. The file may be damaged.'],
};

it.each([
  ['pending', pendingAudio],
  ['failed', failedAudio('The file is not audio.')],
  ['completed', completedAudio(measured)],
])('the audio of a track can be %s', (status, audio) => {
  expect(audio.status).toBe(status);
  expect(v.parse(trackAudio, audio)).toEqual(audio);
});

it('the audio of a track has no other status', () => {
  for (const status of ['', 'valid', null])
    expect(v.safeParse(trackAudio, { ...pendingAudio, status }).success).toBe(false);
});
