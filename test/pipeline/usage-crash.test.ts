/** An importer that is killed after any step, runs out of time or is overtaken leads to the same rows. */
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { handler as tracks } from '../../functions/tracks/handler.ts';
import type { Item } from '../../shared/kit/table/item.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { findImport } from '../../shared/usage/import/start-import.ts';
import { call, newAdmin, type Person } from '../support/calls.ts';
import { listen } from '../support/log.ts';
import { newDeliveredRelease } from '../support/releases.ts';
import { killedAfterEveryStep } from './every-step.ts';
import { saveStage } from './saved-stage.ts';
import { beforeNext, comeBetween, dieAfter, revive, takeStep } from './steps.ts';
import {
  importReport,
  indexFaults,
  pass,
  queue,
  type Report,
  run,
  settle,
  start,
  sweep,
  usageTables,
  useUsage,
} from './usage.ts';
import { fates, meetFate } from './work-stage.ts';

const files = useUsage();
let ada: Person;
let trackIds: readonly string[];
const first = 'DEAB12630001';
const second = 'DEAB12630002';

const name = 'report.csv';
const before: Report = {
  name,
  content: [
    `2026-01-05,1,US,${first},10,0.5,EUR`,
    `2026-01-06,4,DE,${second},3,1,USD`,
    `2026-02-06,9,FR,${second},3,1,USD`,
  ],
  partitions: 2,
};
const corrected: Report = {
  name,
  content: [
    `2026-01-05,1,US,${first},11,0.75,EUR`,
    `2026-01-05,1,BR,${second},2,0.25,EUR`,
    '2026-01-05,1,BR,XXXXX0000000,2,0.25,EUR',
    'nonsense',
  ],
  partitions: 3,
};
let expected: readonly Item[];
/** Returns to the moment when the import of the corrected report is due. */
let putBack: () => Promise<void>;

beforeAll(async () => {
  comeBetween(queue());
  files.beforeWrite = async () => takeStep();
  ada = await newAdmin();
  ({ trackIds } = await newDeliveredRelease(ada, [
    { title: 'First', isrc: first },
    { title: 'Second', isrc: second },
  ]));
  await importReport(before);
  await start(corrected);
  putBack = await saveStage({ queues: queue(), bucket: files });
  await settle();
  expected = await usageTables();
  expect(indexFaults(expected)).toEqual([]);
});
beforeEach(() => putBack());
afterEach(() => void revive());

const imported = () => findImport(new Table(), name);

async function expectDone(about: string): Promise<void> {
  expect(await imported(), about).toMatchObject({
    state: 'done',
    counts: { lines: 4, imported: 3, rejected: 1, unmatched: 1, rows: expected.length },
  });
  expect(await usageTables(), about).toEqual(expected);
}

describe.each(fates)('a function killed after any step with its message $fate', ({ isLost }) => {
  it('is followed by another that continues to the same rows', async () => {
    const end = async (about: string) => {
      await meetFate(isLost);
      await run(2);
      await expectDone(about);
    };
    expect(await killedAfterEveryStep({ begin: putBack, run: settle, end })).toBeGreaterThan(19);
  });
});

it('an import whose functions are killed repeatedly leads to the same rows', async () => {
  for (let tries = 0; (await imported())?.state === 'running'; tries++) {
    expect(tries).toBeLessThan(30);
    dieAfter(12);
    await settle();
    revive();
    queue().lose();
    pass(60);
    await sweep();
  }
  await expectDone('killed again and again');
});

it('an import that runs out of time continues with the next message', async () => {
  const { lines, stop } = listen();
  beforeNext('BatchWriteItemCommand', async () => pass(601));
  await settle();
  stop();
  const tries = lines.filter(({ event }) => event === 'usage.imported');
  expect(tries.map(({ outcome, position }) => [outcome, position])).toEqual([
    ['continued', 0],
    ['done', 1],
  ]);
  await expectDone('continued');
});

it('a function whose claim has expired records nothing', async () => {
  const { lines, stop } = listen();
  beforeNext('BatchWriteItemCommand', async () => {
    pass(901);
    await run(2);
  });
  await settle();
  stop();
  expect(lines.filter(({ outcome }) => outcome === 'overtaken')).toHaveLength(1);
  await expectDone('overtaken');
});

it('duplicated messages cause one import', async () => {
  await settle(2);
  await expectDone('twice');
});

it('an import keeps the tracks of its first attempt even if their codes change', async () => {
  // Claim, findings of three parts, rejected and unmatched lines, and the first of the rows.
  dieAfter(8);
  await settle();
  expect(revive()).toBe(true);
  const [id = ''] = trackIds;
  await call(tracks, 200, {
    method: 'PATCH',
    path: `/tracks/${id}`,
    token: ada.token,
    body: { data: { type: 'tracks', id, attributes: { 'isrc-code': 'DEAB12630009' } } },
  });
  await run(2);
  await expectDone('renamed');
});
