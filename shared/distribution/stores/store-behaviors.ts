/** How the store of a DSP behaves, as `set-store` sets it. */

/** What the sandbox does with a release. */
const sandboxBehaviors = ['accept', 'confirm', 'reject', 'fail', 'flaky', 'skip'] as const;
export type SandboxBehavior = (typeof sandboxBehaviors)[number];

/** `package` writes packages to the stage's bucket. */
export const storeBehaviors = [...sandboxBehaviors, 'package'] as const;
export type StoreBehavior = (typeof storeBehaviors)[number];

export const DEFAULT_BEHAVIOR: StoreBehavior = 'confirm';
