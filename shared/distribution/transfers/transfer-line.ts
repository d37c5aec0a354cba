/** The log line of an attempt to transfer a delivery. */
import type { MetricValues } from '../../platform/metrics.ts';
import type { Ending } from '../deliveries/delivery-outcome.ts';
import type { StoreFault } from '../stores/connected/store-failure.ts';

export interface TransferLine {
  readonly message: 'store.transferred';
  readonly level?: 'warn';
  readonly deliveryId: string;
  readonly dsp: string;
  /** The first is 1. Attempts that ran out of time and continue have the same number. */
  readonly attempt: number;
  /** 'pending': another attempt follows. */
  readonly outcome: Ending['is'] | 'pending' | 'unfinished';
  readonly bytes?: number;
  readonly fault?: StoreFault | 'not_connected';
  readonly reason?: string;
  /** The delivery is attempted longer than `lateAfterSeconds.delivery`. */
  readonly isLate?: true;
  /** Contacts with the store, or those that write, fail as long. */
  readonly isUnreachable?: true;
}

export function transferMetrics({ outcome, isLate, isUnreachable }: TransferLine): MetricValues {
  if (outcome === 'unfinished') return {};
  if (outcome === 'accepted' || outcome === 'skipped') return { DeliveriesAccepted: 1 };
  return {
    StoreAttemptsFailed: 1,
    ...(outcome === 'failed' && { DeliveriesFailed: 1 }),
    ...(isLate && { DeliveriesRetrying: 1 }),
    ...(isUnreachable && { StoresUnreachable: 1 }),
  };
}
