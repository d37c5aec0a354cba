/** The messages and dead letters of all queues, for operators. */
import * as v from 'valibot';
import type { WorkKind } from '../kit/work/kind.ts';
import { letterCount, messageCounts } from '../platform/queue/message-counts.ts';
import { environment } from '../platform/settings.ts';
import { redriveChanges } from './commands.ts';
import { kindsOfWork } from './kinds-of-work.ts';

const namesSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.record(v.string(), v.strictTuple([v.string(), v.string()])),
);

interface QueueStatus {
  readonly queues: readonly object[];
  /** Kinds with dead letters, and what repairs them. */
  readonly givenUp: readonly {
    readonly kind: string;
    readonly 'dead-letters': number;
    readonly repair: string;
  }[];
}

export async function queueStatus(): Promise<QueueStatus> {
  const names = v.parse(namesSchema, environment('QUEUE_NAMES'));
  const changes = environment('CHANGE_DEAD_LETTER_URL');
  // All queues of a stage are in one account and region, so their addresses differ only in the name.
  const urlOf = (name: string) => changes.slice(0, changes.lastIndexOf('/') + 1) + name;
  const work = Object.entries(names).map(async ([queue, [name, deadLetterName]]) => {
    const [counts, letters] = await Promise.all([
      messageCounts(urlOf(name)),
      letterCount(urlOf(deadLetterName)),
    ]);
    const { waiting, delayed, inFlight } = counts;
    return {
      shown: { queue, waiting, delayed, 'in-flight': inFlight, 'dead-letters': letters },
      givenUp: { kind: kindsOf(queue), letters, repair: repairOf(queue, urlOf(deadLetterName)) },
    };
  });
  // Changes come from the stream of the table, which is not a queue.
  const ofChanges = async () => {
    const letters = await letterCount(changes);
    return {
      shown: { queue: 'Change', 'dead-letters': letters },
      givenUp: { kind: 'changes of the table', letters, repair: redriveChanges.name },
    };
  };
  const all = await Promise.all([...work, ofChanges()]);
  return {
    queues: all.map(({ shown }) => shown),
    givenUp: all.flatMap(({ givenUp: { letters, ...more } }) =>
      letters === 0 ? [] : [{ kind: more.kind, 'dead-letters': letters, repair: more.repair }],
    ),
  };
}

const inQueue = (name: string): readonly WorkKind[] => kindsOfWork.filter(({ queue }) => queue.name === name);

const kindsOf = (queue: string): string =>
  inQueue(queue)
    .map(({ name }) => name)
    .join(', ');

/** The sweep repeats work without a command, so that its dead letters only have to be deleted. */
const repairOf = (queue: string, deadLetters: string): string =>
  inQueue(queue)[0]?.queue.redrivenWith ?? onStage(`aws sqs purge-queue --queue-url ${deadLetters}`);

/** With the stage's place, which the settings of the operator may not be. A local stage accepts any credentials, but needs some. */
function onStage(line: string): string {
  const { AWS_REGION: region, AWS_ENDPOINT_URL: endpoint } = process.env;
  const placed = region ? `${line} --region ${region}` : line;
  if (!endpoint) return placed;
  return `AWS_ACCESS_KEY_ID=local AWS_SECRET_ACCESS_KEY=local ${placed} --endpoint-url ${endpoint}`;
}
