/** Shows an organization: its users, what they may do, and their webhook endpoints. */
import { users } from '../../accounts/api/users.ts';
import { whiteLabels } from '../../accounts/api/white-labels.ts';
import { accessKey } from '../../accounts/keys.ts';
import { usersOf } from '../../accounts/users-of.ts';
import type { Run } from '../../kit/commands/listed.ts';
import { type Operation, requireRecord } from '../../kit/commands/operation.ts';
import { newestPage, ownerPartitions } from '../../kit/records/newest-page.ts';
import { findInOrder, type Store } from '../../kit/records/store.ts';
import { webhookEndpoints } from '../../webhooks/api/webhook-endpoints.ts';
import { shownEndpoint } from '../../webhooks/commands/shown-endpoint.ts';
import type { showOrganization } from '../commands.ts';

export const run = (async ({ id }, operation) => {
  // First, because it says that there is no organization. The type has another name.
  const ids = await usersOf(operation, id);
  const organization = await requireRecord(operation, whiteLabels, id);
  const [found, rows, endpoints] = await Promise.all([
    findInOrder(operation, users, ids),
    operation.table.getMany(ids.map(accessKey), true),
    endpointsOf(operation, ids),
  ]);
  const access = new Map(rows.map((row) => [row['pk'], row]));
  return {
    id,
    name: organization.fields.name,
    'created-at': organization.fields['created-at'],
    'read-only-since': organization.fields['read-only-since'],
    users: found.map(({ id: userId, fields }) => ({
      id: userId,
      email: fields.email,
      name: [fields.name, fields.lastname].join(' ').trim(),
      role: fields.role,
      disabled: fields['is-disabled'],
      capabilities: access.get(accessKey(userId).pk)?.['capabilities'] ?? [],
      dsps: fields.dsps,
    })),
    endpoints,
  };
}) satisfies Run<typeof showOrganization>;

/** A user has at most five. */
const MAX_ENDPOINTS = 200;

async function endpointsOf(store: Pick<Operation, 'table'> & Store, ids: readonly string[]) {
  const partitions = ownerPartitions(webhookEndpoints, ids);
  const { records } = await newestPage(store, webhookEndpoints, {
    partitions,
    limit: MAX_ENDPOINTS,
    after: undefined,
  });
  return records.map(shownEndpoint);
}
