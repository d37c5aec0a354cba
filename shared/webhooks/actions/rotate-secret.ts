/** POST /webhook-endpoints/{id}/rotate-secret: replaces the secret immediately and shows the new one once. */
import { creationStore } from '../../kit/crud/context.ts';
import { loadOwned } from '../../kit/crud/read/load.ts';
import { renderSingle } from '../../kit/crud/read/render.ts';
import type { ActionHandler } from '../../kit/group-handler.ts';
import { readQuery } from '../../kit/jsonapi/query.ts';
import { changeRecord } from '../../kit/records/store.ts';
import { webhookEndpoints } from '../api/webhook-endpoints.ts';
import { newSecret } from '../endpoints/endpoint-secret.ts';

export const rotateSecret: ActionHandler = async (context, id) => {
  const shape = readQuery(context.request.query, webhookEndpoints, 'single');
  await loadOwned(context, webhookEndpoints, id);
  const { secret, sealed } = await newSecret(id, context.now);
  const store = creationStore(context, { type: webhookEndpoints.type, ids: [id], status: 200 });
  const record = await changeRecord(store, { resource: webhookEndpoints, id }, () => ({
    fields: { 'signing-secret': sealed },
  }));
  return renderSingle(context, { record, shape }, { revealed: { 'signing-secret': secret } });
};
