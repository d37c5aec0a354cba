/**
 * The declarations of a feature, and what is special about its types. A function that only links to them lists
 * declared.ts, one that shows their records shown.ts, and one that writes them written.ts.
 */
import { type Api, combine } from '../declare/api.ts';
import type { Definitions } from '../declare/definitions.ts';
import type { RecordSource } from '../declare/record-source.ts';
import type { View } from '../declare/view.ts';
import type { Hooks } from './write/hooks.ts';

export interface Feature extends Api {
  /** Records of platform-owned types, by type. */
  readonly reference?: Definitions['reference'];
  /** Views by type. */
  readonly views?: Readonly<Record<string, View>>;
  /** Sources by type, for records without separate rows. */
  readonly sources?: Readonly<Record<string, RecordSource>>;
  /** Hooks by type, also for types of other features. */
  readonly hooks?: Readonly<Record<string, Hooks>>;
}

export const partsOf = (features: readonly Feature[]): Omit<Definitions, 'problems'> => ({
  ...combine(features),
  reference: Object.assign({}, ...features.map(({ reference }) => reference)),
  views: Object.assign({}, ...features.map(({ views }) => views)),
  sources: Object.assign({}, ...features.map(({ sources }) => sources)),
});

/** @returns the hooks of the features by type. Those of one type run in the order of the features. */
export function hooksIn(
  features: readonly Pick<Feature, 'hooks'>[],
): Readonly<Record<string, readonly Hooks[]>> {
  const all = features.flatMap(({ hooks = {} }) => Object.entries(hooks));
  const byType = Map.groupBy(all, ([type]) => type);
  return Object.fromEntries(
    Array.from(byType, ([type, entries]) => [type, entries.map(([, hooks]) => hooks)]),
  );
}
