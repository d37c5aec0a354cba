/** Lists, discards or redrives dead letters, and stops before the function times out. */
import { discard, type Letter, release, take, takeOne } from '../../platform/queue/dead-letters.ts';
import { letterCount } from '../../platform/queue/message-counts.ts';
import { problem } from '../values/problems.ts';
import { isTimeUp, type Operation } from './operation.ts';

export interface DeadLetters<R extends object> {
  readonly queueUrl: string;
  readonly describe: (letter: Letter) => object | Promise<object>;
  /** Runs if neither --look nor --discard is given. */
  readonly redrive: (operation: Operation) => Promise<R>;
  /** Redrives one letter that was received. Makes it visible again if it stays in the queue. */
  readonly redriveOne: (letter: Letter) => Promise<R>;
}

interface Mode {
  readonly look: boolean;
  readonly discard: boolean;
  readonly id?: string | undefined;
}

export async function handleDeadLetters<R extends object>(
  letters: DeadLetters<R>,
  { look, discard: discards, id }: Mode,
  operation: Operation,
) {
  if (look && discards) throw problem('invalid_value', '--look and --discard cannot be combined.');
  if (look && id !== undefined) throw problem('invalid_value', '--look and --id cannot be combined.');
  if (look) return show(letters);
  if (id === undefined) return discards ? discardAll(letters, operation) : letters.redrive(operation);
  const letter = await requireLetter(letters.queueUrl, id, operation);
  if (!discards) return letters.redriveOne(letter);
  await discard(letters.queueUrl, [letter]);
  return { discarded: 1, finished: true };
}

/** Received while one is looked for. More would take too long, and are in no order anyway. */
const MAX_SEARCHED = 2000;

/** @throws unknown_record if the letter is not received. */
async function requireLetter(queueUrl: string, id: string, operation: Operation): Promise<Letter> {
  const { letter, searched } = await takeOne(queueUrl, id, {
    isEnough: (count) => count >= MAX_SEARCHED || isTimeUp(operation),
  });
  if (letter) return letter;
  const detail =
    searched >= MAX_SEARCHED || isTimeUp(operation)
      ? `The dead letter ${id} was not among the first ${searched}, which SQS returns in no order. Run the command again, or redrive all.`
      : `The queue has no dead letter ${id} now. It was redriven or discarded, or another command is reading the queue. In that case, run this one again in six minutes.`;
  throw problem('unknown_record', detail);
}

const MAX_SHOWN = 100;
const SHOWN_CHARACTERS = 200;

export const unreadable = ({ body }: Letter) => ({
  what: 'unreadable',
  body: body.slice(0, SHOWN_CHARACTERS),
});

async function show({ queueUrl, describe }: Pick<DeadLetters<object>, 'queueUrl' | 'describe'>) {
  const total = await letterCount(queueUrl);
  const letters = await collect(queueUrl, (count) => count >= MAX_SHOWN);
  await release(queueUrl, letters);
  const shown = letters.map(async (letter) => ({
    id: letter.id,
    'sent-at': letter.sentAt.toISOString(),
    ...(await describe(letter)),
    ...(letter.reason !== undefined && { reason: letter.reason }),
  }));
  return { 'about-in-all': Math.max(total, letters.length), letters: await Promise.all(shown) };
}

/** Receives letters. @returns them sorted by age. */
export async function collect(queueUrl: string, isEnough: (count: number) => boolean): Promise<Letter[]> {
  const letters: Letter[] = [];
  for await (const batch of take(queueUrl, () => isEnough(letters.length))) letters.push(...batch);
  return letters.sort((left, right) => left.sentAt.getTime() - right.sentAt.getTime());
}

async function discardAll({ queueUrl }: Pick<DeadLetters<object>, 'queueUrl'>, operation: Operation) {
  let discarded = 0;
  for await (const batch of take(queueUrl, () => isTimeUp(operation))) {
    await discard(queueUrl, batch);
    discarded += batch.length;
  }
  return { discarded, finished: !isTimeUp(operation) };
}
