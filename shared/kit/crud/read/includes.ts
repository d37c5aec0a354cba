/** Follows include paths level by level. Each level takes a round of lookups and a round of reads. */
import { resourceOf } from '../../declare/api.ts';
import type { ShownRecord } from '../../declare/fields.ts';
import { Meter } from '../../table/meter.ts';
import { type Group, keep, neededOf, nodeOf, readAll, step, type Walk } from './include-steps.ts';
import { linkListOf } from './linkage.ts';
import {
  add,
  checkSize,
  expectedUnits,
  isCostly,
  knownSize,
  type Node,
  type Size,
  sizeOf,
  spread,
  sum,
  type Tree,
  UNITS_PER_SAMPLE,
} from './response-limits.ts';

/**
 * @param records of one type, without view and separate rows.
 * @returns the records that are reached from them. @throws response_too_large (400) before a round that is
 * too large.
 */
export async function reach(walk: Walk, records: readonly ShownRecord[], tree: Tree): Promise<ShownRecord[]> {
  for (const record of records) keep(walk, nodeOf(walk, { type: record.type, id: record.id }), record);
  const [first] = records;
  const resource = first && resourceOf(walk.context.api, first.type);
  let level: Group[] = resource ? [{ resource, nodes: [...walk.nodes.values()], tree, isShared: false }] : [];
  let isEnd = false;
  while (!isEnd) {
    // At the ends of all paths, the nodes that could wait are read in the same round.
    isEnd = level.every((group) => group.tree.size === 0);
    await judge(walk, level);
    await readAll(walk, isEnd ? [...walk.nodes.values()] : level.flatMap(neededOf));
    await judge(walk, level);
    const next = await Promise.all(level.map((group) => step(walk, group)));
    level = next.flat().filter(({ nodes }) => nodes.length > 0);
  }
  return [...walk.nodes.values()].slice(records.length).flatMap(({ record }) => record ?? []);
}

/** Rejects what is known to be too large. Estimates what is costly. @throws response_too_large (400) */
async function judge(walk: Walk, level: readonly Group[]): Promise<void> {
  const least = knownSize(walk, sum(level.map((group) => unitsBelow(walk, group))));
  checkSize(walk, least);
  if (!isCostly(walk, least)) return;
  const estimate = { size: knownSize(walk), counted: new Set<Node>(walk.nodes.values()) };
  for (const group of level) await followSample(walk, group, { estimate, times: 1 });
}

const unitsBelow = (walk: Walk, { nodes, tree }: Group): number =>
  expectedUnits(
    walk,
    nodes.map(({ type, id, record }) => ({ type, id, counts: record?.counts })),
    tree,
  );

interface Estimate {
  /** What the whole response is expected to take. */
  readonly size: Size;
  /** Nodes that the size includes. */
  readonly counted: Set<Node>;
}

interface Following {
  readonly estimate: Estimate;
  /** How many nodes each one represents. */
  readonly times: number;
}

/** Follows some nodes of a group to the ends of the paths, and expects the same of the others. */
async function followSample(walk: Walk, group: Group, { estimate, times }: Following): Promise<void> {
  const { size, counted } = estimate;
  const { nodes, tree } = group;
  if (nodes.length === 0) return;
  add(size, sizeOf(nodes.filter((node) => !counted.has(node))), times);
  for (const node of nodes) counted.add(node);
  // Querying an index may cost as much for some nodes as for all.
  const isQuery = ([name]: [string, Tree]) => isIndexed(walk, group, name);
  const queried = new Map([...tree].filter(isQuery));
  if (queried.size > 0) await follow(walk, { ...group, tree: queried }, { estimate, times });
  const others = { ...group, tree: new Map([...tree].filter((path) => !isQuery(path))) };
  const unread = sizeOf(nodes.filter(({ record }) => record === undefined));
  const unitsOfEach = (unread.units + unitsBelow(walk, others)) / nodes.length;
  // The links of a single one would be read with strong consistency, for twice the units.
  const sample = spread(nodes, Math.max(2, UNITS_PER_SAMPLE / unitsOfEach));
  const represented = (times * nodes.length) / sample.length;
  await follow(walk, { ...others, nodes: sample }, { estimate, times: represented });
}

/** @throws response_too_large (400) */
async function follow(walk: Walk, group: Group, { estimate, times }: Following): Promise<void> {
  const before = sizeOf(group.nodes);
  const meter = new Meter();
  const metered = { ...walk, context: { ...walk.context, table: walk.context.table.metered(meter) } };
  await readAll(metered, neededOf(group));
  const next = await step(metered, group);
  const after = sizeOf(group.nodes);
  const units = meter.readUnits + after.units - before.units;
  add(estimate.size, { units, textUnits: after.textUnits - before.textUnits }, times);
  checkSize(walk, estimate.size);
  for (const each of next) await followSample(walk, each, { estimate, times: each.isShared ? 1 : times });
}

function isIndexed({ context }: Walk, { resource }: Group, name: string): boolean {
  const relationship = resource.relationships[name];
  return relationship?.many === true && !relationship.kept && linkListOf(context, relationship).rows === 0;
}
