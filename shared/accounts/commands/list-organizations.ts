/** Lists organizations page by page. */
import type { Run } from '../../kit/commands/listed.ts';
import { listPartitions, newestPage } from '../../kit/records/newest-page.ts';
import { whiteLabels } from '../api/white-labels.ts';
import type { listOrganizations } from '../commands.ts';

export const run = (async ({ limit, after }, operation) => {
  const partitions = listPartitions(operation, whiteLabels);
  const page = await newestPage(operation, whiteLabels, { partitions, limit, after });
  const items = page.records.map(({ id, fields }) => ({
    id,
    name: fields.name,
    'created-at': fields['created-at'],
  }));
  return { items, after: page.after };
}) satisfies Run<typeof listOrganizations>;
