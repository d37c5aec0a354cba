/** Table stream -> bus and work queues: publishes events of committed changes and starts due work. */
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent, StreamRecord } from 'aws-lambda';
import type { DomainEvent } from '../kit/events/event.ts';
import { publish } from '../kit/events/publish.ts';
import { required } from '../kit/values/required.ts';
import { lastSweepKey } from '../kit/work/due.ts';
import { enqueue, type WorkKind } from '../kit/work/kind.ts';
import { type StartedWork, workOf } from '../kit/work/work-of.ts';
import { describedError, writeLine } from '../platform/log.ts';
import { eventsOf } from './events.ts';
import { kindsOfWork } from './kinds-of-work.ts';
import { noteFault, noteProgress, type StreamChange } from './stream-notes.ts';

const NUMBERED = 'Every change in a stream has a sequence number.';

/** The consequences of one change. */
interface Consequences {
  /** Sequence number in the stream. */
  readonly position: string;
  readonly events: readonly DomainEvent[];
  readonly work: StartedWork | undefined;
}

interface Fault {
  readonly position: string;
  readonly error: unknown;
}

function notedOf({
  Keys,
  NewImage,
  SequenceNumber,
  ApproximateCreationDateTime,
}: StreamRecord): StreamChange {
  const isSweep = Keys?.['pk']?.S === lastSweepKey.pk;
  return {
    position: required(SequenceNumber, NUMBERED),
    row: `${Keys?.['pk']?.S} ${Keys?.['sk']?.S}`,
    writtenAt: new Date((ApproximateCreationDateTime ?? 0) * 1000),
    sweptAt: isSweep ? NewImage?.['at']?.S : undefined,
  };
}

export async function publishChanges({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const { changes, unreadable } = consequencesOf(Records);
  const rejected = await publishAll(changes);
  // Everything after a rejected event is replayed with it.
  const until = changes.findIndex(({ position }) => position === rejected?.position);
  const reached = until < 0 ? changes : changes.slice(0, until);
  const fault = (await startAll(reached)) ?? rejected ?? unreadable;
  const started = countByKind(changes);
  const noted = Records.map(({ dynamodb = {} }) => notedOf(dynamodb));
  writeLine({
    level: fault ? 'error' : 'info',
    message: 'changes',
    changes: Records.length,
    events: changes.flatMap(({ events }) => events.map(({ id }) => id)),
    ...(Object.keys(started).length > 0 && { started }),
    ...(fault && {
      failedAt: fault.position,
      row: noted.find(({ position }) => position === fault.position)?.row,
      problem: describedError(fault.error),
    }),
  });
  await takeNotes(noted, fault);
  // Report only the first failure, because Lambda retries everything from the lowest failed position.
  return { batchItemFailures: fault ? [{ itemIdentifier: fault.position }] : [] };
}

async function takeNotes(noted: readonly StreamChange[], fault: Fault | undefined): Promise<void> {
  const failed = noted.findIndex(({ position }) => position === fault?.position);
  await noteProgress(failed < 0 ? noted : noted.slice(0, failed));
  const first = noted[failed];
  if (first) await noteFault(first, fault?.error);
}

/** Stops at the first unreadable record, because Lambda retries that record and everything after it. */
function consequencesOf(records: readonly DynamoDBRecord[]): {
  changes: Consequences[];
  unreadable: Fault | undefined;
} {
  const changes: Consequences[] = [];
  for (const { dynamodb = {} } of records) {
    const position = required(dynamodb.SequenceNumber, NUMBERED);
    try {
      changes.push({ position, events: eventsOf(dynamodb), work: workOf(dynamodb, kindsOfWork) });
    } catch (error) {
      return { changes, unreadable: { position, error } };
    }
  }
  return { changes, unreadable: undefined };
}

async function publishAll(changes: readonly Consequences[]): Promise<Fault | undefined> {
  const announced = changes.flatMap(({ position, events }) => events.map((event) => ({ position, event })));
  const rejection = await publish(announced.map(({ event }) => event));
  if (!rejection) return undefined;
  const { position } = required(announced[rejection.index], 'A rejected event is one of these.');
  return { position, error: rejection.error };
}

/** Each kind of work has its own queue, so that a failing one does not delay the others. */
async function startAll(changes: readonly Consequences[]): Promise<Fault | undefined> {
  const started = changes.flatMap(({ position, work }) => (work ? [{ position, ...work }] : []));
  const errors = new Map<WorkKind, unknown>();
  for (const [kind, some] of Map.groupBy(started, (each) => each.kind)) {
    const rows = some.map(({ row }) => row);
    await enqueue(kind, rows, new Date()).catch((error: unknown) => errors.set(kind, error));
  }
  const first = started.find(({ kind }) => errors.has(kind));
  return first && { position: first.position, error: errors.get(first.kind) };
}

function countByKind(changes: readonly Consequences[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { work } of changes) if (work) counts[work.kind.name] = (counts[work.kind.name] ?? 0) + 1;
  return counts;
}
