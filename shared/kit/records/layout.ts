/** Which fields of a type are in its index entries. The layout of a row names them. */
import type { Api } from '../declare/api.ts';
import type { Declared } from '../declare/fields.ts';
import type { Resource } from '../declare/resource.ts';
import { digestOf } from '../table/digest.ts';
import type { KeyRow } from '../table/keys.ts';

/** The member of `slim` with the layout. No field can have this name. */
export const LAYOUT = '~';

interface Layout {
  readonly row: KeyRow;
  readonly indexed: ReadonlySet<string>;
  readonly id: string;
}

/** Cached per declaration, because every list entry is compared with its layout. */
const layouts = new WeakMap<Resource, Layout>();

function layout(resource: Resource, row: KeyRow): Layout {
  const cached = layouts.get(resource);
  if (cached?.row === row) return cached;
  const indexed = fieldsToIndex(resource, row);
  const made = { row, indexed, id: layoutId(indexed, row) };
  layouts.set(resource, made);
  return made;
}

/**
 * The fields in index entries: those used by filters and sorts, or all readable fields.
 */
export const indexedFields = (resource: Resource, row: KeyRow): ReadonlySet<string> =>
  layout(resource, row).indexed;

function fieldsToIndex(resource: Resource, row: KeyRow): ReadonlySet<string> {
  const used = [
    ...Object.values(resource.filters).flatMap(({ field, from }) =>
      from === 'index' || from === 'links' ? [field] : [],
    ),
    ...resource.sorts,
    ...(row.links ? toOneFields(resource) : []),
    ...(resource.listedBy ? [resource.listedBy] : []),
    ...(row.indexed ?? []),
  ];
  const shown = Object.entries(resource.attributes).flatMap(([name, { readable }]) =>
    readable === 'always' ? [name] : [],
  );
  const covered = row.covering ? [...shown, ...Object.keys(resource.relationships)] : [];
  return new Set([...used, ...covered].filter((name) => isKept(resource, name)));
}

/** A record found by one link can lead to others by its other links. */
const toOneFields = ({ relationships }: Resource): string[] =>
  Object.entries(relationships).flatMap(([name, { many }]) => (many ? [] : [name]));

export const isKept = ({ attributes, relationships }: Declared, name: string): boolean =>
  (attributes[name] ?? relationships[name])?.kept === true;

/**
 * Identifies the set of fields in index entries. Entries of another layout were written before the
 * declaration changed. Lists complete them from their record, and the next write or `reindex` rewrites them.
 */
export const layoutOf = (resource: Resource, row: KeyRow): string => layout(resource, row).id;

function layoutId(indexed: ReadonlySet<string>, row: KeyRow): string {
  const names = [...indexed].sort().join();
  const links = Object.keys(row.links ?? {}).join();
  const foundBy = row.foundBy ? `;found:${row.foundBy.field}:${row.foundBy.lists.join()}` : '';
  const ranges = row.foundBy?.rangeOf ? ';ranges' : '';
  const listed = row.listed ? `;listed:${row.listed.lists.join()}` : '';
  return digestOf(`${names};${links}${foundBy}${ranges}${listed}`).slice(0, 6);
}

/** Lets this process find out what rows of the types lack. Each store and each function of the API calls it. */
export function knowLayouts({ resources, keys }: Pick<Api, 'resources' | 'keys'>): void {
  for (const resource of resources) {
    const row = keys[resource.type];
    if (row) layout(resource, row);
  }
}

/** @returns the first field that a row of this layout must have in `slim`, and has not. */
export function lacksOfLayout(resource: Resource, id: string, slim: object): string | undefined {
  const known = layouts.get(resource);
  if (known?.id !== id) return undefined;
  for (const name of known.indexed) if (!(name in slim)) return name;
  return undefined;
}
