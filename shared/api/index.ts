/** The list: everything this service promises. A new resource is a line here, and a key row in shared/table/keys.ts. */
import { keyRows } from '../table/keys.ts';
import { me, signIn, signOut, signOutEverywhere } from './authentication.ts';
import { defineApi } from './define/api.ts';
import { gatewayRoutesOf } from './define/routes.ts';
import { labels } from './labels.ts';
import { users } from './users.ts';
import { webhookEndpoints } from './webhook-endpoints.ts';
import { webhookEvents } from './webhook-events.ts';
import { whiteLabels } from './white-labels.ts';

export const api = defineApi({
  resources: [users, whiteLabels, labels, webhookEndpoints, webhookEvents],
  endpoints: [signIn, me, signOut, signOutEverywhere],
  keys: keyRows,
  reference: {},
});

/** First path segments and the function that serves them: what the gateway needs to know. */
export const gatewayRoutes = gatewayRoutesOf(api);
