/** Dead letters of the stage's queues, and how the page redrives them. */
import * as v from 'valibot';
import { changeLetterOf } from '../../../shared/service/commands/change-letter.ts';
import { setAsideIn } from '../../../shared/service/set-aside.ts';
import type { State } from '../host/state.ts';
import type { Runtime } from '../lambda/runtime.ts';
import type { Message } from '../observed/message.ts';
import type { Queue } from '../sqs/queue.ts';
import type { Queues } from '../sqs/queues.ts';
import type { Plan } from '../template/plan.ts';
import { subjectOf } from './recorder.ts';
import type { Trails } from './trails.ts';

const MAX_SHOWN = 20;
const BATCH = 10;

export interface DeadLetterQueue {
  readonly queue: Queue;
  /** Where its messages came from; undefined for those of streams. */
  readonly source: Queue | undefined;
}

export function deadLetterQueues(plan: Plan, queues: Queues): DeadLetterQueue[] {
  const mappings = plan.ofType('AWS::Lambda::EventSourceMapping');
  const ofStreams = mappings.map(({ properties }) => properties.DestinationConfig?.OnFailure.Destination);
  return queues.all.flatMap((queue) => {
    const source = queues.all.find(
      ({ properties }) => properties.RedrivePolicy?.deadLetterTargetArn === queue.arn,
    );
    return source || ofStreams.includes(queue.arn) ? [{ queue, source }] : [];
  });
}

/** @returns the oldest messages, without their bodies, each with the last failure that the stage has seen. */
export function lettersIn({ queue, source }: DeadLetterQueue, trails: Trails) {
  return queue.oldest(MAX_SHOWN).map((message) => {
    const subject = subjectOf(message.body);
    const hops = (subject === undefined ? undefined : trails.find(subject))?.hops ?? [];
    const failure = hops.findLast(({ what, isOk }) => what === 'receive' && isOk === false);
    return {
      id: message.id,
      sentAt: message.sentAt,
      about: subject ?? changesIn(message) ?? 'unreadable',
      reason: failure ? `${reasonOf(message, source)}, ${failure.text}` : reasonOf(message, source),
    };
  });
}

function changesIn({ body }: Message): string | undefined {
  const aside = setAsideIn({ body });
  if (aside) return `change ${aside.change}`;
  const letter = changeLetterOf({ body });
  if (!letter) return undefined;
  const { changes, first, last } = letter;
  return changes === 1 ? `change ${first}` : `${changes} changes, ${first} to ${last}`;
}

function reasonOf({ attributes, body, receiveCount }: Message, source: Queue | undefined): string {
  const code = attributes?.['ERROR_CODE']?.['StringValue'];
  if (code !== undefined) return `the bus could not deliver it: ${String(code)}`;
  const letter = changeLetterOf({ body });
  if (letter) return letter.condition;
  const aside = setAsideIn({ body });
  if (aside) return aside.reason;
  if (!source || receiveCount === 0) return 'it was sent there';
  return `received ${counted(receiveCount, 'time')} without success`;
}

interface Redriving {
  readonly plan: Plan;
  readonly runtime: Runtime;
  readonly state: State;
}

/** @returns what was done, as a sentence. @throws Error when the command of the operator fails. */
export const redrive = ({ queue, source }: DeadLetterQueue, redriving: Redriving): Promise<string> =>
  source ? Promise.resolve(moveBack(queue, source, redriving)) : publishAgain(redriving);

/** The messages that are there now: one that fails again must not be moved forever. */
function moveBack(from: Queue, to: Queue, { state }: Redriving): string {
  const { visible, inFlight } = from.counts();
  let moved = 0;
  while (moved < visible) {
    const letters = from.receive({ max: Math.min(BATCH, visible - moved) });
    if (letters.length === 0) break;
    state.transaction(() => {
      for (const { id, body, attributes, group } of letters) {
        to.send({ body, group, ...(attributes && { attributes }) });
        from.remove(id);
      }
    });
    moved += letters.length;
  }
  const others = inFlight > 0 ? ` ${inFlight} are being received elsewhere.` : '';
  if (moved === 0) return `There was nothing to move.${others}`;
  return `Moved ${counted(moved, 'message')} back to the queue.${others}`;
}

const commandResult = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    result: v.object({
      letters: v.number(),
      events: v.number(),
      failures: v.array(v.object({ reason: v.string() })),
    }),
  }),
);

/** Publishes changes again by the operator's command. */
async function publishAgain({ plan, runtime }: Redriving): Promise<string> {
  const command = { command: 'redrive-changes', arguments: {}, actor: 'local' };
  const outcome = await runtime.invoke(`${plan.stackName}-operate`, JSON.stringify(command));
  const { success, output } = v.safeParse(commandResult, outcome.payload);
  if (!success) throw new Error('The command redrive-changes failed. The log of operate says why.');
  const { letters, events, failures } = output.result;
  const [first] = failures;
  if (letters === 0 && !first) return 'There was nothing to redrive.';
  const done = `Redrove ${counted(letters, 'letter')} and published ${counted(events, 'event')}.`;
  return first ? `${done} ${counted(failures.length, 'letter')} stayed: ${first.reason}` : done;
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
