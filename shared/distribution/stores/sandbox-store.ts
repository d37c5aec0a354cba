/** The built-in store, which sends nothing and can produce every outcome of a delivery. */
import { REJECTED } from '../rules/distribution.ts';
import type { DspStore, Handover } from './dsp-store.ts';
import type { SandboxBehavior } from './store-behaviors.ts';

const FAILURES_OF_FLAKY = 2;

/**
 * @param reportSeconds delay until it confirms or rejects what it accepted.
 * @example sandboxStore('confirm', 3).hand(parcel, 1) // accepted, and reported as completed after 3 seconds
 */
export function sandboxStore(behavior: SandboxBehavior, reportSeconds: number): DspStore {
  return { hand: async (_parcel, attempt) => handovers(reportSeconds, attempt)[behavior] };
}

/** Otherwise, an operator would look for a fault where there is only a setting. */
const asSet = (reason: string): string => `${reason} The sandbox store was set to fail (set-store).`;

const handovers = (afterSeconds: number, attempt: number): Readonly<Record<SandboxBehavior, Handover>> => ({
  accept: { is: 'accepted' },
  confirm: { is: 'accepted', report: { afterSeconds, outcome: 'completed' } },
  reject: {
    is: 'accepted',
    report: { afterSeconds, outcome: 'rejected', reason: REJECTED },
  },
  fail: { is: 'rejected', reason: asSet(REJECTED) },
  flaky:
    attempt > FAILURES_OF_FLAKY
      ? { is: 'accepted' }
      : { is: 'failed', reason: asSet('The store could not be reached.') },
  skip: { is: 'skipped' },
});
