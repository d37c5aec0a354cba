/** Disables a webhook endpoint for an operator. */
import type { Run } from '../../kit/commands/listed.ts';
import { requireRecord } from '../../kit/commands/operation.ts';
import { problem } from '../../kit/values/problems.ts';
import { webhookEndpoints } from '../api/webhook-endpoints.ts';
import type { disableEndpointCommand } from '../commands.ts';
import { disableEndpoint } from '../endpoints/endpoint-health.ts';
import { shownEndpoint } from './shown-endpoint.ts';

/** One that is disabled already keeps its time and reason. */
export const run = (async ({ 'endpoint-id': id, reason }, operation) => {
  const { table, now } = operation;
  await requireRecord(operation, webhookEndpoints, id);
  const endpoint = await disableEndpoint(table, { id }, { by: 'operator', at: now.toISOString(), reason });
  if (!endpoint) throw problem('unknown_record', `No webhook-endpoints record has the id ${id}.`);
  return shownEndpoint(endpoint);
}) satisfies Run<typeof disableEndpointCommand>;
