/** POST /webhook-endpoints/{id}/recover: sends all events again whose delivery was given up. */
import { loadOwned } from '../../kit/crud/read/load.ts';
import { readActionBody } from '../../kit/crud/write/read-action-body.ts';
import type { ActionHandler } from '../../kit/group-handler.ts';
import { readQuery } from '../../kit/jsonapi/query.ts';
import { jsonapi } from '../../kit/jsonapi/types.ts';
import { problem } from '../../kit/values/problems.ts';
import { webhookEndpoints } from '../api/webhook-endpoints.ts';
import { MAX_RECOVERED, startRecovery } from '../deliveries/start-recovery.ts';

export const recoverEvents: ActionHandler = async (context, id) => {
  readQuery(context.request.query, webhookEndpoints, 'none');
  const endpoint = await loadOwned(context, webhookEndpoints, id);
  const { body } = webhookEndpoints.actions.recover;
  const { since } = readActionBody(context, webhookEndpoints, { id, body });
  if (!endpoint.fields['is-active'])
    throw problem('webhook-endpoint-disabled', 'This endpoint is disabled. Set is-active to true first.');
  const { table, now } = context;
  const meta = await startRecovery({ table, now }, { endpointId: id, since, limit: MAX_RECOVERED });
  return { status: 202, document: { jsonapi, meta } };
};
