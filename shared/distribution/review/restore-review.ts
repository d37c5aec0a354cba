/** Starts the review of a pending request that has none: an older version of the service made or took it. Idempotent. */
import { recordOf } from '../../kit/records/rows.ts';
import type { Store } from '../../kit/records/store.ts';
import { failedConditions } from '../../kit/table/commit.ts';
import { equal, rowMissing } from '../../kit/table/expressions.ts';
import type { Item } from '../../kit/table/item.ts';
import { isRecordKey, recordKey } from '../../kit/table/keys.ts';
import { distributionRequests } from '../api/distribution-requests.ts';
import { reviewWork } from './review-work.ts';

export async function restoreReview({ table, now }: Pick<Store, 'table' | 'now'>, item: Item): Promise<void> {
  const { type } = distributionRequests;
  if (!isRecordKey(item, type)) return;
  const { id, ownerId, version, fields } = recordOf(distributionRequests, item);
  if (fields.status !== 'pending') return;
  // Due now. It finds out how long the request has waited.
  const put = reviewWork.first({ requestId: id, ownerId }, now);
  const unchanged = { check: recordKey(type, id), condition: equal('version', version) };
  await failedConditions(table.commit([{ put, condition: rowMissing }, unchanged]));
}
