/** The dependencies of an attempt. */
import type { Store } from '../../kit/records/store.ts';
import type { Attempt } from '../../kit/work/attempt.ts';
import type { Validation } from './validation-work.ts';

export interface Validating extends Attempt<Validation> {
  readonly api: Store['api'];
  /** Time limit of one request. */
  readonly requestTimeoutMs?: number;
}
