import * as v from 'valibot';
import { declareCommand, recordId, value } from '../../../kit/commands/declare.ts';
import { moment } from '../../../kit/values/moment.ts';

export const recoverEndpoint = declareCommand({
  name: 'recover-endpoint',
  help: 'Sends all events again whose delivery to an endpoint was given up, immediately and with a new schedule. Receivers get the same event ids.',
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
