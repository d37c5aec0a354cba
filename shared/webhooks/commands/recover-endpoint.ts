/** Starts the work that makes the failed deliveries to an endpoint pending again. */
import type { Run } from '../../kit/commands/listed.ts';
import { requireRecord } from '../../kit/commands/operation.ts';
import { problem } from '../../kit/values/problems.ts';
import { webhookEndpoints } from '../api/webhook-endpoints.ts';
import type { recoverEndpoint } from '../commands.ts';
import { startRecovery } from '../deliveries/start-recovery.ts';

const ALL = new Date(0).toISOString();

export const run = (async ({ 'endpoint-id': id, since = ALL }, operation) => {
  const { table, now } = operation;
  const endpoint = await requireRecord(operation, webhookEndpoints, id);
  if (!endpoint.fields['is-active'])
    throw problem('webhook-endpoint-disabled', `The webhook endpoint ${id} is disabled.`);
  const recovering = { endpointId: id, since, limit: Number.MAX_SAFE_INTEGER };
  const { resent } = await startRecovery({ table, now }, recovering);
  return { endpoint: id, resent, ...(resent > 0 && { summary: SOON }) };
}) satisfies Run<typeof recoverEndpoint>;

const SOON = 'They are resent within a few minutes.';
