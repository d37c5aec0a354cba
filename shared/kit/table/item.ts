/** Rows as JSON, and their conversion from DynamoDB's format. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

export type Item = { readonly [name: string]: Json };

/**
 * Sorts the members of a row of the document client by name. The table does not keep their order, and equal
 * rows must serialize equally. Omits undefined members.
 */
export const toItem = (row: object): Item => sorted(row) as Item;

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null || value instanceof Set || ArrayBuffer.isView(value))
    return value;
  const item: Record<string, unknown> = {};
  for (const name of Object.keys(value).sort()) {
    const member = (value as Readonly<Record<string, unknown>>)[name];
    if (member !== undefined) item[name] = sorted(member);
  }
  return item;
}

/** Converts a row of streams, errors and queries in one pass. Sorts its members as toItem does. */
export function fromWire(row: Readonly<Record<string, AttributeValue>>): Item {
  const item: Record<string, unknown> = {};
  for (const name of Object.keys(row).sort()) {
    const value = memberOf(row[name] as AttributeValue);
    // An assignment would set the prototype.
    if (name === '__proto__') Object.defineProperty(item, name, { value, enumerable: true });
    else item[name] = value;
  }
  return item as Item;
}

function memberOf(value: AttributeValue): unknown {
  if (value.S !== undefined) return value.S;
  if (value.M !== undefined) return fromWire(value.M);
  if (value.N !== undefined) return Number(value.N);
  if (value.L !== undefined) return value.L.map(memberOf);
  if (value.NULL !== undefined) return null;
  if (value.SS !== undefined) return new Set(value.SS);
  if (value.BS !== undefined) return new Set(value.BS);
  return value.BOOL ?? value.B;
}
