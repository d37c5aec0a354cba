/** Lists the webhook endpoints of an organization page by page. */
import { users } from '../../accounts/api/users.ts';
import { usersOf } from '../../accounts/users-of.ts';
import type { Run } from '../../kit/commands/listed.ts';
import { newestPage, ownerPartitions } from '../../kit/records/newest-page.ts';
import { findRecords } from '../../kit/records/store.ts';
import { webhookEndpoints } from '../api/webhook-endpoints.ts';
import type { listEndpoints } from '../commands.ts';
import { troublesOf } from './endpoint-trouble.ts';
import { shownEndpoint } from './shown-endpoint.ts';

export const run = (async ({ organization, limit, after }, operation) => {
  const partitions = ownerPartitions(webhookEndpoints, await usersOf(operation, organization));
  const page = await newestPage(operation, webhookEndpoints, { partitions, limit, after });
  const owners = await findRecords(
    operation,
    users,
    page.records.map(({ ownerId }) => ownerId),
  );
  const troubles = await troublesOf(operation, page.records);
  const byId = new Map(owners.map(({ id, fields }) => [id, fields]));
  const items = page.records.map((endpoint) => {
    const owner = byId.get(endpoint.ownerId);
    const of = { email: owner?.email ?? null, 'user-disabled': owner?.['is-disabled'] ?? null };
    return { ...shownEndpoint(endpoint), ...troubles.get(endpoint.id), ...of };
  });
  return { items, after: page.after };
}) satisfies Run<typeof listEndpoints>;
