/** Lists organizations page by page. */
import { commandRun } from '../../../kit/commands/command-run.ts';
import { listPlaces, newestPage } from '../../../kit/records/newest-page.ts';
import { whiteLabels } from '../../api/white-labels.ts';
import { listOrganizations } from './declare.ts';

export const run = commandRun(listOrganizations, async ({ limit, after }, operation) => {
  const places = listPlaces(operation, whiteLabels);
  const page = await newestPage(operation, whiteLabels, { places, limit, after });
  const items = page.records.map(({ id, fields }) => ({
    id,
    name: fields.name,
    'created-at': fields['created-at'],
  }));
  return { items, after: page.after };
});
