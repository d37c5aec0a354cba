/** Moves messages that the sender could not process back to its queue. */
import * as v from 'valibot';
import { handleDeadLetters, unreadable } from '../../kit/commands/dead-letters.ts';
import type { Run } from '../../kit/commands/listed.ts';
import { isTimeUp, type Operation } from '../../kit/commands/operation.ts';
import { problem } from '../../kit/values/problems.ts';
import { deadLetterVariable, queueVariable } from '../../kit/work/work-queue.ts';
import { type Letter, move, release, take } from '../../platform/queue/dead-letters.ts';
import { environment } from '../../platform/settings.ts';
import type { redriveWebhooks } from '../commands.ts';
import { eventWork } from '../deliveries/event-round.ts';
import { webhookMessageSchema } from '../deliveries/webhook-messages.ts';

export const run = ((modes, operation) =>
  handleDeadLetters(
    { queueUrl: deadLetters(), describe, redrive, redriveOne },
    modes,
    operation,
  )) satisfies Run<typeof redriveWebhooks>;

const deadLetters = () => environment(deadLetterVariable(eventWork.queue));

const moveBack = (letters: readonly Letter[]): Promise<void> =>
  move(letters, { from: deadLetters(), to: environment(queueVariable(eventWork.queue)) });

async function redrive(operation: Operation) {
  const staying: Letter[] = [];
  let moved = 0;
  for await (const batch of take(deadLetters(), () => isTimeUp(operation))) {
    const readable = batch.filter(isReadable);
    await moveBack(readable);
    moved += readable.length;
    staying.push(...batch.filter((letter) => !isReadable(letter)));
  }
  await release(deadLetters(), staying);
  const finished = !isTimeUp(operation);
  const summary = [summaryOf(moved, finished), ...unreadableSummary(staying.length)].join(' ');
  return { moved, unreadable: staying.length, finished, summary };
}

/** The sender would give the others up again. */
const isReadable = ({ body }: Letter): boolean => v.is(webhookMessageSchema, body);

const unreadableSummary = (count: number): string[] =>
  count === 0
    ? []
    : [
        `${count === 1 ? '1 message cannot be read, and stays' : `${count} messages cannot be read, and stay`} in the ` +
          'queue. --look shows what is left, and --discard deletes it.',
      ];

/** @throws invalid_value for a letter that cannot be read. It stays in the queue. */
async function redriveOne(letter: Letter) {
  if (!isReadable(letter)) {
    await release(deadLetters(), [letter]);
    throw problem(
      'invalid_value',
      `The message ${letter.id} cannot be read, so the sender would give it up again. It stays in the queue. Add --discard to delete it.`,
    );
  }
  await moveBack([letter]);
  return { moved: 1, finished: true, summary: summaryOf(1, true) };
}

function summaryOf(moved: number, finished: boolean): string {
  if (moved === 0) return 'There were no messages to move.';
  const done = `Moved ${moved} ${moved === 1 ? 'message' : 'messages'} back to the queue, where the sender gets each again.`;
  return finished ? done : `${done} More are left. Run the command again.`;
}

function describe(letter: Letter): object {
  const { success, output } = v.safeParse(webhookMessageSchema, letter.body);
  if (!success) return unreadable(letter);
  if ('detail' in output) return { what: output.detail.type, event: output.detail.id };
  if ('id' in output) return { what: 'recovery', endpoint: output.id };
  const { eventId, attempt } = output;
  return { what: 'next attempts', event: eventId, attempt };
}
