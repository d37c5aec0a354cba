/** Files of all formats that are damaged at random. */
import { expect, test } from 'vitest';
import { readDamaged } from '../../support/audio/reading-damaged.ts';
import { isLong } from '../../support/long-run.ts';

/** Consecutive numbers are of different formats. */
const FILES = isLong ? 340 : 120;

test('a damaged file is analyzed or is rejected with a sentence within a second', async () => {
  const faults = [];
  for (let number = 0; number < FILES; number++) {
    const read = await readDamaged(number);
    if (read.is === 'thrown' || read.milliseconds > 1_000) faults.push(read);
  }
  expect(faults).toEqual([]);
});
