/** One step along include paths: reads nodes in one round, and looks up what they lead to in another. */
import * as v from 'valibot';
import { resourceOf } from '../../declare/api.ts';
import type { Schema } from '../../declare/attribute.ts';
import type { ShownRecord } from '../../declare/fields.ts';
import type { ToMany } from '../../declare/relationship.ts';
import type { Resource } from '../../declare/resource.ts';
import type { Identifier } from '../../jsonapi/types.ts';
import type { Linking } from '../../records/links.ts';
import { required } from '../../values/required.ts';
import { ownerOf } from '../context.ts';
import { keyOf, linkageKey, linkListOf, lookUpRelated, ownLinkage, type Related } from './linkage.ts';
import { loadMany } from './load.ts';
import { leastUnits, type Node, type ReadResponse, type Tree } from './response-limits.ts';
import { unitsToComplete } from './views.ts';

interface LinkedNode extends Node {
  /** Other linked ids, if the record was found by a link. */
  readonly ids?: Linking['ids'];
}

export interface Walk extends ReadResponse {
  readonly nodes: Map<string, LinkedNode>;
  readonly linkage: Map<string, readonly Identifier[]>;
}

/** Nodes of one type, and the paths from them. */
export interface Group {
  readonly resource: Resource;
  readonly nodes: readonly LinkedNode[];
  readonly tree: Tree;
  /** Whether many records lead to the same few of these, so that their number does not grow in proportion. */
  readonly isShared: boolean;
}

/** @returns what relationships lead to. */
export const step = (walk: Walk, { resource, nodes, tree }: Group): Promise<Group[]> =>
  Promise.all(
    Array.from(tree, async ([name, below]) => {
      const relationship = required(
        resource.relationships[name],
        'The query was read with the relationships.',
      );
      const target = resourceOf(walk.context.api, relationship.type);
      if (relationship.many && !relationship.kept) {
        const reached = await lookUp(walk, nodes, { resource, name, relationship });
        // Link records and the records in long lists, such as an album's tracks, are rarely shared.
        const isShared = Boolean(relationship.through) && linkListOf(walk.context, relationship).rows <= 1;
        return { resource: target, nodes: reached, tree: below, isShared };
      }
      const ids = linkedIds(walk, nodes, name);
      const linked = ids.map((id) => nodeOf(walk, { type: relationship.type, id }));
      return { resource: target, nodes: [...new Set(linked)], tree: below, isShared: true };
    }),
  );

/** @returns the ids of a relationship that the records themselves or the links to them have. */
const linkedIds = ({ context }: Walk, nodes: readonly LinkedNode[], name: string): string[] =>
  nodes.flatMap(({ record, ids }) =>
    record ? [ownLinkage(context, record, name) ?? []].flat().map(({ id }) => id) : (ids?.[name] ?? []),
  );

async function lookUp(
  walk: Walk,
  nodes: readonly LinkedNode[],
  { resource, name, relationship }: { resource: Resource; name: string; relationship: ToMany },
): Promise<LinkedNode[]> {
  const { context, linkage } = walk;
  const { type } = relationship;
  const { rows, counter } = linkListOf(context, relationship);
  // Long lists have a count. If it is 0, they need no lookup.
  const isEmpty = ({ record }: Node) => record === null || (rows > 1 && record?.counts?.[counter] === 0);
  const unknown = nodes.filter((node) => !linkage.has(linkageKey(node, name)));
  const ids = unknown.filter((node) => !isEmpty(node)).map(({ id }) => id);
  // The links of a single record are read with strong consistency, like the record itself.
  const isEventual = nodes.length > 1;
  const related: ReadonlyMap<string, readonly Related[]> =
    ids.length > 0 ? await lookUpRelated(context, resource, { name, ids, isEventual }) : new Map();
  for (const node of unknown) {
    const far = related.get(node.id) ?? [];
    for (const each of far) nodeOf(walk, { ...each, type });
    linkage.set(
      linkageKey(node, name),
      far.map(({ id }) => ({ type, id })),
    );
  }
  const reached = nodes.flatMap((node) => linkage.get(linkageKey(node, name)) ?? []);
  return [...new Set(reached.map((each) => nodeOf(walk, each)))];
}

export function nodeOf(walk: Walk, { type, id, ids, record }: Related & Identifier): LinkedNode {
  const existing = walk.nodes.get(keyOf({ type, id }));
  if (existing) return existing;
  const units = leastUnits(resourceOf(walk.context.api, type));
  const node: LinkedNode = { type, id, units, ...(ids && { ids }) };
  walk.nodes.set(keyOf(node), node);
  // Records from a source are complete.
  if (record) keep(walk, node, record as ShownRecord);
  return node;
}

export function keep({ context, shape: { fields } }: Walk, node: Node, record: ShownRecord | null): void {
  const resource = resourceOf(context.api, node.type);
  node.record = record;
  node.units = record ? unitsToComplete(context, resource, { record, fields }) : 0;
}

/** Reads nodes in one round of calls. Records of other owners are treated as deleted. */
export async function readAll(walk: Walk, nodes: readonly LinkedNode[]): Promise<void> {
  const { context } = walk;
  const unread = [...new Set(nodes)].filter(({ record }) => record === undefined);
  const reading = Array.from(
    Map.groupBy(unread, ({ type }) => type),
    async ([type, same]) => {
      const resource = resourceOf(context.api, type);
      const ids = same.map(({ id }) => id);
      const records = await loadMany(context, resource, ids);
      const ownerId = ownerOf(context, resource);
      for (const node of same) {
        const record = records.get(node.id);
        keep(walk, node, record?.ownerId === ownerId ? record : null);
      }
    },
  );
  await Promise.all(reading);
}

/** Small records whose ids are known can be read later, because only their number matters. */
export const neededOf = ({ resource, nodes, tree }: Group): LinkedNode[] =>
  nodes.filter(({ ids }) => {
    const isKnown = (name: string) => resource.relationships[name]?.kept === true && ids && name in ids;
    return !ids || !isSmall(resource) || ![...tree.keys()].every(isKnown);
  });

const MAX_SMALL_TEXT = 500;

/** Whether reading a record always costs the minimum units. */
const isSmall = ({ attributes }: Resource): boolean =>
  Object.values(attributes).every(({ schema }) => maxLengthOf(schema) <= MAX_SMALL_TEXT);

function maxLengthOf(schema: Schema): number {
  const inner = 'wrapped' in schema ? (schema.wrapped as Schema) : schema;
  return Number(v.getMetadata(inner)['maxLength'] ?? 0);
}
