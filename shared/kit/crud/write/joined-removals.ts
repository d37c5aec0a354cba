/** Joins what several rules let go with a record. */
import type { Removal } from './hooks.ts';

/** @returns one removal whose steps are those of all, in their order. */
export const joinedRemovals = (removals: readonly Removal[]): Removal => ({
  also: removals.flatMap(({ also = [] }) => also),
  writes: removals.flatMap(({ writes = [] }) => writes),
  held: removals.flatMap(({ held = [] }) => held),
  steps: {
    async before() {
      for (const { steps } of removals) if (steps?.before && !(await steps.before())) return false;
      return true;
    },
    async after(ending) {
      for (const { steps } of removals) await steps?.after?.(ending);
    },
  },
});
