/** What an attempt is made with. */
import type { Store } from '../../kit/records/store.ts';
import type { Attempt } from '../../kit/work/attempt.ts';
import type { Validation } from './validation-work.ts';

export interface Validating extends Attempt<Validation> {
  readonly api: Store['api'];
  /** How long a request for a part of the file may take. */
  readonly requestTimeoutMs?: number;
}
