/** Finds the included records of compound documents, in the order of their linkage. */
import { resourceOf } from '../../declare/api.ts';
import type { Entry, ShownRecord } from '../../declare/fields.ts';
import type { Identifier } from '../../jsonapi/types.ts';
import type { Context } from '../context.ts';
import { keyOf, linkageKey, reach, type Walk } from './includes.ts';
import { ownLinkage } from './linkage.ts';
import { checkBytes, checkUnits, expectedUnits, type Shape, type Tree } from './response-limits.ts';
import { completed, visible } from './views.ts';

export interface Compound {
  readonly primary: readonly ShownRecord[];
  /** Without duplicates and primary records. */
  readonly included: readonly ShownRecord[];
  /** Linkage of the included relationships, because JSON:API requires full linkage. */
  readonly linkage: ReadonlyMap<ShownRecord, Record<string, readonly Identifier[]>>;
}

export interface Asked {
  readonly records: readonly ShownRecord[];
  readonly shape: Shape;
  readonly isSingle: boolean;
}

/** Pages up to this size can always be read if nothing is included. */
const SMALL_PAGE = 20;

/** @param records without view and separate rows. @throws response_too_large (400) early if possible. */
export async function compound(context: Context, { records, shape, isSingle }: Asked): Promise<Compound> {
  const isLimited = shape.include.length > 0 || records.length > SMALL_PAGE;
  const walk: Walk = { context, shape, isLimited, nodes: new Map(), linkage: new Map() };
  const tree = treeOf(shape.include);
  const reached = await reach(walk, records, tree);
  const { fields } = shape;
  const completing = Array.from(
    Map.groupBy(reached, ({ type }) => type),
    async ([type, same]) => {
      const resource = resourceOf(context.api, type);
      const seen = await visible(context, resource, same);
      return completed(context, resource, { records: seen, fields, isSingle: false });
    },
  );
  const [first] = records;
  const [primary, ...others] = await Promise.all([
    first ? completed(context, resourceOf(context.api, first.type), { records, fields, isSingle }) : [],
    ...completing,
  ]);
  // A single record can always be shown.
  checkBytes(walk, [...(isSingle ? [] : primary), ...others.flat()]);
  return arranged(walk, { primary, others: others.flat(), tree });
}

/**
 * Rejects a page that is too large for the counts in its index entries, before its records are read.
 * @throws response_too_large (400)
 */
export function checkEntries(context: Context, entries: readonly Entry[], shape: Shape): void {
  const isLimited = shape.include.length > 0;
  const units = expectedUnits(context, entries, treeOf(shape.include));
  checkUnits({ context, shape, isLimited, nodes: new Map() }, units);
}

/** @returns the related records, in the order of the linkage. */
export async function relatedRecords(
  context: Context,
  record: ShownRecord,
  name: string,
): Promise<readonly ShownRecord[]> {
  const shape = { include: [[name]], fields: new Map() };
  return (await compound(context, { records: [record], shape, isSingle: false })).included;
}

/** Follows the paths again among the records found, so that nothing is included through deleted records. */
function arranged(
  { context, linkage }: Walk,
  { primary, others, tree }: { primary: readonly ShownRecord[]; others: readonly ShownRecord[]; tree: Tree },
): Compound {
  const found = new Map([...primary, ...others].map((record) => [keyOf(record), record]));
  const known = new Set(primary);
  const shown = new Map<ShownRecord, Record<string, readonly Identifier[]>>();
  const relatedTo = (record: ShownRecord, name: string): readonly Identifier[] => {
    const own = ownLinkage(context, record, name);
    if (own !== undefined) return [own ?? []].flat();
    const looked = (linkage.get(linkageKey(record, name)) ?? []).filter((each) => found.has(keyOf(each)));
    shown.set(record, { ...shown.get(record), [name]: looked });
    return looked;
  };
  const follow = (records: readonly ShownRecord[], tree: Tree): void => {
    for (const [name, below] of tree) {
      const identifiers = records.flatMap((record) => relatedTo(record, name));
      const related = new Set(identifiers.flatMap((each) => found.get(keyOf(each)) ?? []));
      for (const record of related) known.add(record);
      follow([...related], below);
    }
  };
  follow(primary, tree);
  return { primary, included: [...known].slice(primary.length), linkage: shown };
}

function treeOf(include: Shape['include']): Tree {
  const root: Tree = new Map();
  for (const path of include) {
    let at = root;
    for (const name of path) {
      const below: Tree = at.get(name) ?? new Map();
      at.set(name, below);
      at = below;
    }
  }
  return root;
}
