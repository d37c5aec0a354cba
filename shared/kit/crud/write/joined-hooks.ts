/** Joins the hooks of several features for one type. */
import type { Hooks, Removal } from './hooks.ts';

/** @returns the hooks of the features by type. Those of one type run in the order of the features. */
export function joinedHooks(
  features: readonly Readonly<Record<string, Hooks>>[],
): Readonly<Record<string, Hooks>> {
  const byType = Map.groupBy(features.flatMap(Object.entries<Hooks>), ([type]) => type);
  return Object.fromEntries(
    Array.from(byType, ([type, entries]) => [type, joined(entries.map(([, hooks]) => hooks))]),
  );
}

function joined(all: readonly Hooks[]): Hooks {
  const [first, ...others] = all;
  if (first && others.length === 0) return first;
  return {
    async prepare(draft, context) {
      for (const hooks of all) await hooks.prepare?.(draft, context);
    },
    through: Object.assign({}, ...all.map(({ through }) => through)),
    async remove(record, context, going) {
      const removals: Removal[] = [];
      for (const hooks of all) removals.push((await hooks.remove?.(record, context, going)) ?? {});
      return joinedRemovals(removals);
    },
  };
}

const joinedRemovals = (removals: readonly Removal[]): Removal => ({
  also: removals.flatMap(({ also = [] }) => also),
  writes: removals.flatMap(({ writes = [] }) => writes),
  held: removals.flatMap(({ held = [] }) => held),
  problems: removals.flatMap(({ problems = [] }) => problems),
  kept: Object.assign({}, ...removals.map(({ kept }) => kept)),
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
