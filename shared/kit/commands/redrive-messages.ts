/** Moves dead letters back to the queue whose function gave them up, for commands of operators. */
import { type Letter, move, release, take } from '../../platform/queue/dead-letters.ts';
import { problem } from '../values/problems.ts';
import { type DeadLetters, unreadable } from './dead-letters.ts';
import { isTimeUp, type Operation } from './operation.ts';

interface Moved {
  readonly moved: number;
  readonly unreadable?: number;
  readonly finished: boolean;
  readonly summary: string;
}

interface RedrivenQueue<M> {
  readonly deadLetterUrl: string;
  readonly queueUrl: string;
  /** What receives the messages, in sentences. @example 'the sender' */
  readonly consumer: string;
  /** @returns nothing for a body that the consumer would give up again. */
  readonly read: (body: string) => M | undefined;
  readonly describe: (message: M) => object | Promise<object>;
}

/** @returns what `handleDeadLetters` needs. Letters that cannot be read stay in their queue. */
export function redrivenMessages<M>(queue: RedrivenQueue<M>): DeadLetters<Moved> {
  const { deadLetterUrl, describe, read } = queue;
  return {
    queueUrl: deadLetterUrl,
    describe: (letter) => {
      const message = read(letter.body);
      return message === undefined ? unreadable(letter) : describe(message);
    },
    redrive: (operation) => redriveAll(queue, operation),
    redriveOne: (letter) => redriveOne(queue, letter),
  };
}

const moveBack = <M>({ deadLetterUrl, queueUrl }: RedrivenQueue<M>, letters: readonly Letter[]) =>
  move(letters, { from: deadLetterUrl, to: queueUrl });

async function redriveAll<M>(queue: RedrivenQueue<M>, operation: Operation): Promise<Moved> {
  const { deadLetterUrl, read, consumer } = queue;
  const staying: Letter[] = [];
  let moved = 0;
  for await (const batch of take(deadLetterUrl, () => isTimeUp(operation))) {
    const readable = batch.filter(({ body }) => read(body) !== undefined);
    await moveBack(queue, readable);
    moved += readable.length;
    staying.push(...batch.filter((letter) => !readable.includes(letter)));
  }
  await release(deadLetterUrl, staying);
  const finished = !isTimeUp(operation);
  const summary = [summaryOf(moved, { finished, consumer }), ...unreadableSummary(staying.length)].join(' ');
  return { moved, unreadable: staying.length, finished, summary };
}

const unreadableSummary = (count: number): string[] =>
  count === 0
    ? []
    : [
        `${count === 1 ? '1 message cannot be read, and stays' : `${count} messages cannot be read, and stay`} in the ` +
          'queue. --look shows what is left, and --discard deletes it.',
      ];

/** @throws invalid_value for a letter that cannot be read. It stays in the queue. */
async function redriveOne<M>(queue: RedrivenQueue<M>, letter: Letter): Promise<Moved> {
  const { deadLetterUrl, read, consumer } = queue;
  if (read(letter.body) === undefined) {
    await release(deadLetterUrl, [letter]);
    throw problem(
      'invalid_value',
      `The message ${letter.id} cannot be read, so ${consumer} would give it up again. It stays in the queue. Add --discard to delete it.`,
    );
  }
  await moveBack(queue, [letter]);
  return { moved: 1, finished: true, summary: summaryOf(1, { finished: true, consumer }) };
}

function summaryOf(
  moved: number,
  { finished, consumer }: { readonly finished: boolean; readonly consumer: string },
): string {
  if (moved === 0) return 'There were no messages to move.';
  const done = `Moved ${moved} ${moved === 1 ? 'message' : 'messages'} back to the queue, where ${consumer} gets each again.`;
  return finished ? done : `${done} More are left. Run the command again.`;
}
