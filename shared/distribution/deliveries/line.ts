/** The log line of a delivery step: ids, outcome and times, but never the URL of a file. */
import type { MetricValues } from '../../platform/metrics.ts';
import type { Handover } from '../stores/dsp-store.ts';
import type { Ending } from './delivery-outcome.ts';

export type StoreLine =
  | {
      readonly message: 'store.skipped' /** The album of the delivery was deleted. */;
      readonly outcome: 'gone';
    }
  | {
      readonly message: 'store.attempted';
      /** The handover failed. */
      readonly level?: 'warn';
      readonly deliveryId: string;
      readonly dsp: string;
      /** The first is 1. */
      readonly attempt: number;
      readonly handover: Handover['is'];
      /** Why the store did not accept the delivery. */
      readonly reason?: string;
      /** 'pending': another attempt follows. */
      readonly outcome: Ending['is'] | 'pending';
      /** The delivery is attempted longer than `lateAfterSeconds.delivery`. */
      readonly isLate?: true;
    }
  | {
      readonly message: 'store.reported';
      readonly deliveryId: string;
      readonly report: 'completed' | 'rejected';
    };

export function storeMetrics(line: StoreLine): MetricValues {
  if (line.message !== 'store.attempted') return {};
  const { outcome, isLate } = line;
  if (outcome === 'accepted' || outcome === 'skipped') return { DeliveriesAccepted: 1 };
  return {
    StoreAttemptsFailed: 1,
    ...(outcome === 'failed' && { DeliveriesFailed: 1 }),
    ...(isLate && { DeliveriesRetrying: 1 }),
  };
}
