/**
 * Exact money beside concurrent operations: imports, corrections, races under one name, rematches, payments, voids,
 * changes of codes, deletions, exports and deaths of functions. What is read meanwhile is a state that the model allows.
 */
import { afterEach, beforeAll, expect, it } from 'vitest';
import { SeededRandom } from '../support/catalogue/random.ts';
import { isLong, seed } from '../support/long-run.ts';
import { useMoves } from '../support/moves.ts';
import { MoneyHistory } from './money/history.ts';
import { comeBetween, revive, takeStep } from './steps.ts';
import { queue, useUsage } from './usage.ts';

const bucket = useUsage();
const moves = useMoves();
beforeAll(() => {
  process.env['BUCKET_NAME'] = 'packages';
  comeBetween(queue());
  bucket.beforeWrite = async () => takeStep();
});
afterEach(() => void revive());

/** Of the long form. */
const MINUTES = Number(process.env['MONEY_MINUTES'] || 20);
const HISTORIES = isLong ? Number.POSITIVE_INFINITY : 2;
const ROUNDS = 6;

it(
  'random concurrent operations give what the lines of reports say, to the last digit',
  async () => {
    const random = new SeededRandom(seed);
    const until = performance.now() + MINUTES * 60_000;
    let histories = 0;
    while (histories < HISTORIES && performance.now() < until) {
      const history = await MoneyHistory.begin(random, moves);
      for (let round = 0; round < ROUNDS; round++) await history.round();
      histories += 1;
    }
    console.log(`${histories} histories of ${ROUNDS} rounds`);
    expect(histories).toBeGreaterThan(0);
  },
  isLong ? (MINUTES + 10) * 60_000 : 240_000,
);
