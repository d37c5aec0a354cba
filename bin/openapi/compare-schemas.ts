/** Finds what requests can no longer send and responses no longer promise, in schemas of two documents. */
import { isDeepStrictEqual } from 'node:util';
import type { OpenApi } from './document/openapi.ts';

export type Json = Readonly<Record<string, unknown>>;

/** A sentence. */
export type Finding = string;

export interface SchemaPosition {
  /** Where it is, for the sentence. */
  readonly at: string;
  /** 'sent': the new schema must accept what the old one accepted. 'shown': the reverse. */
  readonly direction: 'sent' | 'shown';
}

/** @returns what a reference points to; anything else as it is. */
export function resolved(document: OpenApi, value: Json): Json {
  const { $ref } = value as { $ref?: string };
  if ($ref === undefined) return value;
  let at: unknown = document;
  for (const part of $ref.split('/').slice(1))
    at = Object(at)[part.replaceAll('~1', '/').replaceAll('~0', '~')];
  return resolved(document, at as Json);
}

export const nameOf = ({ $ref }: { readonly $ref?: string }): string | undefined => $ref?.split('/').at(-1);

/** One alternative of a schema. */
interface Variant {
  /** The name of its component. */
  readonly name: string | undefined;
  readonly schema: Json;
  /** Alternatives with the same key are compared with each other. */
  readonly key: string;
  /** Whether it is a type of records. */
  readonly isNamed: boolean;
}

/** Limits that break requests when they become tighter: 1 if a larger value is tighter. */
const limits = { minLength: 1, minimum: 1, minItems: 1, maxLength: -1, maximum: -1, maxItems: -1 } as const;

export class SchemaComparison {
  readonly released: OpenApi;
  readonly current: OpenApi;
  readonly #seen = new Set<string>();

  constructor(released: OpenApi, current: OpenApi) {
    this.released = released;
    this.current = current;
  }

  /** @returns what breaks. Each component is compared once in each direction, and named in its findings. */
  compare(position: SchemaPosition, before: Json, after: Json): Finding[] {
    const old = this.#variants(this.released, before);
    const now = this.#variants(this.current, after);
    const pairs = old.flatMap((each) => {
      const candidates = now.filter(({ key }) => key === each.key);
      const same = likest(each, candidates);
      return same ? [[each, same] as const] : [];
    });
    return [
      ...lostVariants(position, old, now),
      ...pairs.flatMap(([each, same]) => this.#pair(position, each, same)),
    ];
  }

  /** The alternatives of a schema, each of one type. */
  #variants(document: OpenApi, schema: Json, parent?: string): Variant[] {
    const name = nameOf(schema) ?? parent;
    const whole = resolved(document, schema);
    const some = (whole['anyOf'] ?? whole['oneOf']) as readonly Json[] | undefined;
    if (some) return some.flatMap((each) => this.#variants(document, each));
    const types: readonly unknown[] = [whole['type']].flat();
    const isNamed = propertiesOf(whole)['type']?.['const'] !== undefined;
    return types.map((type) => {
      const one = { ...whole, type };
      return { name, schema: one, key: keyOf(one), isNamed };
    });
  }

  #pair({ at, direction }: SchemaPosition, before: Variant, after: Variant): Finding[] {
    const isComponent = before.name !== undefined && before.name === after.name;
    const key = `${direction} ${before.name} ${before.key}`;
    if (isComponent && this.#seen.has(key)) return [];
    if (isComponent) this.#seen.add(key);
    const position = { at: isComponent ? (before.name ?? at) : at, direction };
    const old = before.schema;
    const now = after.schema;
    return [
      ...valuesOf(position, old, now),
      ...formOf(position, old, now),
      ...(direction === 'sent' ? tightened(position.at, old, now) : []),
      ...this.#members(position, old, now),
      ...this.#items(position, old, now),
    ];
  }

  #members({ at, direction }: SchemaPosition, before: Json, after: Json): Finding[] {
    const old = propertiesOf(before);
    const now = propertiesOf(after);
    const needed = requiredOf(before);
    const needs = requiredOf(after);
    const demanded = direction === 'sent' ? needs.filter((name) => !needed.includes(name)) : [];
    return [
      ...demanded.map((name) => `${at}.${name} is required.`),
      ...Object.entries(old).flatMap(([name, schema]) => {
        const same = now[name];
        if (!same) return [`${at}.${name} is gone.`];
        const isUncertain = direction === 'shown' && needed.includes(name) && !needs.includes(name);
        return [
          ...(isUncertain ? [`${at}.${name} can be missing.`] : []),
          ...this.compare({ at: `${at}.${name}`, direction }, schema, same),
        ];
      }),
    ];
  }

