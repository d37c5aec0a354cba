/** Finds the included records of compound documents, in the order of their linkage. */
import { resourceOf } from '../../declare/api.ts';
import type { Entry, ShownRecord } from '../../declare/fields.ts';
import type { ReadQuery } from '../../jsonapi/query.ts';
import type { Identifier } from '../../jsonapi/types.ts';
import { type Problems, problem } from '../../values/problems.ts';
import type { Context } from '../context.ts';
import { explore, type Tree } from './includes.ts';
import { readSample } from './foresee-size.ts';
import { ownLinkage } from './linkage.ts';
import { foreseenUnits, keyOf, linkageKey, type Walk } from './nodes.ts';
import { Outlook } from './outlook.ts';
import { completed, heavyNames, visible } from './views.ts';

export interface Compound {
  readonly primary: readonly ShownRecord[];
  /** Without duplicates and primary records. */
  readonly included: readonly ShownRecord[];
  /** Linkage of the included relationships, because JSON:API requires full linkage. */
  readonly linkage: ReadonlyMap<ShownRecord, Record<string, readonly Identifier[]>>;
}

/** The parts of a query that shape the document. */
export type Shape = Pick<ReadQuery, 'include' | 'fields'>;

export interface Asked {
  readonly records: readonly ShownRecord[];
  readonly shape: Shape;
  readonly isSingle: boolean;
}

/** Pages up to this size can always be read if nothing is included. */
const SMALL_PAGE = 20;

/** @param records without view and separate rows. @throws response_too_large (400) early if possible. */
export async function compound(context: Context, { records, shape, isSingle }: Asked): Promise<Compound> {
  const { include, fields } = shape;
  const nodes = new Map();
  const linkage = new Map();
  const outlook: Outlook = new Outlook(context.table.meter, {
    tooLarge: () => tooLarge(walk, shape),
    isLimited: include.length > 0 || records.length > SMALL_PAGE,
  });
  const walk: Walk = { context, fields, outlook, nodes, linkage };
  const tree = treeOf(include);
  await explore(walk, records, tree);
  const reached = [...walk.nodes.values()].slice(records.length).flatMap(({ record }) => record ?? []);
  // A single record is read with strong consistency.
  const sampled = isSingle ? reached : [...records, ...reached];
  const sample = await readSample(context, { records: sampled, fields, outlook });
  const withTexts = (all: readonly ShownRecord[]) => all.map((record) => sample.get(record) ?? record);
  const byType = Map.groupBy(withTexts(reached), ({ type }) => type);
  const completing = Array.from(byType, async ([type, same]) => {
    const seen = await visible(context, resourceOf(context.api, type), same);
    return completedOf(context, seen, { fields, isSingle: false });
  });
  const [primary, ...others] = await Promise.all([
    completedOf(context, withTexts(records), { fields, isSingle }),
    ...completing,
  ]);
  return arranged(walk, { primary, others: others.flat(), tree });
}

/**
 * Estimates the response from the counts in index entries, before records are read.
 * @throws response_too_large (400)
 */
export function foresee(context: Context, entries: readonly Entry[], shape: Shape): void {
  const walk = { context, nodes: new Map() };
  const outlook = new Outlook(context.table.meter, { tooLarge: () => tooLarge(walk, shape) });
  for (const name of treeOf(shape.include).keys()) outlook.foresee(foreseenUnits(context, entries, name));
}

async function completedOf(
  context: Context,
  records: readonly ShownRecord[],
  { fields, isSingle }: { fields: Shape['fields']; isSingle: boolean },
): Promise<readonly ShownRecord[]> {
  const [first] = records;
  if (!first) return [];
  return completed(context, resourceOf(context.api, first.type), { records, fields, isSingle });
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

/** Suggests smaller requests. */
function tooLarge({ context, nodes }: Pick<Walk, 'context' | 'nodes'>, { include, fields }: Shape): Problems {
  const types = new Set([...nodes.values()].map(({ type }) => type));
  const advice = [...types].flatMap((type) => {
    const names = heavyNames(resourceOf(context.api, type));
    const shown = names.filter((name) => fields.get(type)?.has(name) ?? true);
    return shown.length > 0 ? [`omit ${shown.join(' and ')} with fields[${type}]`] : [];
  });
  const first = include.length > 0 ? ['include less'] : [];
  const detail = ['request a smaller page', ...first, ...advice].join(', or ');
  const parameter = include.length > 0 ? 'include' : 'page[size]';
  return problem('response_too_large', `The response would need too many reads. To reduce them, ${detail}.`, {
    parameter,
  });
}
