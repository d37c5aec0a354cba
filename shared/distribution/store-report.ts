/** Records what a store says of a delivery after it was sent: once, whoever says it first. */

import type { Stored } from '../api/define/fields.ts';
import { deliveries } from '../api/deliveries.ts';
import { problem } from '../domain/problems.ts';
import { changeRecord, type Store } from '../records/store.ts';
import type { Write } from '../table/write.ts';

export interface Report {
  readonly outcome: 'completed' | 'rejected';
  readonly reason: string | null;
}

/**
 * The same report twice changes nothing.
 * @param writes of the same transaction.
 * @throws delivery_not_sent when the delivery is not with the store; delivery_reported when it was reported otherwise.
 */
export const recordReport = (
  store: Store,
  id: string,
  { outcome, reason }: Report,
  writes: readonly Write[] = [],
): Promise<Stored<typeof deliveries>> =>
  changeRecord(store, { resource: deliveries, id }, ({ fields }) => {
    if (fields.status !== 'sent')
      throw problem('delivery_not_sent', `The delivery has the status ${fields.status}: no store has it.`);
    if (fields.report === outcome) return undefined;
    if (fields.report !== null)
      throw problem('delivery_reported', `The store has reported ${fields.report} already.`);
    return { fields: { report: outcome, 'report-reason': reason }, writes };
  });
