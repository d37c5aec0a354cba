/** An attempt of each work that is due in a catalogue, and the sweep. */
import { sweepWith } from '../../../functions/sweep/handler.ts';
import type { Item } from '../../../shared/kit/table/item.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { dueValue } from '../../../shared/kit/work/due.ts';
import { kindsOfWork } from '../../../shared/service/kinds-of-work.ts';
import { eventWork } from '../../../shared/webhooks/deliveries/event-round.ts';
import { dueRows } from '../../pipeline/due-places.ts';
import { type Cast, mainOf } from './cast.ts';
import { featureOf, SWEEP, workName } from './declared.ts';
import type { Operation } from './operation.ts';

interface Received {
  readonly Records: readonly { readonly messageId: string; readonly body: string }[];
}
type Handler = (event: Received) => Promise<{ readonly batchItemFailures: readonly unknown[] }>;

/** The handler of the function that consumes a queue. */
async function handlerOf(consumer: string): Promise<Handler> {
  return ((await import(`../../../functions/${consumer}/handler.ts`)) as { handler: Handler }).handler;
}

function operation(kind: string, title: string, perform: () => Promise<string>): Operation {
  const of = workName(kind);
  return { name: title ? `${of} ${title}` : of, of, feature: featureOf.get(of) ?? '', perform };
}

async function attempt(
  kind: { readonly name: string; readonly queue: { readonly consumer: string } },
  title: string,
  message: object,
): Promise<Operation> {
  const handler = await handlerOf(kind.queue.consumer);
  const body = JSON.stringify(message);
  return operation(kind.name, title, async () => {
    const { batchItemFailures } = await handler({ Records: [{ messageId: '1', body }] });
    return batchItemFailures.length === 0 ? 'done' : 'failed';
  });
}

const sweep = operation(SWEEP, '', async () => {
  await sweepWith(() => new Date())({}, { getRemainingTimeInMillis: () => 40_000 });
  return 'done';
});

async function dueWork(): Promise<Item[]> {
  const keys = (await dueRows()).map(({ key }) => key);
  const rows = await new Table().getMany(keys, true);
  const now = new Date().toISOString();
  return rows
    .filter((row) => String(dueValue(row, 'nextAttemptAt')) <= now)
    .toSorted((left, right) => (String(left['pk']) < String(right['pk']) ? -1 : 1));
}

/** Its first round is due by the message from the bus, and not by the table. */
async function eventRound(cast: Cast): Promise<Operation[]> {
  const endpoint = mainOf(cast, 'webhook-endpoints');
  const id = cast.records['webhook-events']?.[1];
  if (id === undefined || endpoint === undefined) return [];
  return [await attempt(eventWork, '', { eventId: id, endpoints: [endpoint], attempt: 0 })];
}

export async function workOperations(cast: Cast): Promise<Operation[]> {
  const counts = new Map<string, number>();
  const attempts: Operation[] = [];
  for (const row of await dueWork()) {
    const kind = kindsOfWork.find(({ name }) => name === dueValue(row, 'dueKind'));
    if (!kind) throw new Error(`Nothing does the work ${dueValue(row, 'dueKind')}.`);
    const number = (counts.get(kind.name) ?? 0) + 1;
    counts.set(kind.name, number);
    attempts.push(
      await attempt(kind, number > 1 ? String(number) : '', kind.message(kind.read(row) as never)),
    );
  }
  return [...attempts, ...(await eventRound(cast)), sweep];
}
