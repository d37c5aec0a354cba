/** Attributes and relationships of a type as schemas: what is shown, and what may be sent. */
import { resourceOf } from '../declare/api.ts';
import { type Attribute, isWritable } from '../declare/attribute.ts';
import type { Definitions } from '../declare/definitions.ts';
import type { Relationship } from '../declare/relationship.ts';
import type { Resource } from '../declare/resource.ts';
import {
  accepts,
  constant,
  type JsonSchema,
  jsonSchemaOf,
  orNull,
  schemaRef,
  strictObject,
  url,
} from './json-schema.ts';

export type Doing = 'create' | 'update';
type ApiData = Pick<Definitions, 'resources'>;

export const idOf = (api: ApiData, type: string): JsonSchema => ({
  type: 'string',
  pattern: resourceOf(api, type).idPattern.source,
});

const identifierOf = (type: string) => schemaRef(`${type}.identifier`);

/** Resource identifiers of the types that relationships lead to, by the names of their components. */
export function identifiers(api: ApiData): readonly (readonly [string, JsonSchema])[] {
  const types = api.resources.flatMap(({ relationships }) =>
    Object.values(relationships).map(({ type }) => type),
  );
  return [...new Set(types)].map((type) => [
    `${type}.identifier`,
    strictObject({ type: constant(type), id: idOf(api, type) }),
  ]);
}

export const linkageLinks = strictObject({ self: url, related: url });

/** @param isRevealing with attributes that are shown once. */
export function shownAttributes(resource: Resource, isRevealing: boolean): Record<string, JsonSchema> {
  const shown = Object.entries(resource.attributes).filter(
    ([, { readable }]) => readable === 'always' || (isRevealing && readable === 'once'),
  );
  return Object.fromEntries(
    shown.map(([name, attribute]) => [name, shownAttribute(resource, name, attribute)]),
  );
}

function shownAttribute({ type }: Resource, name: string, attribute: Attribute): JsonSchema {
  const { schema, shown, sent, initial, required, writable, maxItems } = attribute;
  const form = described(`${type}.${name}`, () => jsonSchemaOf(shown ?? sent ?? schema, 'shown'));
  // One that nobody has sent yet shows its initial value.
  const isUnset = !required && writable !== 'never' && initial === null;
  const isNull = isUnset && !accepts(shown ?? schema, null);
  return {
    ...(isNull ? orNull(form) : form),
    ...(form['type'] === 'array' && writable !== 'never' && { maxItems }),
    ...(writable === 'never' && { readOnly: true }),
  };
}

/** Attributes that a document may have, and those of them that it must have. */
export function sentAttributes(resource: Resource, doing: Doing) {
  const writable = Object.entries(resource.attributes).filter(([, each]) => isWritable(each.writable, doing));
  const required = doing === 'create' ? writable.filter(([, each]) => each.required) : [];
  return {
    properties: Object.fromEntries(
      writable.map(([name, attribute]) => [name, sentAttribute(`${resource.type}.${name}`, attribute)]),
    ),
    required: required.map(([name]) => name),
  };
}

function sentAttribute(name: string, { schema, sent, maxItems, readable }: Attribute): JsonSchema {
  const form = described(name, () => jsonSchemaOf(sent ?? schema, 'sent'));
  return {
    ...form,
    ...(form['type'] === 'array' && { maxItems }),
    ...(readable === 'never' && { writeOnly: true }),
  };
}

/** @throws Error when the form of the attribute is not known. */
function described(name: string, convert: () => JsonSchema): JsonSchema {
  const add = 'add `sent` or `shown` to the attribute';
  const form = (() => {
    try {
      return convert();
    } catch (cause) {
      throw new Error(`${name} has a schema that JSON Schema cannot express: ${add}.`, { cause });
    }
  })();
  const isAnything =
    Object.keys(form).length === 0 || Object.keys(Object(form['items'] ?? { x: 1 })).length === 0;
  if (isAnything) throw new Error(`${name} has a schema that accepts anything: ${add}.`);
  return form;
}

export function shownRelationships(resource: Resource): Record<string, JsonSchema> {
  const links = schemaRef('linkage-links');
  return Object.fromEntries(
    Object.entries(resource.relationships).map(([name, relationship]) => [
      name,
      strictObject({ links, data: shownLinkage(relationship) }, ['links']),
    ]),
  );
}

export const shownLinkage = ({ many, type }: Pick<Relationship, 'many' | 'type'>): JsonSchema =>
  many ? { type: 'array', items: identifierOf(type) } : orNull(identifierOf(type));

export function sentLinkage({
  many,
  type,
  required,
}: Pick<Relationship, 'many' | 'type' | 'required'>): JsonSchema {
  const identifier = identifierOf(type);
  if (many) return { type: 'array', items: identifier, maxItems: 1000, ...(required && { minItems: 1 }) };
  return required ? identifier : orNull(identifier);
}

export function sentRelationships(resource: Resource, doing: Doing) {
  const writable = Object.entries(resource.relationships).filter(([, each]) =>
    isWritable(each.writable, doing),
  );
  const required = doing === 'create' ? writable.filter(([, each]) => each.required) : [];
  return {
    properties: Object.fromEntries(
      writable.map(([name, relationship]) => [
        name,
        { type: 'object', properties: { data: sentLinkage(relationship) }, required: ['data'] },
      ]),
    ),
    required: required.map(([name]) => name),
  };
}
