/** What a file and its server may take. */
export interface ListeningLimits {
  /** Of the audio. */
  readonly maxSeconds: number;
  readonly maxBytes: number;
  /** From the DNS lookup to the last byte. */
  readonly timeoutMs: number;
  /** How long the server may stay silent. */
  readonly idleTimeoutMs: number;
}

export const listeningLimits: ListeningLimits = {
  maxSeconds: 3 * 3600,
  // 1 GB is 10^9 bytes.
  maxBytes: 8e9,
  timeoutMs: 225_000,
  idleTimeoutMs: 15_000,
};
