/** Moves messages of work that its function could not process back to their queue. */
import * as v from 'valibot';
import { handleDeadLetters } from '../../kit/commands/dead-letters.ts';
import type { Run } from '../../kit/commands/listed.ts';
import { redrivenMessages } from '../../kit/commands/redrive-messages.ts';
import type { Table } from '../../kit/table/table.ts';
import { problem } from '../../kit/values/problems.ts';
import { dueValue } from '../../kit/work/due.ts';
import { NEVER } from '../../kit/work/work-faults.ts';
import { startedKinds } from '../kinds-of-work.ts';
import { workQueueAddresses } from '../queue-names.ts';
import type { redriveWork } from '../redrive-commands.ts';

export const run = (({ queue, ...modes }, operation) => {
  const kinds = kindsIn(queue);
  const { consumer } = kinds[0].queue;
  const addresses = workQueueAddresses().get(queue);
  if (!addresses) throw unknownQueue(queue);
  const letters = redrivenMessages({
    ...addresses,
    consumer,
    read: (body) => readMessage(kinds, body),
    describe: (message) => describe(message, operation.table),
  });
  return handleDeadLetters(letters, modes, operation);
}) satisfies Run<typeof redriveWork>;

type Kind = (typeof startedKinds)[number];

const redrivenKinds = startedKinds.filter(({ queue: { redrivenWith } }) => redrivenWith === undefined);

/** @throws unknown_record if there is no such queue, or another command redrives its letters. */
function kindsIn(queue: string): readonly [Kind, ...Kind[]] {
  const [first, ...others] = redrivenKinds.filter((kind) => kind.queue.name === queue);
  if (first) return [first, ...others];
  throw unknownQueue(queue);
}

function unknownQueue(queue: string) {
  const names = [...new Set(redrivenKinds.map((kind) => kind.queue.name))].join(', ');
  return problem('unknown_record', `There is no work queue ${queue}. The queues are ${names}.`);
}

interface ReadMessage {
  readonly kind: Kind;
  readonly id: string;
  readonly attempt: number;
}

function readMessage(kinds: readonly Kind[], body: string): ReadMessage | undefined {
  for (const kind of kinds) {
    const { success, output } = v.safeParse(kind.messageSchema, body);
    if (success) return { kind, id: output.id, attempt: output.attempt };
  }
  return undefined;
}

/** With what the work is doing now: after most faults, the sweep has continued it. */
async function describe({ kind, id, attempt }: ReadMessage, table: Table): Promise<object> {
  const row = await table.get(kind.key(id));
  return {
    what: kind.name,
    record: id,
    attempt,
    work: row ? stateOf(dueValue(row, 'nextAttemptAt')) : 'ended',
  };
}

const stateOf = (next: unknown): string => {
  if (next === undefined) return 'ended';
  return next === NEVER ? 'stopped' : `due at ${String(next)}`;
};
