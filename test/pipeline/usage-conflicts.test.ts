/** The import of a report while each write meets transaction conflicts. */
import { beforeAll, expect, it } from 'vitest';
import { newAdmin } from '../support/calls.ts';
import { withConflicts } from '../support/conflicts.ts';
import { newDeliveredRelease } from '../support/releases.ts';
import { importReport, indexFaults, usageSums, usageTables, useUsage } from './usage.ts';

useUsage();
const conflicts = withConflicts();
beforeAll(async () => {
  await newDeliveredRelease(await newAdmin(), [
    { title: 'First', isrc: 'DEAB12630001', artists: ['Nia Calder', 'Leo Marsh'] },
    { title: 'Second', isrc: 'DEAB12630002', artists: ['Nia Calder'] },
  ]);
});

const report = {
  name: 'january.csv',
  content: ['2026-01-05,1,US,DEAB12630001,10,0.5,EUR', '2026-01-06,4,DE,DEAB12630002,1,1,EUR'],
};

it('an import counts each line once although every write conflicts twice', async () => {
  conflicts.perWrite = 2;
  const imported = await importReport(report);
  conflicts.perWrite = 0;
  expect(imported).toMatchObject({ state: 'done', reason: null });
  const rows = await usageTables();
  const sums = await usageSums(rows);
  expect(Object.values(sums.lines)).toHaveLength(2);
  expect(indexFaults(rows)).toEqual([]);
  await importReport({ name: report.name, content: [] });
  conflicts.perWrite = 0;
  expect(await usageSums()).toEqual({ plays: {}, lines: {}, revenue: {} });
  await importReport(report);
  expect(await usageSums()).toEqual(sums);
  expect(conflicts.met.get('UpdateItem')).toBeGreaterThan(1);
});
