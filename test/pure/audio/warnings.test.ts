import { expect, test } from 'vitest';
import { warningsOn } from '../../../shared/audio/measuring/warnings.ts';
import { completedAudio } from '../../../shared/catalogue/rules/track-audio.ts';
import { audioWarnings } from '../../../shared/distribution/review/reviewed-request.ts';

const fine = { duration: 100, expectedSeconds: 100, peak: -1, foreignSeconds: 0, faults: [] };

test.each([
  ['that says nothing of its duration', { expectedSeconds: null }],
  ['that is longer than it says', { expectedSeconds: 10 }],
  ['that is less than 1 % shorter', { duration: 99.01 }],
  ['that is a few frames shorter', { duration: 0.92, expectedSeconds: 1 }],
  ['that is silent', { peak: null }],
  ['whose peak is +6 dBFS', { peak: 6 }],
])('a file %s has no warning', (_, doubtful) => {
  expect(warningsOn({ ...fine, ...doubtful })).toEqual([]);
});

const SHORTER = 'The file says that it has 100.0 seconds of audio, but only';

test.each([
  ['that is 1 % shorter', { duration: 99 }, `${SHORTER} 99.0 can be decoded.`],
  ['that is nearly half as long', { duration: 50.01 }, `${SHORTER} 50.0 can be decoded.`],
  [
    'whose peak is higher than +6 dBFS',
    { peak: 6.06 },
    'The audio reaches +6.1 dBFS. The file may be damaged.',
  ],
  ['with a fault of its format', { faults: ['Its end is missing.'] }, 'Its end is missing.'],
])('a file %s has a warning', (_, doubtful, warning) => {
  expect(warningsOn({ ...fine, ...doubtful })).toEqual([warning]);
});

test('a file of which half is missing is invalid', () => {
  expect(() => warningsOn({ ...fine, duration: 50 })).toThrow(`${SHORTER} 50.0 can be decoded.`);
});

test('reviewers see the warnings of each track', () => {
  const measured = {
    ...{ duration: 5, 'sample-rate': 44_100, channels: 2, loudness: -14, peak: 7 },
    ...{ 'silence-at-start': 0, 'silence-at-end': 0, clipping: 0 },
  };
  const tracks = [
    { disc: 1, order: 1, audio: null },
    { disc: 1, order: 2, audio: completedAudio({ ...measured, warnings: [] }) },
    { disc: 2, order: 3, audio: completedAudio({ ...measured, warnings: ['It is short.', 'It is loud.'] }) },
  ];
  expect(audioWarnings(tracks)).toEqual([
    'The audio of track 3 on disc 2 may be damaged. It is short. It is loud.',
  ]);
});
