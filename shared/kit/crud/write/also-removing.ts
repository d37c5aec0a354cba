/** Lets a higher feature remove its own rows together with a record of a lower one. */
import type { Hooks, Removal } from './hooks.ts';

/**
 * @param remove what else changes when a record goes, after what its hooks say.
 * @example alsoRemoving(trackHooks, removeMatches)
 */
export const alsoRemoving = (hooks: Hooks, remove: NonNullable<Hooks['remove']>): Hooks => ({
  ...hooks,
  async remove(record, context) {
    return joined([(await hooks.remove?.(record, context)) ?? {}, await remove(record, context)]);
  },
});

/** @returns one removal whose steps are those of all, in their order. */
const joined = (removals: readonly Removal[]): Removal => ({
  also: removals.flatMap(({ also = [] }) => also),
  writes: removals.flatMap(({ writes = [] }) => writes),
  held: removals.flatMap(({ held = [] }) => held),
  kept: Object.assign({}, ...removals.map(({ kept = {} }) => kept)),
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
