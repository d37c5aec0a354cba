/** What a file and its server may take. */
export interface ListeningLimits {
  /** Of the audio. */
  readonly maxSeconds: number;
  readonly maxBytes: number;
  /** From the DNS lookup to the last byte. */
  readonly timeoutMs: number;
  /** How long the server may stay silent. */
  readonly idleTimeoutMs: number;
  /** A server is slow if it sends less than this many bytes a second, of those in which the reader waits. */
  readonly slowAfterMs: number;
  readonly slowBytesPerSecond: number;
  /** With less than this, the reading ends. */
  readonly tooSlowAfterMs: number;
  readonly minBytesPerSecond: number;
}

export const listeningLimits: ListeningLimits = {
  maxSeconds: 3 * 3600,
  // 1 GB is 10^9 bytes.
  maxBytes: 8e9,
  timeoutMs: 225_000,
  idleTimeoutMs: 15_000,
  slowAfterMs: 10_000,
  slowBytesPerSecond: 250_000,
  tooSlowAfterMs: 30_000,
  minBytesPerSecond: 10_000,
};
