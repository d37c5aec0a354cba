/** Lists distribution requests page by page. */

import { organizationsOf } from '../../accounts/organizations-of.ts';
import { usersOf } from '../../accounts/users-of.ts';
import { albums } from '../../catalogue/api/albums.ts';
import type { ArgumentsOf, Run } from '../../kit/commands/listed.ts';
import type { Operation } from '../../kit/commands/operation.ts';
import {
  type IndexPartition,
  listPartitions,
  newestPage,
  ownerPartitions,
} from '../../kit/records/newest-page.ts';
import { findRecords } from '../../kit/records/store.ts';
import { distributionRequests } from '../api/distribution-requests.ts';
import type { listRequests } from '../commands.ts';
import { openStatesByRequest } from '../review/open-states.ts';

export const run = (async (given, operation) => {
  const { status, limit, after } = given;
  const hasStatus = (fields: { readonly status?: unknown }) =>
    status === undefined || fields.status === status;
  const partitions = await partitionsOf(given, operation);
  const page = await newestPage(operation, distributionRequests, {
    partitions,
    limit,
    after,
    passes: hasStatus,
  });
  // The index can be behind the records.
  const records = page.records.filter(({ fields }) => hasStatus(fields));
  const [titled, organizations, states] = await Promise.all([
    findRecords(
      operation,
      albums,
      records.flatMap(({ fields }) => fields.album ?? []),
    ),
    organizationsOf(
      operation,
      records.map(({ ownerId }) => ownerId),
    ),
    openStatesByRequest(operation, records),
  ]);
  const titles = new Map<string | null, string>(titled.map((album) => [album.id, album.fields.title]));
  const items = records.map(({ id, ownerId, fields }) => ({
    id,
    type: fields['request-type'],
    status: fields.status,
    // Why an undecided request may wait: whether its sound or its videos hold it.
    review: states.get(id) ?? null,
    'created-at': fields['created-at'],
    'updated-at': fields['updated-at'],
    album: fields.album,
    title: titles.get(fields.album) ?? null,
    ...organizations.get(ownerId),
    user: ownerId,
  }));
  return { items, after: page.after };
}) satisfies Run<typeof listRequests>;

async function partitionsOf(
  { status, organization }: ArgumentsOf<typeof listRequests>,
  operation: Operation,
): Promise<IndexPartition[]> {
  if (organization !== undefined)
    return ownerPartitions(distributionRequests, await usersOf(operation, organization));
  return listPartitions(operation, distributionRequests, status && [status]);
}
