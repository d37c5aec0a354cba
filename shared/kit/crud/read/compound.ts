/** Finds the included records of compound documents, in the order of their linkage. */
import { resourceOf } from '../../declare/api.ts';
import type { Entry, ShownRecord } from '../../declare/fields.ts';
import type { Identifier } from '../../jsonapi/types.ts';
import type { Context } from '../context.ts';
import type { Walk } from './include-steps.ts';
import { reach } from './includes.ts';
import { keyOf, linkageKey, ownLinkage } from './linkage.ts';
import {
  areBytesUncertain,
  checkBytes,
  checkSize,
  expectedUnits,
  knownSize,
  type Shape,
  spentUnits,
  spread,
  sum,
  type Tree,
  UNITS_PER_SAMPLE,
  unitsLeft,
} from './response-limits.ts';
import { completed, visible } from './views.ts';

export interface Compound {
  readonly primary: readonly ShownRecord[];
  /** Without duplicates and primary records. */
  readonly included: readonly ShownRecord[];
  /** Linkage of the included relationships, because JSON:API requires full linkage. */
  readonly linkage: ReadonlyMap<ShownRecord, Record<string, readonly Identifier[]>>;
}

/** What a document shows first, and what it includes. */
export interface PrimaryData {
  readonly records: readonly ShownRecord[];
  readonly shape: Shape;
  readonly isSingle: boolean;
}

/** Pages up to this size can always be read if nothing is included. */
const SMALL_PAGE = 20;

/** @param records without view and separate rows. @throws response_too_large (400) early if possible. */
export async function compound(
  context: Context,
  { records, shape, isSingle }: PrimaryData,
): Promise<Compound> {
  const walk = beginReading(context, shape, shape.include.length > 0 || records.length > SMALL_PAGE);
  const tree = treeOf(shape.include);
  const reached = await reach(walk, records, tree);
  // A single record can always be shown.
  const sample = await readSample(walk, isSingle ? reached : [...records, ...reached]);
  const unlessRead = (record: ShownRecord) => sample.get(keyOf(record)) ?? record;
  const [primary, ...others] = await Promise.all([
    completedOf(walk, records.map(unlessRead), isSingle),
    ...Array.from(
      Map.groupBy(reached.map(unlessRead), ({ type }) => type),
      async ([type, same]) =>
        completedOf(walk, await visible(context, resourceOf(context.api, type), same), false),
    ),
  ]);
  const limited = [...(isSingle ? [] : primary), ...others.flat()];
  if (areBytesUncertain(walk, limited)) checkBytes(walk, limited, { sample: limited, times: 1 });
  return arranged(walk, { primary, others: others.flat(), tree });
}

const beginReading = (context: Context, shape: Shape, isLimited: boolean): Walk => ({
  context,
  shape,
  isLimited,
  spentBefore: spentUnits(context),
  nodes: new Map(),
  linkage: new Map(),
});

/** @param records of one type. */
async function completedOf(
  { context, shape: { fields } }: Walk,
  records: readonly ShownRecord[],
  isSingle: boolean,
): Promise<readonly ShownRecord[]> {
  const [first] = records;
  if (!first) return [];
  return completed(context, resourceOf(context.api, first.type), { records, fields, isSingle });
}

/**
 * If the texts decide whether a response fits, reads some of them before the others.
 * @returns the records whose texts were read, by `keyOf`. @throws response_too_large (400)
 */
async function readSample(
  walk: Walk,
  records: readonly ShownRecord[],
): Promise<ReadonlyMap<string, ShownRecord>> {
  const unitsOf = (record: ShownRecord) => walk.nodes.get(keyOf(record))?.units ?? 0;
  const totalOf = (all: readonly ShownRecord[]) => sum(all.map(unitsOf));
  const units = totalOf(records);
  if (units <= unitsLeft(walk) || !areBytesUncertain(walk, records)) return new Map();
  let left = Math.max(unitsLeft(walk), UNITS_PER_SAMPLE);
  const heavy = records.filter((record) => unitsOf(record) > 0);
  const part = spread(heavy, Math.max(1, (heavy.length * left) / units)).filter((record, index) => {
    left -= unitsOf(record);
    return index === 0 || left >= 0;
  });
  const byType = Map.groupBy(part, ({ type }) => type);
  const sample = (
    await Promise.all(Array.from(byType.values(), (same) => completedOf(walk, same, false)))
  ).flat();
  checkBytes(walk, records, { sample, times: units / totalOf(part) });
  return new Map(sample.map((record) => [keyOf(record), record]));
}

/**
 * Rejects a page that is too large for the counts in its index entries, before its records are read.
 * @throws response_too_large (400)
 */
export function checkEntries(context: Context, entries: readonly Entry[], shape: Shape): void {
  const reading = beginReading(context, shape, shape.include.length > 0);
  checkSize(reading, knownSize(reading, expectedUnits(reading, entries, treeOf(shape.include))));
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

/** Follows the paths again among the records that were read, so that deleted ones lead to none. */
function arranged(
  { context, linkage }: Walk,
  { primary, others, tree }: { primary: readonly ShownRecord[]; others: readonly ShownRecord[]; tree: Tree },
): Compound {
  const byKey = new Map([...primary, ...others].map((record) => [keyOf(record), record]));
  const all = new Set(primary);
  const shownLinkage = new Map<ShownRecord, Record<string, readonly Identifier[]>>();
  const relatedTo = (record: ShownRecord, name: string): readonly Identifier[] => {
    const own = ownLinkage(context, record, name);
    if (own !== undefined) return [own ?? []].flat();
    const looked = (linkage.get(linkageKey(record, name)) ?? []).filter((each) => byKey.has(keyOf(each)));
    shownLinkage.set(record, { ...shownLinkage.get(record), [name]: looked });
    return looked;
  };
  const follow = (records: readonly ShownRecord[], tree: Tree): void => {
    for (const [name, below] of tree) {
      const identifiers = records.flatMap((record) => relatedTo(record, name));
      const related = new Set(identifiers.flatMap((each) => byKey.get(keyOf(each)) ?? []));
      for (const record of related) all.add(record);
      follow([...related], below);
    }
  };
  follow(primary, tree);
  return { primary, included: [...all].slice(primary.length), linkage: shownLinkage };
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
