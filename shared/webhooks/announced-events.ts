/** Writing a test event announces it. Later changes of its row announce nothing. */
import { announces } from '../kit/events/announcements.ts';
import { webhookEvents } from './api/webhook-events.ts';
import { dataOf } from './deliveries/event-record.ts';
import { TEST_EVENT } from './events.ts';

export const testEvents = announces(webhookEvents, ({ before, after }) => {
  if (before || after?.fields.type !== TEST_EVENT) return [];
  const { id, ownerId, fields } = after;
  return [{ id, type: TEST_EVENT, createdAt: fields['created-at'], ownerId, data: dataOf(after) }];
});
