/** For whom, and within which limits, the stage signs in to a store. */
export interface SignedIn {
  readonly dspId: string;
  readonly now: Date;
  /** Aborted when the caller runs out of time. */
  readonly until: AbortSignal;
  /** How long the store may stay silent. */
  readonly idleTimeoutMs: number;
}
