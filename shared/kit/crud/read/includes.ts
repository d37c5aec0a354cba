/**
 * Follows include paths and estimates the size of the response before reading most of it. Each part of the
 * records is followed to the end of the paths before the next, so that the first parts show if the response
 * is too large.
 */
import * as v from 'valibot';
import { resourceOf } from '../../declare/api.ts';
import type { Schema } from '../../declare/attribute.ts';
import type { ShownRecord } from '../../declare/fields.ts';
import type { Resource } from '../../declare/resource.ts';
import type { Identifier } from '../../jsonapi/types.ts';
import { lookUpRelated, ownLinkage, type Related } from './linkage.ts';
import {
  foreseenUnits,
  LEAST_UNITS,
  linkageKey,
  load,
  lookUpOf,
  type Node,
  nodeOf,
  primaryNodes,
  type Walk,
} from './nodes.ts';

/** Include paths as a tree of relationship names. */
export type Tree = Map<string, Tree>;

/** Rows of link lists to read before following the first of them. As many keys fit into one batch. */
const ROWS_PER_PART = 100;

/** @param records without view and separate rows. @throws response_too_large */
export async function explore(walk: Walk, records: readonly ShownRecord[], tree: Tree): Promise<void> {
  await follow(walk, [{ nodes: primaryNodes(walk, records), tree }], { followed: new Map(), isPart: false });
  await loadAll(walk, walk.nodes.values());
}

/** Reads the nodes of all types in one round of calls. */
async function loadAll(walk: Walk, nodes: Iterable<Node>): Promise<void> {
  const byType = Map.groupBy(new Set(nodes), ({ type }) => type);
  await Promise.all(Array.from(byType.values(), (same) => load(walk, same)));
}

/** Nodes of one type, and the paths from them. */
interface Group {
  readonly nodes: readonly Node[];
  readonly tree: Tree;
}

interface Position {
  /** Nodes already followed, for each position in the paths. */
  readonly followed: Map<Tree, Set<Node>>;
  /** Whether other nodes remain to be followed. */
  readonly isPart: boolean;
}

/** Small groups take one round of calls together. Larger ones are divided into parts. */
async function follow(walk: Walk, groups: readonly Group[], position: Position): Promise<void> {
  const small: Group[] = [];
  const large: (Group & { readonly size: number })[] = [];
  for (const group of groups.filter(({ nodes }) => nodes.length > 0)) {
    const size = Math.ceil(ROWS_PER_PART / expectLists(walk, group));
    if (group.nodes.length <= size) small.push(group);
    else large.push({ ...group, size });
  }
  const part = { ...position, isPart: true };
  await advance(walk, small, large.length > 0 ? part : position);
  for (const { nodes, tree, size } of large) {
    const start = walk.outlook.start();
    for (let done = 0; done < nodes.length; done += size) {
      await advance(walk, [{ nodes: nodes.slice(done, done + size), tree }], part);
      walk.outlook.judge(start, { done: Math.min(done + size, nodes.length), of: nodes.length });
    }
  }
}

/** Takes one step from all nodes, and follows the paths from there. */
async function advance(walk: Walk, groups: readonly Group[], { followed, isPart }: Position): Promise<void> {
  if (groups.length === 0) return;
  await loadAll(walk, groups.flatMap(neededOf(walk)));
  const steps = groups.flatMap(({ nodes, tree }) =>
    Array.from(tree, async ([name, below]): Promise<Group> => {
      const seen = followed.get(below) ?? new Set();
      followed.set(below, seen);
      const reached = [...(await step(walk, nodes, name))].filter((node) => !seen.has(node));
      for (const node of reached) seen.add(node);
      return { nodes: reached, tree: below };
    }),
  );
  const next = await Promise.all(steps);
  const few = next.filter(({ nodes }) => nodes.length <= ROWS_PER_PART);
  // At the ends of all paths, the nodes that could wait are read in the same round.
  const isEnd =
    !isPart &&
    few.length === next.length &&
    next.every(({ nodes, tree }) => nodes.length === 0 || tree.size === 0);
  await loadAll(walk, isEnd ? walk.nodes.values() : few.flatMap(neededOf(walk)));
  await follow(walk, next, { followed, isPart });
}

