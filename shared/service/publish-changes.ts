/** Table stream -> bus and work queues: publishes events of committed changes and starts due work. */
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent, StreamRecord } from 'aws-lambda';
import type { DomainEvent } from '../kit/events/event.ts';
import { publish } from '../kit/events/publish.ts';
import { CAUSE_ATTRIBUTE, WORK_CAUSE } from '../kit/table/causes.ts';
import { UnreadableRow } from '../kit/table/unreadable-row.ts';
import { required } from '../kit/values/required.ts';
import { lastSweepKey } from '../kit/work/due.ts';
import { enqueue, type WorkKind } from '../kit/work/kind.ts';
import { type StartedWork, workOf } from '../kit/work/work-of.ts';
import { describedError, writeLine } from '../platform/log.ts';
import { eventsOf } from './events.ts';
import { kindsOfWork } from './kinds-of-work.ts';
import { eventsOfMended } from './mended-events.ts';
import { type SetAside, setAside } from './set-aside.ts';
import { noteFault, noteProgress, noteSetAside, type StreamChange } from './stream-notes.ts';

const NUMBERED = 'Every change in a stream has a sequence number.';

/** The consequences of one change. */
interface Consequences {
  /** Sequence number in the stream. */
  readonly position: string;
  readonly events: readonly DomainEvent[];
  readonly work: StartedWork | undefined;
  /** The old image could not be read. */
  readonly mended?: string;
  /** Nothing can be published. */
  readonly setAside?: SetAside;
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
  const { changes, faulty } = consequencesOf(Records);
  const rejected = await publishAll(changes);
  // Everything after a rejected event is replayed with it.
  const published = before(changes, rejected);
  const unstarted = await startAll(published);
  const unkept = await setAsideAll(before(published, unstarted));
  const fault = unkept ?? unstarted ?? rejected ?? faulty;
  const noted = Records.map(({ dynamodb = {} }) => notedOf(dynamodb));
  const aside = before(changes, fault).flatMap((each) => each.setAside ?? []);
  writeLine({
    ...logged(changes, aside),
    changes: Records.length,
    ...(fault && {
      level: 'error',
      failedAt: fault.position,
      row: noted.find(({ position }) => position === fault.position)?.row,
      problem: describedError(fault.error),
    }),
  });
  await takeNotes(noted, fault);
  await noteSetAside(aside);
  // Report only the first failure, because Lambda retries everything from the lowest failed position.
  return { batchItemFailures: fault ? [{ itemIdentifier: fault.position }] : [] };
}

function logged(changes: readonly Consequences[], aside: readonly SetAside[]) {
  const started = countByKind(changes);
  const mended = changes.flatMap((each) => each.mended ?? []);
  const named = ({ change: { position, row }, error }: SetAside) => ({
    position,
    row,
    problem: error.message,
  });
  return {
    level: aside.length > 0 ? ('error' as const) : mended.length > 0 ? ('warn' as const) : ('info' as const),
    message: 'changes',
    events: changes.flatMap(({ events }) => events.map(({ id }) => id)),
    ...(Object.keys(started).length > 0 && { started }),
    ...(mended.length > 0 && { mended }),
    ...(aside.length > 0 && { setAside: aside.map(named) }),
  };
}

function before(changes: readonly Consequences[], fault: Fault | undefined): readonly Consequences[] {
  const until = changes.findIndex(({ position }) => position === fault?.position);
  return until < 0 ? changes : changes.slice(0, until);
}

/** One at a time, because a letter can be as large as a batch may be. @returns the first that could not be set aside. */
async function setAsideAll(changes: readonly Consequences[]): Promise<Fault | undefined> {
  for (const { position, setAside: unreadable } of changes) {
    try {
      if (unreadable) await setAside(unreadable);
    } catch (error) {
      return { position, error };
    }
  }
  return undefined;
}

async function takeNotes(noted: readonly StreamChange[], fault: Fault | undefined): Promise<void> {
  const failed = noted.findIndex(({ position }) => position === fault?.position);
  await noteProgress(failed < 0 ? noted : noted.slice(0, failed));
  const first = noted[failed];
  if (first) await noteFault(first, fault?.error);
}

/** Stops at the first record that may succeed later, because Lambda retries that record and everything after it. */
function consequencesOf(records: readonly DynamoDBRecord[]): {
  changes: Consequences[];
  faulty: Fault | undefined;
} {
  const changes: Consequences[] = [];
  for (const { dynamodb = {} } of records) {
    const position = required(dynamodb.SequenceNumber, NUMBERED);
    try {
      changes.push({ position, ...consequenceOf(dynamodb) });
    } catch (error) {
      return { changes, faulty: { position, error } };
    }
  }
  return { changes, faulty: undefined };
}

/** @throws Error unless an image cannot be read. */
function consequenceOf(record: StreamRecord): Omit<Consequences, 'position'> {
  try {
    return { events: eventsOf(record), work: workOf(record, kindsOfWork) };
  } catch (error) {
    if (!(error instanceof UnreadableRow)) throw error;
    const events = eventsDespite(record);
    if (events) return { events, work: undefined, mended: error.message };
    return { events: [], work: undefined, setAside: { change: notedOf(record), images: record, error } };
  }
}

/** @returns undefined if nothing is known about the change. Work that cannot be read is left to the sweep. */
function eventsDespite(record: StreamRecord): readonly DomainEvent[] | undefined {
  if (record.NewImage?.[CAUSE_ATTRIBUTE]?.S === WORK_CAUSE) return undefined;
  try {
    return eventsOfMended(record);
  } catch (error) {
    if (error instanceof UnreadableRow) return undefined;
    throw error;
  }
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
