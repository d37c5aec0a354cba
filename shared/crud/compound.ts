/** Compound documents: the records behind include paths, loaded in batches, one batch a step of a path. */
import { resourceOf } from '../api/define/api.ts';
import type { Resource } from '../api/define/resource.ts';
import { linkageOf } from '../jsonapi/resource-object.ts';
import type { Identifier } from '../jsonapi/types.ts';
import type { StoredRecord } from '../table/records.ts';
import { type Context, ownerOf } from './context.ts';
import { linkedEntries, loadMany, wholeRecords } from './load.ts';

export interface Compound {
  /** Each record once, the primary ones left out. */
  readonly included: readonly StoredRecord[];
  /** Linkage of the relationships that were followed: full linkage, as JSON:API demands. */
  readonly linkage: ReadonlyMap<StoredRecord, Record<string, readonly Identifier[]>>;
}

interface Walk {
  readonly context: Context;
  readonly known: Map<string, StoredRecord>;
  readonly linkage: Map<StoredRecord, Record<string, readonly Identifier[]>>;
}

type Tree = Map<string, Tree>;

const keyOf = ({ type, id }: Identifier): string => `${type}#${id}`;

export async function compound(
  context: Context,
  primary: readonly StoredRecord[],
  include: readonly (readonly string[])[],
): Promise<Compound> {
  const known = new Map(primary.map((record) => [keyOf(record), record]));
  const walk: Walk = { context, known, linkage: new Map() };
  await follow(walk, primary, treeOf(include));
  return { included: [...known.values()].slice(primary.length), linkage: walk.linkage };
}

/** @returns the related records of one relationship of one record, in the order of their linkage. */
export async function relatedRecords(
  context: Context,
  record: StoredRecord,
  name: string,
): Promise<readonly StoredRecord[]> {
  const walk: Walk = { context, known: new Map(), linkage: new Map() };
  return relatedTo(walk, [record], name);
}

async function follow(walk: Walk, records: readonly StoredRecord[], tree: Tree): Promise<void> {
  for (const [name, below] of tree) {
    const related = await relatedTo(walk, records, name);
    if (related.length > 0) await follow(walk, related, below);
  }
}

async function relatedTo(
  walk: Walk,
  records: readonly StoredRecord[],
  name: string,
): Promise<StoredRecord[]> {
  const [first] = records;
  if (!first) return [];
  const resource = resourceOf(walk.context.api, first.type);
  const relationship = resource.relationships[name];
  if (!relationship) throw new Error(`${first.type} has no relationship ${name}.`);
  const target = resourceOf(walk.context.api, relationship.type);
  const inverse = relationship.many ? relationship.inverse : null;
  return inverse
    ? pointingHere(walk, { records, name, target, inverse })
    : pointedAt(walk, { records, name, target, resource });
}

/** The linkage stands on the records: one batch loads what is not known yet. */
async function pointedAt(
  walk: Walk,
  step: { records: readonly StoredRecord[]; name: string; target: Resource; resource: Resource },
): Promise<StoredRecord[]> {
  const { records, name, target, resource } = step;
  const wanted = new Map<string, Identifier>();
  for (const record of records) {
    for (const identifier of [linkageOf(record, resource, name) ?? []].flat())
      wanted.set(keyOf(identifier), identifier);
  }
  const missing = [...wanted].flatMap(([key, { id }]) => (walk.known.has(key) ? [] : [id]));
  if (missing.length > 0) {
    const ownerId = ownerOf(walk.context, target);
    for (const record of (await loadMany(walk.context, target, missing)).values()) {
      if (record.ownerId === ownerId) walk.known.set(keyOf(record), record);
    }
  }
  return [...wanted.keys()].flatMap((key) => walk.known.get(key) ?? []);
}

/** The other side points here: one query of its link index for each record. */
async function pointingHere(
  walk: Walk,
  step: { records: readonly StoredRecord[]; name: string; target: Resource; inverse: string },
): Promise<StoredRecord[]> {
  const { records, name, target, inverse } = step;
  const { context, known } = walk;
  const found = await Promise.all(
    records.map((record) => linkedEntries(context, target, { name: inverse, id: record.id })),
  );
  const unknown = found.flat().filter((entry) => !known.has(keyOf(entry)));
  for (const record of await wholeRecords(context, target, unknown)) known.set(keyOf(record), record);
  const related = new Map<string, StoredRecord>();
  records.forEach((record, index) => {
    const here = (found[index] ?? []).flatMap((entry) => known.get(keyOf(entry)) ?? []);
    for (const each of here) related.set(keyOf(each), each);
    const linkage = here.map(({ type, id }) => ({ type, id }));
    walk.linkage.set(record, { ...walk.linkage.get(record), [name]: linkage });
  });
  return [...related.values()];
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
