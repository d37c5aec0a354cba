/** The order of members within attributes, which the table does not keep. ETags depend on it. */
import type { Schema } from '../declare/attribute.ts';
import { partsOf } from '../declare/schema-parts.ts';
import { isObject } from './document.ts';

/** @returns the value with the members of its objects in the order of the schema. */
export function inDeclaredOrder(value: unknown, schema: Schema): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { wrapped, item, entries } = partsOf(schema);
  if (wrapped) return inDeclaredOrder(value, wrapped);
  if (Array.isArray(value)) return item ? value.map((each) => inDeclaredOrder(each, item)) : value;
  if (!entries || !isObject(value)) return value;
  const declared = Object.entries(entries).flatMap(([name, of]) =>
    Object.hasOwn(value, name) ? [[name, inDeclaredOrder(value[name], of)] as const] : [],
  );
  return { ...Object.fromEntries(declared), ...value };
}
