/** What a store reported on a delivery that was sent to it. */
import type { Delivery } from './api/deliveries.ts';

type Reported = Pick<Delivery['fields'], 'report' | 'report-reason' | 'report-at' | 'date'>;

/** @returns null until the store reports. */
export function storeReport(fields: Reported) {
  const { report: outcome, 'report-reason': reason } = fields;
  if (outcome === null) return null;
  // A store that needs nothing reports it during the hand-over.
  const at = outcome === 'skipped' ? fields.date : fields['report-at'];
  return { outcome, reason, at };
}
