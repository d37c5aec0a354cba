/** Rows as JSON, and their conversion from and to DynamoDB's format. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

export type Item = { readonly [name: string]: Json };

/** A row, or a member of one, in wire format. */
type Wire = Readonly<Record<string, AttributeValue>>;

/** Omits undefined members. */
export const toWire = (row: object): Record<string, AttributeValue> =>
  marshall(row, { removeUndefinedValues: true });

/** Sorts members by name. The table does not keep their order, and equal rows must serialize equally. */
export function fromWire(row: Wire): Item {
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
