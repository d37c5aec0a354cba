/** Where a session signs in, and the limits of the session. */
import type { LookupHost } from '../../../platform/egress/lookup-host.ts';

export interface SftpTarget {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly signIn: { readonly key: string } | { readonly password: string };
  /** Fingerprints as OpenSSH writes them: SHA256:... */
  readonly hostKeys: readonly string[];
}

export interface SessionLimits {
  /** Reserved ranges that the stage allows. */
  readonly allowedCidrs: readonly string[];
  readonly lookup?: LookupHost;
  /** How long the store may stay silent while something is expected of it. */
  readonly idleTimeoutMs: number;
  /** Aborted when the caller runs out of time. The session then ends. */
  readonly until: AbortSignal;
}
