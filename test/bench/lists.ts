/** What a list of tracks costs as a catalogue grows: calls and units of the first read and of later ones. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderWith } from '../../functions/fold-lists/handler.ts';
import { CHECK, foldTask, listId } from '../../shared/kit/records/fold-work.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { forgetAll } from '../../shared/platform/once.ts';
import { definitions } from '../../shared/service/definitions.ts';
import { seed } from '../support/seed.ts';
import { startBucket } from './bucket.ts';
import { startInProcess } from './in-process.ts';
import type { Figures } from './report.ts';

const SIZES = [100, 1000, 10_000, 100_000];
/** Filters and sorts of different kinds cost the same. */
const PATH = '/tracks?sort=-title&filter[is-explicit]=false';

export async function lists(): Promise<Figures> {
  const figures: Record<string, Figures[string]> = {};
  for (const count of SIZES) figures[`${count.toLocaleString('en')} tracks`] = await costOfList(count);
  return figures;
}

async function costOfList(count: number): Promise<Figures[string]> {
  const directory = mkdtempSync(join(tmpdir(), 'lists-bench-'));
  const stopBucket = await startBucket(directory);
  const { ownerId, send, use, end } = await startInProcess();
  await seed(definitions, {
    type: 'tracks',
    ownerId,
    count,
    fieldsOf: (number) => ({
      title: `Track ${(number * 7919) % count}`,
      order: (number % 50) + 1,
      'is-explicit': number % 2 === 0,
      'rights-owner-year': 2026,
      'rights-owner-name': 'Bench',
    }),
  });
  await fold('tracks', ownerId);
  // A new function knows no snapshot.
  forgetAll();
  await send('GET', PATH);
  const first = use();
  const started = performance.now();
  await send('GET', PATH);
  const milliseconds = Math.round(performance.now() - started);
  const again = use();
  stopBucket();
  await end();
  rmSync(directory, { recursive: true });
  return {
    'calls, first': first.calls,
    'read units, first': first.readUnits,
    'calls, again': again.calls,
    'read units, again': again.readUnits,
    'milliseconds, again': milliseconds,
  };
}

/** As the worker does it every week, however few the changes are. */
async function fold(type: string, ownerId: string): Promise<void> {
  const id = listId(type, ownerId, CHECK);
  await new Table().commit([{ put: foldTask(id, new Date()) }]);
  const Records = [{ body: JSON.stringify({ listId: id, attempt: 0 }), messageId: id }];
  const { batchItemFailures } = await folderWith()({ Records } as never);
  if (batchItemFailures.length > 0) throw new Error(`The list of ${type} was not folded.`);
}
