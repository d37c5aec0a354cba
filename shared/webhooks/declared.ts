/** All resources of webhooks. A new resource needs a line here and a key row in keys.ts. */
import { defineApi } from '../kit/declare/api.ts';
import { webhookEndpoints } from './api/webhook-endpoints.ts';
import { webhookEvents } from './api/webhook-events.ts';
import { webhookKeyRows } from './keys.ts';

export const webhooksDeclared = defineApi({
  resources: [webhookEndpoints, webhookEvents],
  keys: webhookKeyRows,
});
