/** Operators' commands about webhooks, as data. What each does is in `commands/`. */
import * as v from 'valibot';
import { deadLetterModes, id, paging, recordId, value } from '../kit/commands/arguments.ts';
import { declareCommand } from '../kit/commands/declare.ts';
import { text } from '../kit/declare/attribute.ts';
import { moment } from '../kit/values/moment.ts';

const eventId = v.pipe(
  v.string('must be the id of an event'),
  v.regex(/^evt_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'must be the id of an event'),
);

export const resendEvent = declareCommand({
  name: 'resend-event',
  help:
    'Resends an event to the endpoints whose delivery has finished, immediately and with a new ' +
    'schedule. Receivers get the same event id.',
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

export const recoverEndpoint = declareCommand({
  name: 'recover-endpoint',
  help:
    'Resends every event whose delivery to an endpoint was given up, immediately and with a new ' +
    'schedule. Receivers get the same event ids.',
  arguments: {
    'endpoint-id': recordId('webhook-endpoints', 'the endpoint'),
    since: value(v.optional(moment), {
      placeholder: 'TIME',
      help: 'only those given up since then; by default, all that are still listed',
    }),
  },
  positional: ['endpoint-id'],
  examples: [
    'recover-endpoint 114877152468992',
    'recover-endpoint 114877152468992 --since 2026-11-20T12:00:00Z',
  ],
});

export const listEndpoints = declareCommand({
  name: 'list-endpoints',
  help:
    'Lists the webhook endpoints of an organization, newest first, with the reason why any are disabled. Addresses ' +
    'are shown without their query, which can contain a secret.',
  isRecorded: false,
  arguments: { organization: recordId('white-labels', 'the organization'), ...paging },
  positional: ['organization'],
  examples: ['list-endpoints 114876805523200', 'list-endpoints 114876805523200 --limit 10'],
});

export const disableEndpointCommand = declareCommand({
  name: 'disable-endpoint',
  help:
    'Disables a webhook endpoint, so that nothing more is sent to it. Its owner sees the reason and can enable it ' +
    'again. To prevent that, disable the user.',
  arguments: {
    'endpoint-id': recordId('webhook-endpoints', 'the endpoint'),
    reason: value(text(1, 255), { placeholder: 'TEXT', help: 'why, which its owner sees' }),
  },
  positional: ['endpoint-id'],
  examples: ['disable-endpoint 114877152468992 --reason "Its server belongs to somebody else now."'],
});

export const redriveWebhooks = declareCommand({
  name: 'redrive-webhooks',
  help: 'Moves webhook messages that could not be processed from the dead-letter queue back to the queue.',
  arguments: deadLetterModes,
  examples: [
    'redrive-webhooks --look',
    'redrive-webhooks',
    'redrive-webhooks --id 5fea7756-0ea4-451a-a703-a558b933e274',
  ],
});
