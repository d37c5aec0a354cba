/** The limits of calls to AWS services about another account. */

export interface CallLimits {
  /** How long a service may stay silent. */
  readonly idleTimeoutMs: number;
  /** Aborted when the caller runs out of time. */
  readonly until: AbortSignal;
}

const CONNECTION_MS = 5000;

/** A slow upload is not silent, so that only the socket has a limit. */
export const callHandler = ({ idleTimeoutMs }: CallLimits) => ({
  connectionTimeout: Math.min(CONNECTION_MS, idleTimeoutMs),
  socketTimeout: idleTimeoutMs,
});
