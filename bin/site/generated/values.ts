/** The records of reference data that has few of them, for the page of its type. */
import { referenceRecords } from '../../../shared/reference/records.ts';
import { table } from './markdown.ts';

/** Pages of types with more records say how to list them. */
const MOST_LISTED = 30;

export function valuesOf(type: string): string[] {
  const records = Object.hasOwn(referenceRecords, type)
    ? referenceRecords[type as keyof typeof referenceRecords]()
    : [];
  if (records.length === 0 || records.length > MOST_LISTED) return [];
  const rows = records.map(({ id, fields: { key, name } }) => [
    `\`${key ?? name}\``,
    ...(key !== undefined && name !== undefined ? [String(name)] : []),
    id,
  ]);
  const head = rows[0]?.length === 3 ? ['Key', 'Name', 'Id'] : ['Value', 'Id'];
  return [`## All ${records.length}`, table(head, rows)];
}
