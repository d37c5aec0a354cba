/** Writes lines of records as all records are written, but without events. Can be interrupted. */

import { batchesOf } from '../../platform/batches.ts';
import type { Stored } from '../declare/fields.ts';
import type { Resource } from '../declare/resource.ts';
import { deciding } from '../records/deciding.ts';
import { save } from '../records/store.ts';
import { TooManyWrites } from '../table/merge.ts';
import type { Write } from '../table/write.ts';
import { Problems } from '../values/problems.ts';
import type { Line, LineStatus, Moving } from './moved-file.ts';

interface Writing {
  readonly resource: Resource;
  readonly written: (line: Line) => Promise<{ readonly record: Stored; readonly writes: readonly Write[] }>;
  readonly compare: (store: Moving, lines: readonly Line[]) => Promise<LineStatus[]>;
}

/** Records of one transaction, which takes less time than one for each. */
const PER_TRANSACTION = 8;

export async function writeRecords(
  moving: Moving,
  lines: readonly Line[],
  writing: Writing,
): Promise<LineStatus[]> {
  const { relationships, type } = writing.resource;
  // Records that link to others of their type find these already written.
  const isChained = Object.values(relationships).some((each) => each.kept && each.type === type);
  // A repeated transaction seems to succeed, so only a read shows what is stored.
  const statuses = await writing.compare(moving, lines);
  const missing = lines.flatMap((line, index) => (statuses[index] === 'new' ? [{ line, place: index }] : []));
  for (const some of batchesOf(missing, isChained ? 1 : PER_TRANSACTION)) {
    if (
      await commit(
        moving,
        some.map(({ line }) => line),
        writing,
      )
    )
      continue;
    for (const { line, place: index } of some) statuses[index] = await writeOne(moving, line, writing);
  }
  return statuses;
}

/** @returns false if a record exists already, or cannot be written. */
async function commit(
  moving: Moving,
  lines: readonly Line[],
  { resource, written }: Writing,
): Promise<boolean> {
  const restored = await Promise.all(lines.map(written));
  const changes = restored.map(
    ({ record: after }) => ({ resource, after, sharing: true, isMoved: true }) as const,
  );
  const beside = restored.flatMap(({ writes }) => writes);
  try {
    return (await save(deciding(moving), changes, beside)).is === 'saved';
  } catch (error) {
    if (error instanceof TooManyWrites || error instanceof Problems) return false;
    throw error;
  }
}

const ATTEMPTS = 5;

async function writeOne(moving: Moving, line: Line, writing: Writing): Promise<LineStatus> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    if (await commit(moving, [line], writing)) return 'new';
    const [status = 'new'] = await writing.compare(moving, [line]);
    if (status !== 'new') return status;
  }
  return { problem: 'It cannot be written. A record to which it links may have been deleted.' };
}
