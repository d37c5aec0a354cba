/** Analytics reports that could not be made. Their owners wait for a file. */
import { organizationsOf } from '../../accounts/organizations-of.ts';
import type { WaitingList } from '../../kit/commands/waiting.ts';
import { listPartitions, newestPage } from '../../kit/records/newest-page.ts';
import type { Store } from '../../kit/records/store.ts';
import { analyticsReports } from '../api/analytics-reports.ts';
import { repeatReport } from '../commands.ts';

/** @returns newest first. */
export async function waitingReports(store: Store, limit: number): Promise<WaitingList> {
  const partitions = listPartitions(store, analyticsReports);
  const page = await newestPage(store, analyticsReports, { partitions, limit, after: undefined });
  // The index can be behind the records.
  const failed = page.records.filter(({ fields }) => fields.status === 'failed');
  const organizations = await organizationsOf(
    store,
    failed.map(({ ownerId }) => ownerId),
  );
  const items = failed.map(({ id, ownerId, fields }) => ({
    what: 'failed analytics report',
    id,
    since: fields['updated-at'],
    about: `${fields.date} at DSP ${fields['dsp-id']} of ${organizations.get(ownerId)?.['organization-name'] ?? `user ${ownerId}`}: ${fields.failure ?? 'the log has the reason'}`,
    resolve: `${repeatReport.name} ${id}`,
  }));
  return { items, isWhole: page.after === null };
}
