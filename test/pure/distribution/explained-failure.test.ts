import { expect, it } from 'vitest';
import { explainedFailure } from '../../../shared/distribution/stores/sftp/explained-failure.ts';

const disk = { f_bavail: 1000, f_files: 100n, f_favail: 10n, f_flag: 2n };

it.each([
  ['is read-only', { f_flag: 3n }, 'permission', 'The disk of the store is read-only.'],
  ['has no blocks left', { f_bavail: 3 }, 'space', 'The disk of the store is full.'],
  ['has no files left', { f_favail: 0n }, 'space', 'The disk of the store is full.'],
  [
    'has space',
    {},
    'protocol',
    'The store failed without a reason, and its disk is not full. A quota may be used up.',
  ],
  [
    'has no fixed number of files',
    { f_files: 0n, f_favail: 0n },
    'protocol',
    'The store failed without a reason, and its disk is not full. A quota may be used up.',
  ],
])('the failure of a store whose disk %s is explained', (_, state, fault, sentence) => {
  const { fault: found, message } = explainedFailure({ ...disk, ...state }, 'write a.wav');
  expect([found, message]).toEqual([fault, `${sentence} It was asked to write a.wav.`]);
});
