/** Lists or discards dead letters, and stops before the function times out. */
import { discard, type Letter, release, take } from '../../platform/queue/dead-letters.ts';
import { letterCount } from '../../platform/queue/message-counts.ts';
import { problem } from '../values/problems.ts';
import { isTimeUp, type Operation } from './operation.ts';

export interface DeadLetters {
  readonly queueUrl: string;
  readonly describe: (letter: Letter) => object;
  /** Runs if neither --look nor --discard is given. */
  readonly redrive: (operation: Operation) => Promise<object>;
}

export async function handleDeadLetters(
  letters: DeadLetters,
  mode: { readonly look: boolean; readonly discard: boolean },
  operation: Operation,
): Promise<object> {
  if (mode.look && mode.discard) throw problem('invalid_value', '--look and --discard cannot be combined.');
  if (mode.look) return look(letters);
  return mode.discard ? discardAll(letters, operation) : letters.redrive(operation);
}

const MAX_SHOWN = 100;
const SHOWN_CHARACTERS = 200;

export const unreadable = ({ body }: Letter) => ({
  what: 'unreadable',
  body: body.slice(0, SHOWN_CHARACTERS),
});

async function look({ queueUrl, describe }: DeadLetters): Promise<object> {
  const total = await letterCount(queueUrl);
  const letters = await collect(queueUrl, (count) => count >= MAX_SHOWN);
  await release(queueUrl, letters);
  const shown = letters.map((letter) => ({
    id: letter.id,
    'sent-at': letter.sentAt.toISOString(),
    ...describe(letter),
    ...(letter.reason !== undefined && { reason: letter.reason }),
  }));
  return { 'about-in-all': Math.max(total, letters.length), letters: shown };
}

/** Receives letters. @returns them sorted by age. */
export async function collect(queueUrl: string, isEnough: (count: number) => boolean): Promise<Letter[]> {
  const letters: Letter[] = [];
  for await (const batch of take(queueUrl, () => isEnough(letters.length))) letters.push(...batch);
  return letters.sort((left, right) => left.sentAt.getTime() - right.sentAt.getTime());
}

async function discardAll({ queueUrl }: DeadLetters, operation: Operation): Promise<object> {
  let discarded = 0;
  for await (const batch of take(queueUrl, () => isTimeUp(operation))) {
    await discard(queueUrl, batch);
    discarded += batch.length;
  }
  return { discarded, finished: !isTimeUp(operation) };
}