const neededOf =
  (walk: Walk) =>
  ({ nodes, tree }: Group): Node[] =>
    nodes.filter((node) => !canWait(walk, node, tree));

/** Expects the link lists of all nodes. @returns the rows of the longest list, at least 1. */
function expectLists({ context, outlook }: Walk, { nodes, tree }: Group): number {
  const resource = resourceOf(context.api, nodes[0]?.type ?? '');
  const records = nodes.map(({ type, record }) => ({ type, ...record }));
  let most = 1;
  for (const name of tree.keys()) {
    outlook.foresee(foreseenUnits(context, records, name));
    const rows = lookUpOf(context, resource, name)?.rows ?? 0;
    outlook.expect(nodes.length * rows * LEAST_UNITS, 'own');
    most = Math.max(most, rows);
  }
  return most;
}

/** Small records whose ids are known can be read later, because only their number matters. */
function canWait({ context }: Walk, { type, ids }: Node, tree: Tree): boolean {
  const resource = resourceOf(context.api, type);
  if (!ids || !isSmall(resource)) return false;
  return [...tree.keys()].every((name) => resource.relationships[name]?.kept && name in ids);
}

const MAX_SMALL_TEXT = 500;

/** Whether reading a record always costs the minimum units. */
const isSmall = ({ attributes }: Resource): boolean =>
  Object.values(attributes).every(({ schema }) => maxLengthOf(schema) <= MAX_SMALL_TEXT);

function maxLengthOf(schema: Schema): number {
  const inner = 'wrapped' in schema ? (schema.wrapped as Schema) : schema;
  return Number(v.getMetadata(inner)['maxLength'] ?? 0);
}

/** @returns the nodes related by one relationship, without duplicates. */
async function step(walk: Walk, nodes: readonly Node[], name: string): Promise<Set<Node>> {
  const { context } = walk;
  const resource = resourceOf(context.api, nodes[0]?.type ?? '');
  const type = resource.relationships[name]?.type ?? '';
  if (lookUpOf(context, resource, name)) return lookedUp(walk, nodes, name);
  const ids = nodes.flatMap(({ record, ids }) => {
    if (record) return [ownLinkage(context, record, name) ?? []].flat().map(({ id }) => id);
    return ids?.[name] ?? [];
  });
  return new Set(ids.map((id) => nodeOf(walk, { type, id }, 'shared')));
}

async function lookedUp(walk: Walk, nodes: readonly Node[], name: string): Promise<Set<Node>> {
  const { context, outlook, linkage } = walk;
  const resource = resourceOf(context.api, nodes[0]?.type ?? '');
  const looking = lookUpOf(context, resource, name);
  if (!looking) return new Set();
  const { relationship, rows, counter, kind } = looking;
  // Long lists have a count. If it is 0, they need no lookup.
  const isEmpty = ({ record, isGone }: Node) => isGone || (rows > 1 && record?.counts?.[counter] === 0);
  const linked = nodes.filter((node) => !isEmpty(node));
  const ids = linked.map(({ id }) => id);
  // The links of a single record are read with strong consistency, like the record itself.
  const isEventual = nodes.length > 1;
  const found = await outlook.read(
    context,
    { own: nodes.length * rows * LEAST_UNITS, shared: 0 },
    (metered) =>
      ids.length > 0
        ? lookUpRelated(metered, resource, { name, ids, isEventual })
        : Promise.resolve(new Map<string, readonly Related[]>()),
  );
  const { type } = relationship;
  for (const node of nodes) {
    const identifiers = (found.get(node.id) ?? []).map(({ id }): Identifier => ({ type, id }));
    linkage.set(linkageKey(node, name), identifiers);
  }
  const all = [...found.values()].flat();
  return new Set(all.map((related) => nodeOf(walk, { ...related, type }, kind)));
}
