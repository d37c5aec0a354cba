/**
 * What is special about the types of a feature, beside their declarations. Each room has one for showing its
 * records (shown.ts) and one for writing them (written.ts), so that a function loads no more than it does.
 */
import type { Definitions } from '../declare/definitions.ts';
import type { RecordSource } from '../declare/record-source.ts';
import type { View } from '../declare/view.ts';
import type { Hooks } from './write/hooks.ts';
import { joinedHooks } from './write/joined-hooks.ts';

export interface Feature {
  /** Records of platform-owned types, by type. */
  readonly reference?: Definitions['reference'];
  /** Views by type. */
  readonly views?: Readonly<Record<string, View>>;
  /** Sources by type, for records without separate rows. */
  readonly sources?: Readonly<Record<string, RecordSource>>;
  /** Hooks by type, also for types of other features whose records are deleted with these. */
  readonly hooks?: Readonly<Record<string, Hooks>>;
}

export const partsOf = (
  features: readonly Feature[],
): Pick<Definitions, 'reference' | 'views' | 'sources'> => ({
  reference: Object.assign({}, ...features.map(({ reference }) => reference)),
  views: Object.assign({}, ...features.map(({ views }) => views)),
  sources: Object.assign({}, ...features.map(({ sources }) => sources)),
});

/** @returns the hooks of the features by type. Those of one type run in the order of the features. */
export function hooksIn(features: readonly Feature[]): Readonly<Record<string, Hooks>> {
  const all = features.flatMap(({ hooks = {} }) => Object.entries(hooks));
  const byType = Map.groupBy(all, ([type]) => type);
  return Object.fromEntries(
    Array.from(byType, ([type, entries]) => [type, joinedHooks(entries.map(([, hooks]) => hooks))]),
  );
}
