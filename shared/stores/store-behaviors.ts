/** How the store of a DSP behaves, as `set-store` sets it. */

export const storeBehaviors = ['accept', 'confirm', 'reject', 'fail', 'flaky', 'skip'] as const;
export type StoreBehavior = (typeof storeBehaviors)[number];

export const DEFAULT_BEHAVIOR: StoreBehavior = 'confirm';
