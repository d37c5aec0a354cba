/** Rereads from the stream the changes that publish-changes gave up on, and publishes their events. */

import { collect, handleDeadLetters, unreadable } from '../../kit/commands/dead-letters.ts';
import type { Run } from '../../kit/commands/listed.ts';
import { isTimeUp, type Operation } from '../../kit/commands/operation.ts';
import type { DomainEvent } from '../../kit/events/event.ts';
import { publish } from '../../kit/events/publish.ts';
import { CAUSE_ATTRIBUTE, type Images } from '../../kit/table/causes.ts';
import { type ReadStretch, readStretch, type Stretch } from '../../kit/table/stream.ts';
import { describedError, writeLine } from '../../platform/log.ts';
import { discard, type Letter, release } from '../../platform/queue/dead-letters.ts';
import { eventsOf } from '../events.ts';
import { changeDeadLetterUrl } from '../queue-names.ts';
import type { redriveChanges } from '../redrive-commands.ts';
import { setAsideIn } from '../set-aside.ts';
import { changeLetterOf, inStreamOrder } from './change-letter.ts';
import { eventsNow } from './events-now.ts';

export const run = ((given, operation) =>
  handleDeadLetters(
    { queueUrl: queueUrl(), describe, redrive, redriveOne: (letter) => redriveOne(letter, operation) },
    given,
    operation,
  )) satisfies Run<typeof redriveChanges>;

const queueUrl = changeDeadLetterUrl;

/** Maximum number of dead letters per run. They are sorted in memory. */
const MAX_LETTERS = 1000;

async function redrive(operation: Operation) {
  const taken = await collect(queueUrl(), (count) => count >= MAX_LETTERS || isTimeUp(operation));
  const waiting = inStreamOrder(taken);
  const failures: { id: string; reason: string }[] = [];
  const staying: Letter[] = [];
  let events = 0;
  for (let letter = waiting.shift(); letter; letter = waiting.shift()) {
    const { published, failure } = await redriveLetter(letter, operation);
    events += published;
    if (failure === undefined) {
      await discard(queueUrl(), [letter]);
    } else {
      failures.push({ id: letter.id, reason: failure });
      staying.push(letter);
    }
    if (isTimeUp(operation)) break;
  }
  await release(queueUrl(), [...staying, ...waiting]);
  const isFinished = waiting.length === 0 && taken.length < MAX_LETTERS && !isTimeUp(operation);
  const letters = taken.length - waiting.length - staying.length;
  return outcomeOf({ letters, events, failures, finished: isFinished });
}

async function redriveOne(letter: Letter, operation: Operation) {
  const { published: events, failure: reason } = await redriveLetter(letter, operation);
  if (reason === undefined) await discard(queueUrl(), [letter]);
  else await release(queueUrl(), [letter]);
  const failures = reason === undefined ? [] : [{ id: letter.id, reason }];
  return outcomeOf({ letters: 1 - failures.length, events, failures, finished: true });
}

interface Redriven {
  readonly letters: number;
  readonly events: number;
  readonly failures: readonly { readonly id: string; readonly reason: string }[];
  readonly finished: boolean;
}

function outcomeOf(redriven: Redriven) {
  const { letters, events, failures, finished } = redriven;
  const [first] = failures;
  const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
  const summary = [
    letters + failures.length === 0
      ? 'There were no letters.'
      : `Published ${counted(events, 'event')}, and deleted ${counted(letters, 'letter')}.`,
    ...(first ? [`${counted(failures.length, 'letter')} stayed in the queue: ${first.reason}`] : []),
    ...(finished ? [] : ['More are left. Run the command again.']),
  ].join(' ');
  return { ...redriven, summary };
}

/** The changes of a letter. */
interface Reread {
  readonly changes: readonly Images[];
  readonly isComplete: boolean;
}

async function reread(letter: Letter): Promise<Reread | undefined> {
  const aside = setAsideIn(letter);
  if (aside) return { changes: [aside], isComplete: true };
  const read = changeLetterOf(letter);
  if (!read) return undefined;
  const { records, isComplete } = await readStretch(read);
  // The filter of publish-changes: other rows in the range cause no events.
  const changes = records.filter(({ NewImage }) => NewImage?.[CAUSE_ATTRIBUTE]?.S !== undefined);
  return { changes, isComplete };
}

/** @returns how many events were published, and why the letter remains in the queue, if it does. */
async function redriveLetter(
  letter: Letter,
  { table }: Operation,
): Promise<{ published: number; failure?: string }> {
  try {
    const read = await reread(letter);
    if (!read) return { published: 0, failure: 'The letter does not contain a stream position.' };
    const events: DomainEvent[] = [];
    for (const change of read.changes) events.push(...(await eventsNow(change, { table, letter })));
    const rejection = await publish(events);
    if (rejection) {
      const failure = `The event bus rejected an event: ${String(rejection.error)}.`;
      return { published: rejection.index, failure };
    }
    if (read.isComplete) return { published: events.length };
    return { published: events.length, failure: 'The stream no longer contains all of these changes.' };
  } catch (error) {
    writeLine({ level: 'error', message: 'redrive', letter: letter.id, problem: describedError(error) });
    return { published: 0, failure: error instanceof Error ? error.message : String(error) };
  }
}

const KEPT_MS = 24 * 3_600_000;

async function describe(letter: Letter): Promise<object> {
  const aside = setAsideIn(letter);
  if (aside) return shownAside(aside);
  const read = changeLetterOf(letter);
  if (!read) return unreadable(letter);
  const { changes, arrivedAt, condition, shardId, first, last } = read;
  const keptUntil = new Date(Date.parse(arrivedAt) + KEPT_MS).toISOString();
  const failing = await failingRows(read);
  return { changes, 'kept-until': keptUntil, condition, shard: shardId, first, last, failing };
}

const shownAside = ({ change, row, writtenAt, reason }: NonNullable<ReturnType<typeof setAsideIn>>) => ({
  changes: 1,
  condition: 'UnreadableRow',
  first: change,
  last: change,
  'written-at': writtenAt,
  failing: [{ row, reason }],
});

const MAX_ROWS = 10;

/** @returns the rows whose changes cannot be announced; null if the stream no longer contains the changes. */
async function failingRows(stretch: Stretch): Promise<readonly object[] | null> {
  try {
    const { records, isComplete } = await readStretch(stretch);
    return isComplete ? records.flatMap(failing).slice(0, MAX_ROWS) : null;
  } catch (error) {
    writeLine({ level: 'warn', message: 'redrive', problem: describedError(error) });
    return null;
  }
}

function failing(record: ReadStretch['records'][number]): object[] {
  if (record.NewImage?.[CAUSE_ATTRIBUTE]?.S === undefined) return [];
  try {
    eventsOf(record);
    return [];
  } catch (error) {
    const { pk, sk } = record.NewImage;
    return [{ row: `${pk?.S} ${sk?.S}`, reason: error instanceof Error ? error.message : String(error) }];
  }
}
