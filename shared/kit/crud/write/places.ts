/** The places that only one record can have: its unique values, and its places in link lists. */
import type { StoredRecord } from '../../declare/fields.ts';
import type { Resource } from '../../declare/resource.ts';
import { linkEntry } from '../../records/links.ts';
import { uniqueValues } from '../../records/unique-values.ts';
import type { KeyRow } from '../../table/keys.ts';

/** @returns a text for each place; two records with the same text cannot both exist. */
export function placesOf(
  resource: Resource,
  row: KeyRow,
  record: Pick<StoredRecord, 'type' | 'id' | 'ownerId' | 'version' | 'fields'>,
): string[] {
  const values = uniqueValues(resource, row, record).map(({ key }) => key.pk);
  const places = Object.entries(row.links ?? {}).flatMap(([name, link]) => {
    const place = { ownerId: record.ownerId, type: resource.type, name, link };
    const entry = link.by === undefined ? undefined : linkEntry(resource, place, record);
    return entry ? [`${entry.key.pk} ${entry.key.sk} ${entry.member}`] : [];
  });
  return [...values, ...places];
}
