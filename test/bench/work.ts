/** Does the background work that is due, as the queues and their functions do, but sends no webhooks. */
import { Table } from '../../shared/kit/table/table.ts';
import { dueValue } from '../../shared/kit/work/due.ts';
import type { WorkKind } from '../../shared/kit/work/kind.ts';
import { kindsOfWork } from '../../shared/service/kinds-of-work.ts';
import { EVENT_KIND } from '../../shared/webhooks/deliveries/event-work.ts';
import { dueRows } from '../pipeline/due-places.ts';
import { TestQueues } from '../support/queues.ts';

/** Nothing reads the queues, because work is found in the table. @returns what ends them. */
export async function startQueues(): Promise<() => void> {
  const queues = await new TestQueues(() => new Date()).start();
  return () => queues.stop();
}

const MAX_ROUNDS = 100;

export async function endWork(): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const due = await dueWork();
    if (due.length === 0) return;
    for (const { kind, body } of due) await consume(kind, body);
  }
  throw new Error('The work does not end.');
}

async function dueWork(): Promise<{ readonly kind: WorkKind; readonly body: string }[]> {
  const now = new Date().toISOString();
  const keys = (await dueRows()).map(({ key }) => key);
  const rows = await new Table().getMany(keys, true);
  return rows.flatMap((row) => {
    const name = dueValue(row, 'dueKind');
    const kind = kindsOfWork.find((each) => each.name === name && name !== EVENT_KIND) as
      | WorkKind
      | undefined;
    const isDue = String(dueValue(row, 'nextAttemptAt')) <= now;
    return kind && isDue ? [{ kind, body: JSON.stringify(kind.message(kind.read(row))) }] : [];
  });
}

async function consume({ name, queue }: WorkKind, body: string): Promise<void> {
  const { handler } = await import(`../../functions/${queue.consumer}/handler.ts`);
  const { batchItemFailures } = await handler({ Records: [{ messageId: name, body }] });
  if (batchItemFailures.length > 0) throw new Error(`${name} failed.`);
}