  #items({ at, direction }: SchemaPosition, before: Json, after: Json): Finding[] {
    const [old, now] = [before['items'], after['items']] as (Json | undefined)[];
    return old && now ? this.compare({ at: `${at}[]`, direction }, old, now) : [];
  }
}

/** Picks the unchanged alternative among those with one key, or else the one with the same members. */
function likest({ schema }: Variant, candidates: readonly Variant[]): Variant | undefined {
  const unchanged = candidates.find((each) => isDeepStrictEqual(each.schema, schema));
  const differences = (each: Variant) => {
    const old = Object.keys(propertiesOf(schema));
    const now = Object.keys(propertiesOf(each.schema));
    return [...old.filter((name) => !now.includes(name)), ...now.filter((name) => !old.includes(name))]
      .length;
  };
  return unchanged ?? candidates.toSorted((left, right) => differences(left) - differences(right))[0];
}

const propertiesOf = (schema: Json) => (schema['properties'] ?? {}) as Readonly<Record<string, Json>>;
const requiredOf = (schema: Json) => (schema['required'] ?? []) as readonly string[];

/** What cannot be sent any more, or can be shown from now on: further types of records are additions. */
function lostVariants(
  { at, direction }: SchemaPosition,
  old: readonly Variant[],
  now: readonly Variant[],
): Finding[] {
  const [from, to] = direction === 'sent' ? [old, now] : [now, old];
  const lost = from.filter(({ key }) => !to.some((each) => each.key === key || each.key === ANYTHING));
  const keys = (some: readonly Variant[]) => some.map(({ key }) => key).join(' or ');
  const isOther = lost.length > 0 && !old.some(({ key }) => now.some((each) => each.key === key));
  if (isOther) return [`${at} is ${keys(now)} instead of ${keys(old)}.`];
  if (direction === 'sent') return lost.map(({ key }) => `${at} can no longer be ${key}.`);
  return lost.filter(({ isNamed }) => !isNamed).map(({ key }) => `${at} can be ${key}.`);
}

const ANYTHING = 'anything';

/** Records in a list are distinguished by their constant `type`. */
const keyOf = (schema: Json): string =>
  String(propertiesOf(schema)['type']?.['const'] ?? schema['type'] ?? ANYTHING);

const valuesIn = (schema: Json): readonly unknown[] | undefined =>
  'const' in schema ? [schema['const']] : (schema['enum'] as readonly unknown[] | undefined);

/** Responses may get new values, but must keep at least one old value. */
function valuesOf({ at, direction }: SchemaPosition, before: Json, after: Json): Finding[] {
  const old = valuesIn(before);
  const now = valuesIn(after);
  if (direction === 'sent') {
    const lost = old?.filter((value) => now && !now.includes(value)) ?? [];
    if (now && !old) return [`${at} must be one of ${now.join(', ')}.`];
    return lost.length > 0 ? [`${at} can no longer be ${lost.join(' or ')}.`] : [];
  }
  if (old && !now) return [`${at} can have any value.`];
  const isOther = old && now && !now.some((value) => old.includes(value));
  return isOther ? [`${at} is ${now.join(' or ')} instead of ${old.join(' or ')}.`] : [];
}

/** Patterns by those that accept more. */
const narrower = new Map<unknown, string>([['[^\\x00-@\\[-\\x7f]', '\\p{Lu}']]);

/** Requests may lose a required format, and responses may gain one. */
function formOf({ at, direction }: SchemaPosition, before: Json, after: Json): Finding[] {
  const [promised, kept] = direction === 'sent' ? [after, before] : [before, after];
  const others = ['pattern', 'format'].filter(
    (name) =>
      promised[name] !== undefined &&
      promised[name] !== kept[name] &&
      !(narrower.has(promised[name]) && narrower.get(promised[name]) === kept[name]),
  );
  return others.map((name) =>
    after[name] === undefined ? `${at} has no ${name}.` : `${at} has the ${name} ${after[name]}.`,
  );
}

function tightened(at: string, before: Json, after: Json): Finding[] {
  const tighter = Object.entries(limits).filter(([name, sign]) => {
    const [old, now] = [before[name], after[name]] as (number | undefined)[];
    return now !== undefined && (old === undefined || (now - old) * sign > 0);
  });
  const isClosed = after['additionalProperties'] === false && before['additionalProperties'] !== false;
  return [
    ...tighter.map(([name]) => `${at} has a ${name} of ${after[name]}.`),
    ...(isClosed ? [`${at} no longer takes other members.`] : []),
  ];
}
