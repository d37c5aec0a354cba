/** Rows as JSON, and their conversion from DynamoDB. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

export type Item = { readonly [name: string]: Json };

/** Converts a row from the document client. */
export const toItem = (row: Readonly<Record<string, unknown>>): Item => ordered(row) as Item;

/** Converts a row in wire format, from streams and errors. */
export const fromWire = (row: Record<string, AttributeValue>): Item => toItem(unmarshall(row));

/** Sorts members by name. The table does not keep their order, and equal rows must serialize equally. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null || value instanceof Set) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const sorted = members.toSorted(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, member]) => [name, ordered(member)]));
}
