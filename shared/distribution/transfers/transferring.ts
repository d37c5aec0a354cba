/** An attempt to transfer a delivery. */
import type { Store } from '../../kit/records/store.ts';
import type { Attempt } from '../../kit/work/attempt.ts';
import type { TransferWork } from '../work/transfer-work.ts';

export interface Transferring extends Attempt<TransferWork> {
  readonly api: Store['api'];
}
