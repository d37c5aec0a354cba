/** Deliveries that failed and that no later delivery has replaced, for operators. */
import type { Operation } from '../../kit/commands/operation.ts';
import type { WaitingList } from '../../kit/commands/waiting.ts';
import { listPartitions, newestPage } from '../../kit/records/newest-page.ts';
import { deliveries } from '../api/deliveries.ts';
import { deliveryListOf } from '../rules/delivery-lists.ts';
import { shownDeliveries } from './shown-delivery.ts';

/** @returns newest first, without those that are attempted again. */
export async function waitingDeliveries(operation: Operation, limit: number): Promise<WaitingList> {
  const partitions = listPartitions(operation, deliveries, ['failing']);
  const passes = ({ status }: { readonly status?: unknown }) => status !== 'pending';
  const page = await newestPage(operation, deliveries, { partitions, limit, after: undefined, passes });
  // The index can be behind the records.
  const failed = page.records.filter(({ fields }) => deliveryListOf(fields) === 'failing' && passes(fields));
  const shown = await shownDeliveries(operation.table, failed);
  const items = shown.flatMap(({ id, dsp, type, date, reason, resolve }, index) => {
    const fields = failed[index]?.fields;
    if (!fields || resolve === null) return [];
    const about = `${type} of "${fields['album-title']}" to DSP ${dsp}: ${reason ?? 'without a reason'}`;
    return [{ what: 'failed delivery', id, since: fields['report-at'] ?? date, about, resolve }];
  });
  return { items, isWhole: page.after === null };
}
