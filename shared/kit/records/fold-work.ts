/** The work of `fold-lists`: folding journals of lists into snapshots, and counting the entries of histories. */
import * as v from 'valibot';
import { CAUSE_ATTRIBUTE, WORK_CAUSE } from '../table/causes.ts';
import type { Item } from '../table/item.ts';
import { journalKey, type Key } from '../table/keys.ts';
import { defineWork } from '../work/define-work.ts';

/** The task of comparing a list with its index every week. Others are named by the change that began them. */
export const CHECK = 'check';

/** The task of replacing a snapshot that a reader could not read. */
export const UNREADABLE = 'unreadable';

/** Prefix of the tasks of counting a history, which continues with the time of a start. */
export const TALLY = 'tally-';

/** Prefix of the tasks of counting an hour again, which continues with the hour. Their rows reopen the hour. */
export const REOPENED = 'reopened-';

/** The task of counting hours again whose entries were not settled. */
export const SETTLE = 'settle';

/** @example listId('labels', '17', CHECK) */
export const listId = (type: string, ownerId: string, task: string): string => `${type}#${ownerId}#${task}`;

export function readListId(id: string): { type: string; ownerId: string; task: string } {
  // The status asks for the keys of an empty id, to learn which rows are work of this kind.
  const [type = '', ownerId = '', task = ''] = id.split('#');
  return { type, ownerId, task };
}

export const foldWork = defineWork({
  name: 'list-fold',
  queue: {
    name: 'Fold',
    consumer: 'fold-lists',
    mapping: 'ListsToFold',
    concurrency: { standard: 2, prod: 5, local: 2 },
    rows: journalKey('*', '*', '').pk,
  },
  id: 'listId',
  key: (id) => {
    const { type, ownerId, task } = readListId(id);
    return journalKey(type, ownerId, `work#${task}`);
  },
  fields: { ownerId: v.string() },
  isReplaced: true,
});

/** @returns the row of the task. Putting it replaces the same task. */
export const foldTask = (id: string, at: Date): Item & Key =>
  foldWork.item({ listId: id, ...startOf(id, at) });

/** @returns attributes with which the stream sends the message of a task that has no row yet. */
export const foldStart = (id: string, at: Date): Item => ({
  listId: id,
  ...startOf(id, at),
  dueKind: foldWork.name,
  [CAUSE_ATTRIBUTE]: WORK_CAUSE,
});

const startOf = (id: string, at: Date) => ({
  ownerId: readListId(id).ownerId,
  position: 0,
  nextAttemptAt: at.toISOString(),
  claimedUntil: null,
});
