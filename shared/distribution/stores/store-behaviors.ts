/** The behaviors of a DSP's store that `set-store` can set. */

/** How the sandbox responds to a release. */
const sandboxBehaviors = ['accept', 'confirm', 'reject', 'fail', 'flaky', 'skip'] as const;
export type SandboxBehavior = (typeof sandboxBehaviors)[number];

/** `package` writes packages to the stage's bucket. */
export const storeBehaviors = [...sandboxBehaviors, 'package'] as const;
export type StoreBehavior = (typeof storeBehaviors)[number];

export const DEFAULT_BEHAVIOR: StoreBehavior = 'confirm';
