/** Finds undecided requests of all organizations, oldest first. */
import { listPartitions } from '../../kit/records/newest-page.ts';
import { entryOf } from '../../kit/records/rows.ts';
import type { Store } from '../../kit/records/store.ts';
import { readable } from '../../kit/table/damaged-rows.ts';
import { sortableId } from '../../kit/table/keys.ts';
import { distributionRequests } from '../api/distribution-requests.ts';
import type { RequestStatus } from '../rules/distribution.ts';

/** The most requests that are read of each partition. Others are found once these are decided. */
const MAX_OPEN = 500;

/** @returns isWhole false if there are more. */
export async function openRequestIds(
  store: Pick<Store, 'api' | 'table'>,
  status: RequestStatus,
): Promise<{ ids: readonly string[]; isWhole: boolean }> {
  const partitions = listPartitions(store, distributionRequests, [status]);
  const read = await Promise.all(
    partitions.map((partition) => store.table.query({ ...partition, limit: MAX_OPEN })),
  );
  const entries = readable(store.table, read.flat(), (item) =>
    entryOf(distributionRequests, { item, ownerId: '' }),
  );
  const ids = entries.map(({ id }) => id);
  return {
    ids: ids.toSorted((left, right) => (sortableId(left) < sortableId(right) ? -1 : 1)),
    isWhole: read.every(({ length }) => length < MAX_OPEN),
  };
}
