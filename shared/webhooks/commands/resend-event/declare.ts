import * as v from 'valibot';
import { declareCommand, id, value } from '../../../kit/commands/declare.ts';

const eventId = v.pipe(
  v.string('must be the id of an event'),
  v.regex(/^evt_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'must be the id of an event'),
);

export const resendEvent = declareCommand({
  name: 'resend-event',
  help: 'Delivers an event again to the endpoints whose delivery has ended, immediately and with a new schedule. Receivers get the same event id.',
  arguments: {
    'event-id': value(eventId, { placeholder: 'EVT_ID', help: 'the event', of: 'webhook-events' }),
    endpoint: value(v.optional(id), { placeholder: 'ID', help: 'only to this endpoint' }),
  },
  positional: ['event-id'],
  examples: [
    'resend-event evt_18928215-016b-4ab3-9b54-6ce5baead987',
    'resend-event evt_18928215-016b-4ab3-9b54-6ce5baead987 --endpoint 114877152468992',
  ],
});
