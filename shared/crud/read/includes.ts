/** Compound documents: the records behind include paths, one step of a path for all records at once. */
import { resourceOf } from '../../api/define/api.ts';
import type { ShownRecord } from '../../api/define/fields.ts';
import type { Resource } from '../../api/define/resource.ts';
import type { ReadQuery } from '../../jsonapi/query.ts';
import type { Identifier } from '../../jsonapi/types.ts';
import { type Context, ownerOf } from '../context.ts';
import { lookUpLinkage, ownLinkage } from './linkage.ts';
import { loadMany } from './load.ts';
import { type Completion, completed, visible } from './views.ts';

export interface Compound {
  /** Each record once, the primary ones left out. */
  readonly included: readonly ShownRecord[];
  /** Linkage that was looked up to be followed: full linkage, as JSON:API demands. */
  readonly linkage: ReadonlyMap<ShownRecord, Record<string, readonly Identifier[]>>;
}

interface Walk {
  readonly fields: Completion['fields'];
  readonly context: Context;
  readonly known: Map<string, ShownRecord>;
  readonly linkage: Map<ShownRecord, Record<string, readonly Identifier[]>>;
}

/** Include paths by their first names. */
type Tree = Map<string, Tree>;

const keyOf = ({ type, id }: Identifier): string => `${type}#${id}`;

export async function compound(
  context: Context,
  primary: readonly ShownRecord[],
  { include, fields }: Pick<ReadQuery, 'include' | 'fields'>,
): Promise<Compound> {
  const known = new Map(primary.map((record) => [keyOf(record), record]));
  const walk: Walk = { context, fields, known, linkage: new Map() };
  await follow(walk, primary, treeOf(include));
  return { included: [...known.values()].slice(primary.length), linkage: walk.linkage };
}

/** @returns the records that one relationship of a record leads to, in the order of its linkage. */
export async function relatedRecords(
  context: Context,
  record: ShownRecord,
  name: string,
): Promise<readonly ShownRecord[]> {
  const walk: Walk = { context, fields: new Map(), known: new Map(), linkage: new Map() };
  return relatedTo(walk, [record], name);
}

async function follow(walk: Walk, records: readonly ShownRecord[], tree: Tree): Promise<void> {
  for (const [name, below] of tree) {
    const related = await relatedTo(walk, records, name);
    if (related.length > 0) await follow(walk, related, below);
  }
}

/** The linkage of all records first, then all records it names that are not known yet: one batch for each. */
async function relatedTo(walk: Walk, records: readonly ShownRecord[], name: string): Promise<ShownRecord[]> {
  const { context, known } = walk;
  const [first] = records;
  if (!first) return [];
  const resource = resourceOf(context.api, first.type);
  const target = resourceOf(context.api, resource.relationships[name]?.type ?? '');
  const linkage = await linkageOfAll(context, resource, { records, name });
  const identifiers = [...linkage.values()].flat();
  await loadMissing(walk, target, identifiers);
  for (const [record, identified] of linkage) {
    if (ownLinkage(context, record, name) !== undefined) continue;
    const shown = identified.filter((each) => known.has(keyOf(each)));
    walk.linkage.set(record, { ...walk.linkage.get(record), [name]: shown });
  }
  const related = new Map(identifiers.map((each) => [keyOf(each), known.get(keyOf(each))]));
  return [...related.values()].filter((each) => each !== undefined);
}

async function linkageOfAll(
  context: Context,
  resource: Resource,
  { records, name }: { records: readonly ShownRecord[]; name: string },
): Promise<Map<ShownRecord, readonly Identifier[]>> {
  const own = new Map(records.map((record) => [record, ownLinkage(context, record, name)]));
  const unknown = records.filter((record) => own.get(record) === undefined);
  const ids = unknown.map(({ id }) => id);
  const found = ids.length > 0 ? await lookUpLinkage(context, resource, { name, ids }) : new Map();
  return new Map(records.map((record) => [record, [own.get(record) ?? found.get(record.id) ?? []].flat()]));
}

async function loadMissing(walk: Walk, target: Resource, identifiers: readonly Identifier[]): Promise<void> {
  const { context, known, fields } = walk;
  const missing = new Set(identifiers.flatMap((each) => (known.has(keyOf(each)) ? [] : [each.id])));
  if (missing.size === 0) return;
  const ownerId = ownerOf(context, target);
  const loaded = await loadMany(context, target, missing);
  const own = [...loaded.values()].filter((record) => record.ownerId === ownerId);
  const records = await visible(context, target, own);
  const shown = await completed(context, target, { records, fields, isSingle: false });
  const byId = new Map(shown.map((record) => [record.id, record]));
  // In the order in which they are named: the order in which they are included.
  for (const id of missing) {
    const record = byId.get(id);
    if (record) known.set(keyOf(record), record);
  }
}

function treeOf(include: readonly (readonly string[])[]): Tree {
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
