/** What every store is to the function that delivers: a place to hand a release over. */
import type { Parcel } from './parcel.ts';

/** What happened to one attempt. Reasons are sentences for the owner of the release. */
export type Handover =
  /** The store took it. */
  | { readonly is: 'accepted'; readonly report?: ExpectedStatement }
  /** There was nothing to send. */
  | { readonly is: 'skipped' }
  /** Permanently: another attempt would end the same. */
  | { readonly is: 'rejected'; readonly reason: string }
  /** Worth another attempt. */
  | { readonly is: 'failed'; readonly reason: string };

/** What the store will say of an accepted release later. */
type ExpectedStatement =
  | { readonly afterSeconds: number; readonly outcome: 'completed' }
  | { readonly afterSeconds: number; readonly outcome: 'rejected'; readonly reason: string };

export interface DspStore {
  /**
   * The same parcel can be handed over again after a crash, and by two callers concurrently.
   * @param attempt counts the attempts of the delivery from 1.
   * @throws on faults of the service itself, which say nothing about the store.
   */
  readonly hand: (parcel: Parcel, attempt: number) => Promise<Handover>;
}
