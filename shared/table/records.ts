/** Records of resources as rows of the table, and their slim entries in its indexes. */
import type { Resource } from '../api/define/resource.ts';
import type { Item, Json } from './item.ts';
import { type Key, type KeyRow, linkKey, ownerKey, recordKey, sortableId } from './keys.ts';

/** A record as it is kept: attributes and linkage in one namespace, as JSON:API has them. */
export interface StoredRecord {
  readonly type: string;
  readonly id: string;
  /** Id of the user or organization it belongs to; empty for reference data. */
  readonly ownerId: string;
  /** Grows by one with every write. */
  readonly version: number;
  readonly fields: Readonly<Record<string, Json>>;
}

/** The fields an index entry carries: what filters and sorts look at, or all that is ever shown. */
export function indexedFields(resource: Resource, row: KeyRow): Set<string> {
  const asked = [
    ...Object.values(resource.filters).flatMap(({ field, from }) => (from === 'index' ? [field] : [])),
    ...resource.sorts,
    ...[row.firstLink, row.secondLink, resource.listedBy].filter((field) => field != null),
    ...(row.indexed ?? []),
  ];
  const shown = Object.entries(resource.attributes).flatMap(([name, { readable }]) =>
    readable === 'always' ? [name] : [],
  );
  return new Set(row.covering ? [...asked, ...shown, ...Object.keys(resource.relationships)] : asked);
}

/** Where in its row a field stands: for updates of single fields. */
export const placeOf = (resource: Resource, row: KeyRow, field: string): 'slim' | 'rest' =>
  indexedFields(resource, row).has(field) ? 'slim' : 'rest';

/** Every field stands once in the row: in `slim`, which indexes carry too, or in `rest`. */
export function toItem(resource: Resource, row: KeyRow, record: StoredRecord): Item & Key {
  const indexed = indexedFields(resource, row);
  const slim: Record<string, Json> = {};
  const rest: Record<string, Json> = {};
  for (const [name, value] of Object.entries(record.fields)) (indexed.has(name) ? slim : rest)[name] = value;
  const { type, id, ownerId, version, fields } = record;
  const place = row.sortedBy ? `${String(fields[row.sortedBy])}#${id}` : sortableId(id);
  const link = (name: string | undefined) => {
    const relationship = name === undefined ? undefined : resource.relationships[name];
    const target = name === undefined ? null : fields[name];
    return relationship && typeof target === 'string'
      ? linkKey(ownerId, type, { type: relationship.type, id: target })
      : undefined;
  };
  const first = link(row.firstLink);
  const second = link(row.secondLink);
  return {
    ...recordKey(type, id),
    owner: ownerId,
    version,
    slim,
    rest,
    ownerKey: ownerKey(ownerId, type),
    ownerSort: place,
    ...(first && { firstLinkKey: first, firstLinkSort: place }),
    ...(second && { secondLinkKey: second, secondLinkSort: place }),
    ...(row.causes && { causes: type }),
  };
}

/** A row, or an index entry, as a record; an entry knows only its indexed fields, no version, and not its owner. */
export function toRecord(item: Item, ownerId = ''): StoredRecord {
  const key = String(item['pk']);
  const cut = key.indexOf('#');
  return {
    type: key.slice(0, cut),
    id: key.slice(cut + 1),
    ownerId: String(item['owner'] ?? ownerId),
    version: Number(item['version'] ?? 0),
    fields: { ...(item['slim'] as object), ...(item['rest'] as object | undefined) },
  };
}
