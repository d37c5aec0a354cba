/** Unmatched lines are matched again at the next import, and on request. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { handler as operate } from '../../functions/operate/handler.ts';
import { handler as tracks } from '../../functions/tracks/handler.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { waitingImports } from '../../shared/usage/commands/waiting-imports.ts';
import { findImport } from '../../shared/usage/import/start-import.ts';
import { importIdOf } from '../../shared/usage/import/usage-import.ts';
import { usageImportKey } from '../../shared/usage/keys.ts';
import { call, newAdmin, type Person } from '../support/calls.ts';
import { newDeliveredRelease } from '../support/releases.ts';
import { killedAfterEveryStep } from './every-step.ts';
import { saveStage } from './saved-stage.ts';
import { comeBetween, revive, takeStep } from './steps.ts';
import {
  announceRow,
  importReport,
  pass,
  queue,
  run,
  settle,
  usageSums,
  usageTables,
  useUsage,
} from './usage.ts';

const files = useUsage();
let ada: Person;
const name = 'report.csv';
let number = 0;
/** Two codes without a track, and one with a track. */
let codes: readonly string[];

beforeAll(async () => {
  comeBetween(queue());
  files.beforeWrite = async () => takeStep();
  ada = await newAdmin();
});
afterEach(() => void revive());

/** A report with one line for each of three codes; one of them has a track. */
async function importUnmatched(partitions = 2): Promise<string> {
  number += 1;
  codes = [1, 2, 3].map((at) => `DEAB127${String(number).padStart(3, '0')}0${at}`);
  const { trackIds } = await newDeliveredRelease(ada, [{ title: 'Known', isrc: codes[0] ?? '' }]);
  const content = codes.map((code, at) => `2026-01-05,1,US,${code},${at + 1},0.5,EUR`);
  const { counts } = await importReport({ name, content, partitions });
  expect(counts).toMatchObject({ imported: 3, unmatched: 2 });
  return trackIds[0] ?? '';
}

const own = async (code: string | undefined) =>
  (await newDeliveredRelease(ada, [{ title: 'Late', isrc: code ?? '' }])).trackIds[0];
const imported = () => findImport(new Table(), name);
const revenue = async () => (await usageSums()).revenue[`${ada.userId} EUR 2026-01`];

/** @returns the names of the imports that are matched again. */
async function rematch(): Promise<unknown> {
  pass(1);
  const outcome = await operate({ command: 'import-usage', arguments: { rematch: true }, actor: 'test' });
  await announceRow(usageImportKey(importIdOf(name)));
  return outcome;
}

describe('unmatched lines', () => {
  it('count their waiting time from the import, even after a rematch', async () => {
    await importUnmatched();
    const since = async () => {
      const { items } = await waitingImports(new Table(), 100);
      return items.find(({ what, id }) => what === 'report with unmatched lines' && id === name)?.since;
    };
    const before = await since();
    expect(before).toBe((await imported())?.finishedAt);
    pass(86_400);
    await own(codes[1]);
    await rematch();
    await settle();
    expect((await imported())?.finishedAt).not.toBe(before);
    expect(await since()).toBe(before);
  });

  it('get their tracks with --rematch and add to the imported plays', async () => {
    await importUnmatched();
    const track = await own(codes[1]);
    expect(await rematch()).toEqual({ result: { rematched: [name] } });
    await settle();
    expect(await imported()).toMatchObject({
      state: 'done',
      counts: { lines: 3, imported: 3, rejected: 0, unmatched: 1 },
    });
    expect((await usageSums()).plays[`tracks ${track} 2026-01-05 1 US -`]).toBe(2);
    expect(await revenue()).toBe(1_000_000_000_000n);
    await own(codes[2]);
    await rematch();
    await settle();
    expect(await imported()).toMatchObject({ counts: { unmatched: 0 } });
    expect(await revenue()).toBe(1_500_000_000_000n);
    expect(await operate({ command: 'import-usage', arguments: { rematch: true }, actor: 'test' })).toEqual({
      result: { rematched: [] },
    });
  });

  it('vanish with a correction, along with the plays matched from them', async () => {
    await importReport({ name, content: [] });
    expect(await usageTables()).toEqual([]);
  });

  it('are matched again at the next import', async () => {
    await importUnmatched();
    await own(codes[1]);
    await importReport({ name: 'next.csv', content: [] });
    await run(1);
    expect(await imported()).toMatchObject({ state: 'done', counts: { unmatched: 1 } });
    expect(await revenue()).toBe(1_000_000_000_000n);
  });

  it('stay unchanged while there is still no track', async () => {
    await importUnmatched();
    const before = await imported();
    const rows = await usageTables();
    await rematch();
    await settle();
    const after = await imported();
    expect(after).toMatchObject({
      state: 'done',
      run: before?.run,
      loaded: before?.loaded,
      counts: before?.counts,
    });
    expect(await usageTables()).toEqual(rows);
  });

  it('are matched again even after a rejected correction', async () => {
    await importUnmatched();
    await importReport({ name, content: 'no header' });
    await own(codes[1]);
    await rematch();
    await settle();
    expect(await imported()).toMatchObject({ state: 'done', counts: { imported: 3, unmatched: 1 } });
    expect(await revenue()).toBe(1_000_000_000_000n);
    const content = codes.map((code, at) => `2026-01-05,1,US,${code},${at + 1},0.5,EUR`);
    await expect(importReport({ name: 'copy.csv', content })).rejects.toThrow('imported as report.csv');
  });

  it('do not change matched lines of a track whose ISRC changed', async () => {
    const id = await importUnmatched();
    const data = { type: 'tracks', id, attributes: { 'isrc-code': codes[1] } };
    await call(tracks, 200, { method: 'PATCH', path: `/tracks/${id}`, token: ada.token, body: { data } });
    await rematch();
    await settle();
    expect((await usageSums()).plays[`tracks ${id} 2026-01-05 1 US -`]).toBe(3);
  });
});

it('a rematch killed after any step leads to the same rows', async () => {
  await importUnmatched();
  await own(codes[1]);
  const putBack = await saveStage({ queues: queue(), bucket: files });
  const begin = async () => {
    await putBack();
    await rematch();
  };
  const end = async (about: string) => {
    queue().lose();
    await run(2);
    expect(await imported(), about).toMatchObject({ state: 'done', counts: { unmatched: 1 } });
    expect(await revenue(), about).toBe(1_000_000_000_000n);
  };
  expect(await killedAfterEveryStep({ begin, run: settle, end })).toBeGreaterThan(7);
});
