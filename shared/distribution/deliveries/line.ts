/** What the log line of a delivery step says: ids, outcome and times, never the URL of a file. */
import type { NotDone } from '../../kit/work/hold.ts';
import type { Handover } from '../stores/dsp-store.ts';
import type { Ending } from './delivery-outcome.ts';

export type StoreLine =
  | {
      readonly message: 'store.skipped' /** 'gone': the delivery is not pending, or its album was deleted. */;
      readonly outcome: NotDone | 'gone';
    }
  | {
      readonly message: 'store.attempted';
      readonly deliveryId: string;
      readonly dsp: string;
      /** The first is 1. */
      readonly attempt: number;
      readonly handover: Handover['is'];
      /** Why the store did not take it. */
      readonly reason?: string;
      /** 'pending': another try follows. 'overtaken': the claim had expired. */
      readonly outcome: Ending['is'] | 'pending' | 'overtaken';
    }
  | {
      readonly message: 'store.reported';
      readonly deliveryId: string;
      readonly report: 'completed' | 'rejected';
    };
