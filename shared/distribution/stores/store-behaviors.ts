/** The behaviors of a DSP's store that `set-store` can set. */

/** How the sandbox responds to a release. */
const sandboxBehaviors = ['accept', 'confirm', 'reject', 'fail', 'flaky', 'skip'] as const;
export type SandboxBehavior = (typeof sandboxBehaviors)[number];

/** `package` writes packages to the stage's bucket. */
export const storeBehaviors = [...sandboxBehaviors, 'package'] as const;

/** The protocols by which packages are also transferred to a store. Set by `connect-store`. */
export const storeProtocols = ['sftp', 's3'] as const;
type StoreProtocol = (typeof storeProtocols)[number];

export type StoreBehavior = (typeof storeBehaviors)[number] | StoreProtocol;

export const isConnected = (behavior: StoreBehavior): behavior is StoreProtocol =>
  storeProtocols.some((protocol) => protocol === behavior);

/** Whether a store gets packages with the files of releases. Sandbox stores read none. */
export const getsPackages = (behavior: StoreBehavior): boolean => protocolOf(behavior) !== 'sandbox';

/** @returns the protocol of a store, as operators see it. */
export const protocolOf = (behavior: StoreBehavior): 'sandbox' | 'package' | StoreProtocol =>
  behavior === 'package' || isConnected(behavior) ? behavior : 'sandbox';

export const DEFAULT_BEHAVIOR: StoreBehavior = 'confirm';
