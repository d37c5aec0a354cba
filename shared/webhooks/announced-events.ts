/** Writing a test event announces it. Later changes of its row announce nothing. */
import type { RecordChange } from '../kit/events/announcements.ts';
import { dataOf, type EventRecord } from './deliveries/event-record.ts';
import { TEST_EVENT, type WebhookEvent } from './events.ts';

export function testEvents({ before, after }: RecordChange<EventRecord>): readonly WebhookEvent[] {
  if (before || after?.fields.type !== TEST_EVENT) return [];
  const { id, ownerId, fields } = after;
  return [{ id, type: TEST_EVENT, createdAt: fields['created-at'], ownerId, data: dataOf(after) }];
}
