/** What rows are made of, and how they come from DynamoDB. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';

/** What a row can hold: JSON. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** A row as the rest of the code sees it. */
export type Item = { readonly [name: string]: Json };

/** A row as the document client gives it. */
export const toItem = (row: Readonly<Record<string, unknown>>): Item => ordered(row) as Item;

/** A row in the form of the wire, as streams and errors have it. */
export const fromWire = (row: Record<string, AttributeValue>): Item => toItem(unmarshall(row));

/** The table forgets the order of a map's members: by name, so that two reads of one row are the same text. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null || value instanceof Set) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const sorted = members.toSorted(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, member]) => [name, ordered(member)]));
}
