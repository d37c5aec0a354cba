/** The objects of an organization in the bucket: snapshots of lists, releases, reports and packages. */
import { distributionRequests } from '../../../distribution/api/distribution-requests.ts';
import { RELEASE_PREFIX } from '../../../distribution/keys.ts';
import { folderOf } from '../../../kit/lists/snapshot.ts';
import type { KeyRow } from '../../../kit/table/keys.ts';
import type { Bucket } from '../../../platform/bucket/bucket.ts';
import { analyticsReports } from '../../../usage/api/analytics-reports.ts';
import { reportFile } from '../../../usage/reports/report-file.ts';
import { api } from '../../api.ts';
import { type Belongings, OWNER, PACKAGE } from './belongings.ts';

/** @returns what the keys of their objects begin with. */
export const objectsOf = (belongings: Belongings): string[] => [
  ...belongings.of(OWNER).flatMap((ownerId) => listTypes.map((type) => `${folderOf({ type, ownerId })}/`)),
  ...belongings.of(distributionRequests.type).map((id) => `${RELEASE_PREFIX}${id}/`),
  ...belongings.of(analyticsReports.type).map(reportFile),
  ...belongings.of(PACKAGE).map((id) => `${id}/`),
];

const listTypes = Object.entries<KeyRow>(api.keys).flatMap(([type, { journaled }]) =>
  journaled ? [type] : [],
);

/** @returns how many were deleted. */
export async function deleteObjects(bucket: Bucket, prefix: string): Promise<number> {
  let deleted = 0;
  for await (const { key } of bucket.list(prefix)) {
    await bucket.delete(key);
    deleted += 1;
  }
  return deleted;
}
