/** The guide on masters states which audio is taken, as the decoders and warnings have it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listeningLimits } from '../../../shared/audio/limits.ts';
import {
  bitDepths,
  formatNames,
  MAX_CHANNELS,
  sampleRates,
} from '../../../shared/audio/rules/master-files.ts';
import { root } from './pages.ts';

const GUIDE = readFileSync(join(root, 'docs/guides/masters-and-artwork.md'), 'utf8');
const hertz = (rate: number): string => `${rate.toLocaleString('en')} Hz`;

/** Cells of the table below the heading, by their row. */
const rows = new Map(
  (GUIDE.split('## Which audio is accepted')[1] ?? '')
    .split('\n## ', 1)
    .join('')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, row, ...cells]) => [row, cells.slice(0, 2)]),
);

it.each([
  [
    'format',
    [formatNames(({ isOption }) => !isOption), formatNames(({ isLossless }) => isLossless === true)],
  ],
  [
    'sample rate',
    [
      `${sampleRates.least.toLocaleString('en')} to ${hertz(sampleRates.most)}`,
      `from ${hertz(sampleRates.usual)}`,
    ],
  ],
  ['bit depth', [`from ${bitDepths.least} bits`, `from ${bitDepths.usual} bits`]],
  ['channels', [`1 to ${MAX_CHANNELS}`, 'all']],
  [
    'length',
    [`up to ${listeningLimits.maxSeconds / 3600} hours and ${listeningLimits.maxBytes / 1e9} GB`, 'all'],
  ],
])('the guide on masters states which %s is accepted', (row, cells) => {
  expect(rows.get(row)).toEqual(cells);
});
