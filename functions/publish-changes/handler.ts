/** Table stream -> bus: publishes the events of each committed change, in order. */
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import type { DomainEvent } from '../../shared/events/event.ts';
import { eventsOf } from '../../shared/events/events-of.ts';
import { publish } from '../../shared/events/publish.ts';
import { describedError, writeLine } from '../../shared/log.ts';

interface Announcement {
  readonly position: string;
  readonly event: DomainEvent;
}

interface Fault {
  /** Sequence number in the stream. */
  readonly position: string;
  readonly error: unknown;
}

export async function handler({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const { announcements, unreadable } = announcementsOf(Records);
  const refusal = await publish(announcements.map(({ event }) => event));
  const refused = refusal && { error: refusal.error, position: announcements[refusal.index]?.position ?? '' };
  const fault = refused ?? unreadable;
  writeLine({
    level: fault ? 'error' : 'info',
    message: 'changes',
    changes: Records.length,
    events: announcements.map(({ event }) => event.id),
    ...(fault && { failedAt: fault.position, problem: describedError(fault.error) }),
  });
  // Report only the first failure: Lambda retries everything from the lowest failed position anyway.
  return { batchItemFailures: fault ? [{ itemIdentifier: fault.position }] : [] };
}

/** Stops at the first unreadable record: Lambda retries it and everything after it. */
function announcementsOf(records: readonly DynamoDBRecord[]): {
  announcements: Announcement[];
  unreadable: Fault | undefined;
} {
  const announcements: Announcement[] = [];
  for (const { dynamodb = {} } of records) {
    const position = dynamodb.SequenceNumber ?? '';
    try {
      for (const event of eventsOf(dynamodb)) announcements.push({ position, event });
    } catch (error) {
      return { announcements, unreadable: { position, error } };
    }
  }
  return { announcements, unreadable: undefined };
}
