/** Limits for a file and its server. */
export interface ListeningLimits {
  /** The longest audio that is read. */
  readonly maxSeconds: number;
  readonly maxBytes: number;
  /** From the DNS lookup to the last byte. */
  readonly timeoutMs: number;
  /** How long the server may stay silent. */
  readonly idleTimeoutMs: number;
  /** A server is slow if, after this long, it has sent fewer bytes per second. Only waiting counts. */
  readonly slowAfterMs: number;
  readonly slowBytesPerSecond: number;
  /** Reading ends if a server is even slower. */
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
