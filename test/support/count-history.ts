/** Counts histories as the worker does, with the test's clock. */
import { folderWith } from '../../functions/fold-lists/handler.ts';
import { foldTask, listId } from '../../shared/kit/records/fold-work.ts';
import { journalKey } from '../../shared/kit/table/keys.ts';
import { Table } from '../../shared/kit/table/table.ts';

/** Makes one attempt of a task of an owner's events, as the sweep starts it. */
export async function runTask(ownerId: string, task: string, attempt = 0): Promise<void> {
  const body = JSON.stringify({ listId: listId('webhook-events', ownerId, task), attempt });
  await folderWith()({ Records: [{ body, messageId: task }] } as never);
}

/** Counts what can be counted now. */
export async function countEvents(ownerId: string, task = 'tally-now'): Promise<void> {
  await new Table().commit([{ put: foldTask(listId('webhook-events', ownerId, task), new Date()) }]);
  await runTask(ownerId, task);
}

/** Makes an attempt of each task that is due. */
export async function runDueTasks(ownerId: string): Promise<void> {
  const { pk: partition } = journalKey('webhook-events', ownerId, '');
  const rows = await new Table().query({ partition, prefix: 'work#' });
  const now = new Date().toISOString();
  for (const row of rows)
    if (String(row['nextAttemptAt']) <= now)
      await runTask(ownerId, String(row['listId']).split('#')[2] ?? '', Number(row['position']));
}
