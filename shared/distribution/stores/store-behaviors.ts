/** The behaviors of a DSP's store that `set-store` can set. */

/** How the sandbox responds to a release. */
const sandboxBehaviors = ['accept', 'confirm', 'reject', 'fail', 'flaky', 'skip'] as const;
export type SandboxBehavior = (typeof sandboxBehaviors)[number];

/** `package` writes packages to the stage's bucket. */
export const storeBehaviors = [...sandboxBehaviors, 'package'] as const;

/** `sftp` also transfers them to the store. Set by `connect-store`. */
export type StoreBehavior = (typeof storeBehaviors)[number] | 'sftp';

/** @returns the protocol of a store, as operators see it. */
export const protocolOf = (behavior: StoreBehavior): 'sandbox' | 'package' | 'sftp' =>
  behavior === 'package' || behavior === 'sftp' ? behavior : 'sandbox';

export const DEFAULT_BEHAVIOR: StoreBehavior = 'confirm';
