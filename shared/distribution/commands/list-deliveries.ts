/** Lists deliveries page by page. */
import { organizationsOf } from '../../accounts/organizations-of.ts';
import type { Run } from '../../kit/commands/listed.ts';
import { listPartitions, newestPage } from '../../kit/records/newest-page.ts';
import { deliveries } from '../api/deliveries.ts';
import type { listDeliveries } from '../commands.ts';
import { deliveryListOf } from '../rules/delivery-lists.ts';
import { shownDeliveries } from './shown-delivery.ts';

export const run = (async ({ failing, limit, after }, operation) => {
  const partitions = listPartitions(operation, deliveries, failing ? ['failing'] : undefined);
  const page = await newestPage(operation, deliveries, { partitions, limit, after });
  // The index can be behind the records.
  const records = page.records.filter(({ fields }) => !failing || deliveryListOf(fields) === 'failing');
  const [shown, organizations] = await Promise.all([
    shownDeliveries(operation.table, records),
    organizationsOf(
      operation,
      records.map(({ ownerId }) => ownerId),
    ),
  ]);
  const items = records.map(({ ownerId, fields }, index) => ({
    ...shown[index],
    album: fields.album,
    title: fields['album-title'],
    request: fields['distribution-request'],
    ...organizations.get(ownerId),
  }));
  return { items, after: page.after };
}) satisfies Run<typeof listDeliveries>;
