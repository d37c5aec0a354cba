/** Finds members of an attribute's value that its schema does not have, such as those of the items of a list. */
import type { Schema } from '../declare/attribute.ts';
import { isObject, pointerPart } from './document.ts';

export interface Unknown {
  /** Pointer of the object that has the member. */
  readonly within: string;
  readonly name: string;
  /** Those that could be meant. */
  readonly names: readonly string[];
}

/** The parts of valibot schemas that lead to others. A pipe has those of its first schema. */
interface Node {
  readonly type: string;
  readonly wrapped?: Node;
  readonly item?: Node;
  readonly entries?: Readonly<Record<string, Node>>;
}

/** @param pointer of the value. Other objects than those of `v.object` accept or reject unknown members themselves. */
export function* unknownWithin(value: unknown, schema: Schema, pointer: string): Generator<Unknown> {
  const { type, wrapped, item, entries } = schema as Node;
  if (wrapped) yield* unknownWithin(value, wrapped as Schema, pointer);
  else if (item && Array.isArray(value))
    for (const [index, each] of value.entries())
      yield* unknownWithin(each, item as Schema, `${pointer}/${index}`);
  else if (entries && type === 'object' && isObject(value))
    for (const [name, each] of Object.entries(value)) {
      const known = Object.hasOwn(entries, name) ? entries[name] : undefined;
      if (known) yield* unknownWithin(each, known as Schema, `${pointer}/${pointerPart(name)}`);
      else yield { within: pointer, name, names: Object.keys(entries) };
    }
}
