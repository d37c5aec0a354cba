/** Webhook endpoints of users who are disabled. */
import type { Table } from '../../kit/table/table.ts';
import { endpointIdsOf } from './endpoint.ts';
import { disableEndpoint } from './endpoint-health.ts';

interface Disabling {
  readonly table: Table;
  readonly now: Date;
}

/**
 * Disables all endpoints of a user. Can be repeated. The sender reads the user as well, so that nothing is sent
 * even if this is interrupted, or the index does not have an endpoint yet.
 */
export async function disableEndpointsOf({ table, now }: Disabling, userId: string): Promise<void> {
  const ids = await endpointIdsOf(table, userId);
  const disabling = { by: 'user', at: now.toISOString() } as const;
  await Promise.all(ids.map((id) => disableEndpoint(table, { id }, disabling)));
}
