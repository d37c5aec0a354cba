/** The records of a compound document, and what is known about them before they are read. */
import { keyRowOf, resourceOf } from '../../declare/api.ts';
import type { Entry, ShownRecord } from '../../declare/fields.ts';
import type { ToMany } from '../../declare/relationship.ts';
import type { Resource } from '../../declare/resource.ts';
import type { Identifier } from '../../jsonapi/types.ts';
import { counterName, isSpread, type Linking, rowsOfList } from '../../records/links.ts';
import type { Link } from '../../table/keys.ts';
import { type Context, ownerOf } from '../context.ts';
import { nearOf, type Related } from './linkage.ts';
import { loadMany } from './load.ts';
import type { Kind, Outlook } from './outlook.ts';
import { unitsToComplete } from './views.ts';

/** Read units of an eventually consistent read of a small row. */
export const LEAST_UNITS = 0.5;

export interface Node extends Identifier {
  readonly kind: Kind;
  /** Other linked ids, if the record was found by a link. */
  readonly ids?: Linking['ids'];
  record?: ShownRecord;
  isGone?: true;
}

export interface Walk {
  readonly context: Context;
  readonly fields: ReadonlyMap<string, ReadonlySet<string>>;
  readonly outlook: Outlook;
  readonly nodes: Map<string, Node>;
  /** Looked-up linkage by `linkageKey`. */
  readonly linkage: Map<string, readonly Identifier[]>;
}

export const keyOf = ({ type, id }: Identifier): string => `${type}#${id}`;
export const linkageKey = (of: Identifier, name: string): string => `${keyOf(of)} ${name}`;

export const primaryNodes = (walk: Walk, records: readonly ShownRecord[]): Node[] =>
  records.map((record) => {
    const node: Node = { type: record.type, id: record.id, kind: 'own' };
    walk.nodes.set(keyOf(node), node);
    keep(walk, node, record);
    return node;
  });

export function nodeOf(walk: Walk, { type, id, ids, record }: Related & Identifier, kind: Kind): Node {
  const known = walk.nodes.get(keyOf({ type, id }));
  if (known) return known;
  const node: Node = { type, id, kind, ...(ids && { ids }) };
  walk.nodes.set(keyOf(node), node);
  // Records from a source are complete.
  if (record) keep(walk, node, record as ShownRecord);
  else walk.outlook.expect(leastUnits(resourceOf(walk.context.api, type)), kind);
  return node;
}

const leastUnits = ({ owner }: Resource): number => (owner === 'platform' ? 0 : LEAST_UNITS);

function keep({ context, fields, outlook }: Walk, node: Node, record: ShownRecord): void {
  node.record = record;
  const resource = resourceOf(context.api, record.type);
  outlook.expectTexts(unitsToComplete(context, resource, { record, fields }), node.kind);
}

/** Loads nodes of one type that are not loaded yet. Records of other owners are treated as deleted. */
export async function load(walk: Walk, nodes: readonly Node[]): Promise<void> {
  const { context, outlook } = walk;
  const unread = nodes.filter(({ record, isGone }) => !record && !isGone);
  const [first] = unread;
  if (!first) return;
  const resource = resourceOf(context.api, first.type);
  const shared = unread.filter(({ kind }) => kind === 'shared').length * leastUnits(resource);
  const expected = { shared, own: unread.length * leastUnits(resource) - shared };
  const ids = unread.map(({ id }) => id);
  const found = await outlook.read(context, expected, (metered) => loadMany(metered, resource, ids));
  const ownerId = ownerOf(context, resource);
  for (const node of unread) {
    const record = found.get(node.id);
    if (record?.ownerId === ownerId) keep(walk, node, record);
    else node.isGone = true;
  }
}

/** How to look up a relationship: `rows` is the number of rows of the link list, or 0 for an index. */
export function lookUpOf(context: Context, resource: Resource, name: string) {
  const relationship = resource.relationships[name];
  if (!relationship?.many || relationship.kept) return undefined;
  const linkType = resourceOf(context.api, relationship.through?.type ?? relationship.type);
  const near = nearOf(relationship);
  const link: Link | undefined = keyRowOf(context.api, linkType).links?.[near];
  return {
    relationship,
    rows: link?.max === undefined ? 0 : rowsOfList(link),
    counter: counterName(linkType.type, near),
    kind: kindOf(relationship, link),
  };
}

/** Link records and the records in long lists, such as an album's tracks, are rarely shared. */
const kindOf = ({ through }: ToMany, link: Link | undefined): Kind =>
  !through || (link && isSpread(link)) ? 'own' : 'shared';

/** @returns the minimum units to look up and read a relationship, according to the counts. */
export function foreseenUnits(
  context: Context,
  entries: readonly Pick<Entry, 'type' | 'counts'>[],
  name: string,
): number {
  const [first] = entries;
  const looking = first && lookUpOf(context, resourceOf(context.api, first.type), name);
  if (!looking) return 0;
  const { relationship, counter, rows } = looking;
  const counts = entries.map((entry) => entry.counts?.[counter]);
  const lists = counts.filter((count) => count !== 0).length * rows * LEAST_UNITS;
  const known = counts.map((count) => count ?? 0);
  // All records may link to the same records through a link type.
  const records = relationship.through ? Math.max(0, ...known) : known.reduce((sum, each) => sum + each, 0);
  return lists + records * leastUnits(resourceOf(context.api, relationship.type));
}
