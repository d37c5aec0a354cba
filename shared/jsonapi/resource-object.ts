/** A record as a resource object: attributes in the declared order, links on everything, linkage where it is known. */
import type { Resource } from '../api/define/resource.ts';
import type { StoredRecord } from '../table/records.ts';
import { recordUrl, relationshipLinks } from './links.ts';
import type { Identifier, RelationshipObject, ResourceObject } from './types.ts';

/** A record as answers show it. */
export interface PresentedRecord extends StoredRecord {
  /** Of the resource object. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

export interface Presentation {
  readonly baseUrl: string;
  /** Type to the fields shown of it; a type that is missing shows all. */
  readonly fields: ReadonlyMap<string, ReadonlySet<string>>;
  /** Linkage that is not on the record itself, by relationship. */
  readonly linkage?: Readonly<Record<string, readonly Identifier[]>>;
  /** Show the attributes that are shown once: the request made them. */
  readonly revealing?: boolean;
}

export function resourceObject(
  record: PresentedRecord,
  resource: Resource,
  presentation: Presentation,
): ResourceObject {
  const { type, id, fields } = record;
  const shown = presentation.fields.get(type);
  const self = recordUrl(presentation.baseUrl, type, id);
  const attributes: Record<string, unknown> = {};
  for (const [name, { readable, initial }] of Object.entries(resource.attributes)) {
    const isReadable = readable === 'always' || (readable === 'once' && presentation.revealing);
    if (isReadable && (!shown || shown.has(name))) attributes[name] = fields[name] ?? initial ?? null;
  }
  const relationships: Record<string, RelationshipObject> = {};
  for (const name of Object.keys(resource.relationships)) {
    if (shown && !shown.has(name)) continue;
    const known = linkageOf(record, resource, name);
    // null is linkage too: there is nobody at the other end.
    const data = known === undefined ? presentation.linkage?.[name] : known;
    relationships[name] = { links: relationshipLinks(self, name), ...(data !== undefined && { data }) };
  }
  return {
    type,
    id,
    attributes,
    ...(Object.keys(relationships).length > 0 && { relationships }),
    links: { self },
    ...(record.meta && { meta: record.meta }),
  };
}

/** Linkage the record itself knows; undefined when it has to be looked up. */
export function linkageOf(
  record: StoredRecord,
  resource: Resource,
  name: string,
): Identifier | null | readonly Identifier[] | undefined {
  const relationship = resource.relationships[name];
  const value = record.fields[name];
  if (!relationship) return undefined;
  if (relationship.many) {
    if (relationship.inverse) return undefined;
    const ids = relationship.shown ? relationship.shown(record.fields) : value;
    return Array.isArray(ids) ? ids.map((id) => ({ type: relationship.type, id: String(id) })) : [];
  }
  const id = relationship.from === 'owner' ? record.ownerId : value;
  return id === null || id === undefined || id === '' ? null : { type: relationship.type, id: String(id) };
}
