/** Requests as large as their declarations allow: everything included, the longest texts, the most members. */
import * as v from 'valibot';
import { resourceOf } from '../../shared/kit/declare/api.ts';
import { isWritable, type Schema } from '../../shared/kit/declare/attribute.ts';
import type { Resource } from '../../shared/kit/declare/resource.ts';
import type { Route } from '../../shared/kit/declare/routes.ts';
import { definitions } from '../../shared/service/definitions.ts';

type Members = Readonly<Record<string, unknown>>;

/** The resource that the response shows, whose queries the route accepts. */
function shownBy({ serving }: Route): { shown: Resource; isList: boolean } | undefined {
  if (serving.does === 'list' || serving.does === 'read')
    return { shown: serving.resource, isList: serving.does === 'list' };
  if (serving.does !== 'related') return undefined;
  const relationship = serving.resource.relationships[serving.relationship];
  return { shown: resourceOf(definitions, relationship?.type ?? ''), isList: relationship?.many === true };
}

export const isList = (route: Route): boolean => shownBy(route)?.isList === true;

/** Queries with the largest pages: all include paths, each of them, each sort and each filter. */
export function largeQueries(route: Route): string[] {
  const found = shownBy(route);
  if (!found) return [''];
  const { shown, isList } = found;
  const includes = ['', shown.includes.join(), ...shown.includes].map((paths) => `include=${paths}`);
  const shapes = includes.filter((each, at) => at === 0 || each !== 'include=');
  shapes[0] = '';
  if (!isList || shown.pageMeta === 'none') return shapes;
  const filters = Object.entries(shown.filters).map(([name, { example }]) => `filter[${name}]=${example}`);
  const sorts = shown.sorts.map((field) => `sort=-${field}`);
  const sizes = [20, shown.pageSize.max].map((size) => `page[size]=${size}`);
  return sizes.flatMap((size) => [...shapes, ...filters, ...sorts].map((query) => `${size}&${query}`));
}

/** 200 credits with the longest names. */
const extendedCredits = Array.from({ length: 200 }, (_, number) => ({
  role: 'assistant_recording_engineer',
  name: `${'\u{1f3bb}'.repeat(250)}${number}`,
}));

/** The longest texts that the schemas accept. Rules can still reject them. */
export function longestAttributes(resource: Resource, does: 'create' | 'update'): Members {
  const writable = Object.entries(resource.attributes).filter(([, each]) => isWritable(each.writable, does));
  const texts = writable.flatMap(([name, { schema }]) => {
    if (name === 'extended-credits') return [[name, extendedCredits]];
    const text = longestOf(schema);
    return text === undefined ? [] : [[name, text]];
  });
  return Object.fromEntries(texts);
}

function longestOf(schema: Schema): string | undefined {
  const inner = 'wrapped' in schema ? (schema.wrapped as Schema) : schema;
  const length = Number(v.getMetadata(inner)['maxLength'] ?? 0);
  if (!Number.isSafeInteger(length)) return undefined;
  const candidates = [
    '\u{1f3bb}'.repeat(length),
    `https://files.example/${'x'.repeat(Math.max(0, length - 22))}`,
  ];
  return candidates.find((text) => text !== '' && v.is(schema, text));
}

/** Names of the relationships that take many members. */
export const manyIn = (
  { relationships }: Resource,
  does: 'create' | 'update',
): [name: string, type: string][] =>
  Object.entries(relationships).flatMap(([name, { many, writable, type }]) =>
    many && isWritable(writable, does) ? [[name, type]] : [],
  );

export interface Document {
  readonly attributes: Members;
  readonly relationships: Readonly<Record<string, { readonly data: unknown }>>;
}

/**
 * Makes a rejected document smaller: attributes that the response names are again those of the example, and so are
 * relationships, after half of their members were omitted for as often as possible. If it names nothing, all of them.
 */
export function reduced(document: Document, example: Document, errors: readonly object[]): Document {
  const pointers = errors.map((error) => String(Object(Object(error).source).pointer ?? ''));
  const namedIn = (members: Members, of: string) =>
    Object.keys(members).filter((name) =>
      pointers.some((pointer) => `${pointer}/`.startsWith(`/data/${of}/${name}/`)),
    );
  const attributes = namedIn(document.attributes, 'attributes');
  const relationships = namedIn(document.relationships, 'relationships');
  const isAny = attributes.length + relationships.length > 0;
  const halves = Object.entries(document.relationships).map(([name, { data }]) => {
    const isLess = !isAny || relationships.includes(name);
    if (!isLess) return [name, { data }];
    const isMany = Array.isArray(data) && data.length > 1;
    return [name, isMany ? { data: data.slice(0, data.length >> 1) } : example.relationships[name]];
  });
  const replaced = (isAny ? attributes : Object.keys(document.attributes)).map((name) => [
    name,
    example.attributes[name],
  ]);
  return {
    attributes: { ...document.attributes, ...Object.fromEntries(replaced) },
    relationships: Object.fromEntries(halves),
  };
}
