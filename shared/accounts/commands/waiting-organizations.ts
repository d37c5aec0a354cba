/** Organizations that operators have made read-only, and must make writable again. */
import type { WaitingList } from '../../kit/commands/waiting.ts';
import { listPartitions, newestPage } from '../../kit/records/newest-page.ts';
import type { Store } from '../../kit/records/store.ts';
import { whiteLabels } from '../api/white-labels.ts';
import { setReadOnly } from '../commands.ts';
import { READ_ONLY } from '../keys.ts';

/** @returns newest first. */
export async function waitingOrganizations(store: Store, limit: number): Promise<WaitingList> {
  const partitions = listPartitions(store, whiteLabels, [READ_ONLY]);
  const page = await newestPage(store, whiteLabels, { partitions, limit, after: undefined });
  const items = page.records.flatMap(({ id, fields }) =>
    // The index can be behind the records.
    fields['read-only-since'] === null
      ? []
      : [
          {
            what: 'read-only organization',
            id,
            since: fields['read-only-since'],
            about: `${fields.name} is being moved`,
            resolve: `docs/guides/backups.md#moving-an-organization-to-another-stage, or ${setReadOnly.name} ${id} --end`,
          },
        ],
  );
  return { items, isWhole: page.after === null };
}
