/** What rows are made of, and their way to and from DynamoDB's wire form. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';

/** What a row can hold: JSON. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** A row as the rest of the code sees it. */
export type Item = { readonly [name: string]: Json };

export const toWire = (item: Readonly<Record<string, unknown>>): Record<string, AttributeValue> =>
  marshall(item, { removeUndefinedValues: true });

export const fromWire = (item: Record<string, AttributeValue>): Item => ordered(unmarshall(item)) as Item;

/** The table forgets the order of a map's members: by name, so that two reads of one row are the same text. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null || value instanceof Set) return value;
  const members = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, ordered(member)]));
}
