import { expect, test } from 'vitest';
import { warningsOn } from '../../../shared/audio/measuring/warnings.ts';

const fine = {
  duration: 100,
  expectedSeconds: 100,
  peak: -1,
  foreignSeconds: 0,
  hiddenSeconds: 0,
  faults: [],
};

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

const SHORTER = 'The file states that it has 100.0 seconds of audio, but only';

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

test('a file with half missing is invalid', () => {
  expect(() => warningsOn({ ...fine, duration: 50 })).toThrow(`${SHORTER} 50.0 can be decoded.`);
});
