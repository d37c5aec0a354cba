/** Finds unknown members of a write, which are ignored and listed in the response. */
import * as v from 'valibot';
import { isWritable, type Schema } from '../declare/attribute.ts';
import type { Resource } from '../declare/resource.ts';
import { partsOf } from '../declare/schema-parts.ts';
import { nearestOf } from '../values/nearest-name.ts';
import { isObject, itemPointer, objectMembers, pointerPart } from './document.ts';

export interface IgnoredMember {
  /** JSON pointer (RFC 6901) into the request document. */
  readonly pointer: string;
  /** A field with a similar name. */
  readonly nearest: string | null;
}

/** The members of `meta` that list what a write has ignored. */
export type Ignored = {
  readonly ignored: readonly IgnoredMember[];
  /** How many more there are than are listed. */
  readonly 'ignored-more'?: number;
};

/** Maximum number in a response. A body of 1 MB could have 170,000. */
export const MAX_IGNORED = 100;

/** The schema of these members, for the declared `meta` of actions. */
export const shownIgnored = {
  ignored: v.optional(
    v.pipe(
      v.array(v.strictObject({ pointer: v.string(), nearest: v.nullable(v.string()) })),
      v.minLength(1),
      v.maxLength(MAX_IGNORED),
    ),
  ),
  'ignored-more': v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
} as const;
/** The response does not repeat longer names, and points to the object that has the member. @internal */
export const MAX_NAME = 255;

const parts = ['attributes', 'relationships'] as const;
type MemberKind = (typeof parts)[number];
type Declared = Pick<Resource, MemberKind | 'unknownMembers'>;

/**
 * @param body a parsed document with one resource object or a list of them.
 * @param unused members that the type has, and whose values were ignored.
 * @returns unknown attributes and relationships, and unknown members within attributes, in the order of the
 * document. Undefined if there are none.
 */
export function ignoredMembers(
  body: unknown,
  resource: Declared,
  unused: readonly IgnoredMember[] = [],
): Ignored | undefined {
  const ignored = [...unused];
  let more = 0;
  for (const { within, name, names } of unknownMembers(body, resource)) {
    const pointer = name.length > MAX_NAME ? within : `${within}/${pointerPart(name)}`;
    if (ignored.length < MAX_IGNORED) ignored.push({ pointer, nearest: nearestOf(name, names) });
    else more += 1;
  }
  if (ignored.length === 0) return undefined;
  return { ignored, ...(more > 0 && { 'ignored-more': more }) };
}

function* unknownMembers(body: unknown, resource: Declared): Generator<Unknown> {
  if (resource.unknownMembers === 'rejected' || !isObject(body)) return;
  const { data } = body;
  for (const [index, object] of [data].flat().entries())
    for (const unknown of unknownIn(object, resource))
      yield Array.isArray(data) ? { ...unknown, within: itemPointer(unknown.within, index) } : unknown;
}

function* unknownIn(object: unknown, resource: Declared): Generator<Unknown> {
  if (!isObject(object)) return;
  const names = parts.flatMap((part) => namesOf(part, resource));
  for (const name of Object.keys(object))
    if (!objectMembers.has(name)) yield { within: '/data', name, names };
  for (const part of parts) {
    const sent = object[part];
    if (!isObject(sent)) continue;
    const declared = new Set(namesOf(part, resource));
    for (const [name, value] of Object.entries(sent)) {
      if (!declared.has(name)) yield { within: `/data/${part}`, name, names: allNames(part, resource) };
      else if (part === 'attributes') yield* withinAttribute(resource, name, value);
    }
  }
}

function* withinAttribute({ attributes }: Declared, name: string, value: unknown): Generator<Unknown> {
  const attribute = attributes[name];
  if (!attribute || !(isWritable(attribute.writable, 'create') || isWritable(attribute.writable, 'update')))
    return;
  yield* unknownWithin(value, attribute.sent ?? attribute.schema, `/data/attributes/${pointerPart(name)}`);
}

/** @returns names that clients know, without internal attributes. */
const namesOf = (part: MemberKind, { attributes, relationships }: Declared): string[] =>
  part === 'relationships'
    ? Object.keys(relationships)
    : Object.entries(attributes).flatMap(([name, { readable, writable }]) =>
        readable === 'never' && writable === 'never' ? [] : name,
      );

/** Includes the names of the other part, because attributes and relationships share one namespace. */
const allNames = (part: MemberKind, resource: Declared): string[] =>
  [part, ...parts.filter((each) => each !== part)].flatMap((each) => namesOf(each, resource));

interface Unknown {
  /** Pointer of the object that has the member. */
  readonly within: string;
  readonly name: string;
  /** The names that could be meant. */
  readonly names: readonly string[];
}

/**
 * Finds members of an attribute's value that its schema does not have, such as those of the items of a list.
 * Other objects than those of `v.object` accept or reject unknown members themselves.
 * @param pointer of the value.
 */
function* unknownWithin(value: unknown, schema: Schema, pointer: string): Generator<Unknown> {
  const { type, wrapped, item, entries } = partsOf(schema);
  if (wrapped) yield* unknownWithin(value, wrapped, pointer);
  else if (item && Array.isArray(value))
    for (const [index, each] of value.entries()) yield* unknownWithin(each, item, `${pointer}/${index}`);
  else if (entries && type === 'object' && isObject(value))
    for (const [name, each] of Object.entries(value)) {
      const member = Object.hasOwn(entries, name) ? entries[name] : undefined;
      if (member) yield* unknownWithin(each, member, `${pointer}/${pointerPart(name)}`);
      else yield { within: pointer, name, names: Object.keys(entries) };
    }
}
