/** The interface of every store, which takes releases. */
import type { Parcel } from '../../ern/write/parcel.ts';

/** The result of one attempt. Reasons are sentences for the owner of the release. */
export type Handover =
  /** The store accepted the parcel. */
  | { readonly is: 'accepted'; readonly report?: ExpectedStatement }
  /** The package is complete in the stage's bucket, and has to be transferred to the store. */
  | { readonly is: 'packed' }
  /** There was nothing to send. */
  | { readonly is: 'skipped' }
  /** Permanent: the store does not want the release, and another attempt would have the same result. */
  | { readonly is: 'rejected'; readonly reason: string }
  /** Permanent: the release lacks something that the store needs, or must not be sent any more. */
  | { readonly is: 'impossible'; readonly reason: string }
  /** Temporary: worth another attempt. */
  | { readonly is: 'failed'; readonly reason: string };

/** The report that the store will make on an accepted release. */
type ExpectedStatement =
  | { readonly afterSeconds: number; readonly outcome: 'completed' }
  | { readonly afterSeconds: number; readonly outcome: 'rejected'; readonly reason: string };

export interface DspStore {
  /**
   * Idempotent: the same parcel can be handed over again after a crash, or concurrently.
   * @param attempt number of the attempt, from 1.
   * @throws only on faults of the service itself, which say nothing about the store.
   */
  readonly hand: (parcel: Parcel, attempt: number) => Promise<Handover>;
}
