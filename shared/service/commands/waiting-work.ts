/** Background work whose attempts end without an outcome, for operators. */
import type { Waiting, WaitingList } from '../../kit/commands/waiting.ts';
import type { Table } from '../../kit/table/table.ts';
import { type FaultyWork, faultyWork } from '../../kit/work/faulty-work.ts';
import { continueWork } from '../commands.ts';
import { kindsOfWork } from '../kinds-of-work.ts';

export async function waitingWork(table: Table, limit: number): Promise<WaitingList> {
  const { work, isWhole } = await faultyWork(table, kindsOfWork, limit);
  return { items: work.map(waiting), isWhole };
}

const waiting = ({ kind, id, at, error, isStopped }: FaultyWork): Waiting => ({
  what: isStopped ? 'stopped work' : 'failing work',
  id: `${kind} ${id}`,
  since: at,
  about: error,
  resolve: isStopped
    ? `docs/runbook.md#work-stopped, then ${continueWork.name} ${kind} ${id}`
    : 'docs/runbook.md#work-stopped',
});
