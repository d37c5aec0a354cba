/** Renders a record as a resource object. */
import type { ShownRecord } from '../declare/fields.ts';
import type { Resource } from '../declare/resource.ts';
import { recordUrl, relationshipLinks } from './links.ts';
import { inDeclaredOrder } from './member-order.ts';
import type { Identifier, RelationshipObject, ResourceObject } from './types.ts';

export interface Presentation {
  readonly baseUrl: string;
  /** Sparse fieldsets by type. Types without one show all fields. */
  readonly fields: ReadonlyMap<string, ReadonlySet<string>>;
  /** @returns the linkage of a relationship, null if it is empty, or undefined if it is unknown. */
  readonly linkageOf: (relationship: string) => Identifier | null | readonly Identifier[] | undefined;
  /** Whether the record is the whole `data` of the document. */
  readonly isSingle: boolean;
  /** Values of attributes shown only in this response. */
  readonly revealed: Readonly<Record<string, unknown>>;
}

export function resourceObject(
  { type, id, fields, meta }: ShownRecord,
  resource: Resource,
  { baseUrl, fields: fieldsets, linkageOf, isSingle, revealed }: Presentation,
): ResourceObject {
  const shown = fieldsets.get(type);
  const self = recordUrl(baseUrl, type, id);
  const attributes: Record<string, unknown> = {};
  for (const [name, { readable, initial, schema, shown: form }] of Object.entries(resource.attributes)) {
    if (shown && !shown.has(name)) continue;
    if (readable === 'always' || (readable === 'single' && isSingle))
      attributes[name] = inDeclaredOrder(fields[name] ?? initial ?? null, form ?? schema);
    else if (readable === 'once' && name in revealed) attributes[name] = revealed[name];
  }
  const relationships: Record<string, RelationshipObject> = {};
  for (const name of Object.keys(resource.relationships)) {
    if (shown && !shown.has(name)) continue;
    const data = linkageOf(name);
    relationships[name] = { links: relationshipLinks(self, name), ...(data !== undefined && { data }) };
  }
  return {
    type,
    id,
    attributes,
    ...(Object.keys(relationships).length > 0 && { relationships }),
    links: { self },
    ...(meta && { meta }),
  };
}
