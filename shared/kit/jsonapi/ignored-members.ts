/** Finds unknown members of a write, which are ignored and listed in the response. */
import leven from 'leven';
import type { Resource } from '../declare/resource.ts';
import { isObject, itemPointer, pointerPart } from './document.ts';

export interface IgnoredMember {
  /** JSON pointer (RFC 6901) into the request document. */
  readonly pointer: string;
  /** A field with a similar name. */
  readonly nearest: string | null;
}

/** Maximum number in a response. A body of 1 MB could have 170,000. */
export const MAX_IGNORED = 100;
/** Longer names are not listed, because the response would repeat them. */
export const MAX_NAME = 255;
/** Maximum edit distance of similar names. */
const MAX_EDITS = 2;

const parts = ['attributes', 'relationships'] as const;
type MemberKind = (typeof parts)[number];
type Declared = Pick<Resource, MemberKind | 'unknownMembers'>;

/**
 * @param body a parsed document with one resource object or a list of them.
 * @returns unknown attributes and relationships, in the order of the document.
 */
export function ignoredMembers(body: unknown, resource: Declared): readonly IgnoredMember[] {
  if (resource.unknownMembers === 'rejected' || !isObject(body)) return [];
  const { data } = body;
  const found: IgnoredMember[] = [];
  for (const [index, object] of [data].flat().entries()) {
    for (const { part, name } of unknownMembers(object, resource)) {
      if (found.length === MAX_IGNORED) return found;
      const pointer = `/data/${part}/${pointerPart(name)}`;
      const at = Array.isArray(data) ? itemPointer(pointer, index) : pointer;
      found.push({ pointer: at, nearest: nearestOf(name, part, resource) });
    }
  }
  return found;
}

function* unknownMembers(object: unknown, resource: Declared): Generator<{ part: MemberKind; name: string }> {
  if (!isObject(object)) return;
  for (const part of parts) {
    const sent = object[part];
    if (!isObject(sent)) continue;
    const known = new Set(namesOf(part, resource));
    for (const name of Object.keys(sent))
      if (!known.has(name) && name.length <= MAX_NAME) yield { part, name };
  }
}

/** @returns names that clients know, without internal attributes. */
const namesOf = (part: MemberKind, { attributes, relationships }: Declared): string[] =>
  part === 'relationships'
    ? Object.keys(relationships)
    : Object.entries(attributes).flatMap(([name, { readable, writable }]) =>
        readable === 'never' && writable === 'never' ? [] : name,
      );

/** Also finds relationships for attributes and vice versa, because they share one namespace. */
function nearestOf(name: string, part: MemberKind, resource: Declared): string | null {
  const names = [part, ...parts.filter((each) => each !== part)].flatMap((each) => namesOf(each, resource));
  const near = names.flatMap((known) => {
    if (Math.abs(known.length - name.length) > MAX_EDITS) return [];
    const edits = leven(name, known, { maxDistance: MAX_EDITS + 1 });
    return edits <= MAX_EDITS ? [{ known, edits }] : [];
  });
  return near.toSorted((left, right) => left.edits - right.edits)[0]?.known ?? null;
}
