/** Lists the stores of all DSPs with the results of the last deliveries to each. */
import type { Run } from '../../kit/commands/listed.ts';
import type { Operation } from '../../kit/commands/operation.ts';
import type { Entry } from '../../kit/declare/fields.ts';
import { listPartitions } from '../../kit/records/newest-page.ts';
import { entryOf } from '../../kit/records/rows.ts';
import { idAfter } from '../../kit/table/ids.ts';
import { sortableId } from '../../kit/table/keys.ts';
import { dspData } from '../../reference/data/dsps.ts';
import { deliveries } from '../api/deliveries.ts';
import type { listStores } from '../commands.ts';
import { hasFailed } from '../rules/delivery-lists.ts';
import { behaviorsOf } from '../stores/store-row.ts';

const DAY_MS = 86_400_000;
/** In each partition. */
const MAX_COUNTED = 500;

export const run: Run<typeof listStores> = async ({ days }, operation) => {
  const dsps = dspData.rows();
  const since = new Date(operation.now.getTime() - days * DAY_MS);
  const [behaviors, { entries, isWhole }] = await Promise.all([
    behaviorsOf(
      operation.table,
      dsps.map(({ id }) => id),
    ),
    recentEntries(operation, since),
  ]);
  const byDsp = Map.groupBy(entries, ({ fields }) => String(fields['dsp']));
  const stores = dsps.map(({ id, name, family, 'is-active': isActive }, index) => ({
    id,
    name,
    kind: family,
    state: isActive ? 'active' : 'inactive',
    protocol: behaviors[index] === 'package' ? 'package' : 'sandbox',
    behavior: behaviors[index],
    territories: 'those of each request',
    ...countsOf(byDsp.get(id) ?? []),
  }));
  // Otherwise, the newest deliveries were counted, and the numbers are lower bounds.
  return { since: since.toISOString(), stores, 'all-counted': isWhole };
};

async function recentEntries(operation: Operation, since: Date) {
  const range = { from: sortableId(idAfter(since)), newestFirst: true, limit: MAX_COUNTED } as const;
  const partitions = listPartitions(operation, deliveries);
  const read = await Promise.all(
    partitions.map((partition) => operation.table.query({ ...partition, ...range })),
  );
  return {
    entries: read.flat().map((item) => entryOf(deliveries, { item, ownerId: '' })),
    isWhole: read.every(({ length }) => length < MAX_COUNTED),
  };
}

function countsOf(entries: readonly Pick<Entry, 'fields'>[]) {
  const ended = entries.filter(({ fields }) => fields['status'] !== 'pending');
  const failed = ended.filter(({ fields }) => hasFailed(fields)).length;
  return { succeeded: ended.length - failed, failed, pending: entries.length - ended.length };
}
