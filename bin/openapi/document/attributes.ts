/** Schemas for the attributes and relationships of responses and requests. */
import { resourceOf } from '../../../shared/kit/declare/api.ts';
import { type Attribute, isWritable } from '../../../shared/kit/declare/attribute.ts';
import type { Definitions } from '../../../shared/kit/declare/definitions.ts';
import type { Relationship } from '../../../shared/kit/declare/relationship.ts';
import type { Resource } from '../../../shared/kit/declare/resource.ts';
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

/** @returns the components for resource identifiers of related types. */
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

/** @param isRevealing includes attributes that are shown only once. */
export function shownAttributes(resource: Resource, isRevealing: boolean): Record<string, JsonSchema> {
  const shown = Object.entries(resource.attributes).filter(
    ([, { readable }]) =>
      readable === 'always' || readable === 'single' || (isRevealing && readable === 'once'),
  );
  return Object.fromEntries(
    shown.map(([name, attribute]) => [name, shownAttribute(resource, name, attribute)]),
  );
}

const meaningOf = ({ says }: Attribute | Relationship): JsonSchema =>
  says === undefined ? {} : { description: says };

function shownAttribute({ type, operations }: Resource, name: string, attribute: Attribute): JsonSchema {
  const { schema, shown, sent, initial, required, writable, maxItems } = attribute;
  const form = described(`${type}.${name}`, () => jsonSchemaOf(shown ?? sent ?? schema, 'shown'));
  // Attributes that clients omit show their initial value. The service sets all of those that it makes itself.
  const isOmitted = operations.includes('create') && !required && writable !== 'never';
  const isUnset = isOmitted && initial === null;
  const isNull = isUnset && !accepts(shown ?? schema, null);
  return {
    ...(isNull ? orNull(form) : form),
    ...meaningOf(attribute),
    ...(form['type'] === 'array' && writable !== 'never' && { maxItems }),
    ...(writable === 'never' && { readOnly: true }),
  };
}

/** @returns the attributes allowed in a document, and the required ones. */
export const sentAttributes = (resource: Resource, doing: Doing) =>
  sentMembers(resource.attributes, doing, (attribute, name) =>
    sentAttribute(`${resource.type}.${name}`, attribute, doing),
  );

function sentMembers<M extends Pick<Attribute | Relationship, 'writable' | 'required'>>(
  members: Readonly<Record<string, M>>,
  doing: Doing,
  schemaOf: (member: M, name: string) => JsonSchema,
) {
  const writable = Object.entries(members).filter(([, each]) => isWritable(each.writable, doing));
  const required = doing === 'create' ? writable.filter(([, each]) => each.required) : [];
  return {
    properties: Object.fromEntries(writable.map(([name, each]) => [name, schemaOf(each, name)])),
    required: required.map(([name]) => name),
  };
}

function sentAttribute(name: string, attribute: Attribute, doing: Doing): JsonSchema {
  const { schema, sent, maxItems, readable, requiredUnless } = attribute;
  const form = described(name, () => jsonSchemaOf(sent ?? schema, 'sent'));
  return {
    ...form,
    ...(form['type'] === 'array' && { maxItems }),
    ...(readable === 'never' && { writeOnly: true }),
    ...meaningOf(attribute),
    ...(requiredUnless !== undefined && doing === 'create' && neededUnless(attribute, requiredUnless)),
  };
}

/** Rules decide by records that the document does not contain, so `required` cannot list the attribute. */
const neededUnless = ({ says }: Attribute, exception: string): JsonSchema => ({
  description: [says, `Required, unless ${exception}.`].filter((each) => each !== undefined).join(' '),
  'x-required-unless': exception,
});

/** @throws Error if JSON Schema cannot express the attribute or it accepts anything. */
function described(name: string, convert: () => JsonSchema): JsonSchema {
  const add = 'Add `sent` or `shown` to the attribute';
  const form = (() => {
    try {
      return convert();
    } catch (cause) {
      throw new Error(`JSON Schema cannot express the schema of ${name}. ${add}.`, { cause });
    }
  })();
  const isAnything =
    Object.keys(form).length === 0 || Object.keys(Object(form['items'] ?? { x: 1 })).length === 0;
  if (isAnything) throw new Error(`The schema of ${name} accepts anything. ${add}.`);
  return form;
}

export function shownRelationships(resource: Resource): Record<string, JsonSchema> {
  const links = schemaRef('linkage-links');
  return Object.fromEntries(
    Object.entries(resource.relationships).map(([name, relationship]) => [
      name,
      {
        ...strictObject(
          { links, data: shownLinkage(resource, relationship) },
          relationship.many ? ['links'] : ['links', 'data'],
        ),
        ...meaningOf(relationship),
      },
    ]),
  );
}

/** Whether no record lacks the related one. */
export function isNeverNull({ attributes }: Resource, relationship: Relationship): boolean {
  if (relationship.many) return false;
  const { from, required, onDelete, always } = relationship;
  if (typeof from === 'object') {
    const { shown, schema, initial } = attributes[from.attribute] ?? {};
    return initial !== null && schema !== undefined && !accepts(shown ?? schema, null);
  }
  return always || (required && onDelete !== 'clear');
}

export function shownLinkage(resource: Resource, relationship: Relationship): JsonSchema {
  const identifier = identifierOf(relationship.type);
  if (relationship.many) return { type: 'array', items: identifier };
  return isNeverNull(resource, relationship) ? identifier : orNull(identifier);
}

export function sentLinkage({
  many,
  type,
  required,
}: Pick<Relationship, 'many' | 'type' | 'required'>): JsonSchema {
  const identifier = identifierOf(type);
  if (many) return { type: 'array', items: identifier, maxItems: 1000, ...(required && { minItems: 1 }) };
  return required ? identifier : orNull(identifier);
}

export const sentRelationships = ({ relationships }: Resource, doing: Doing) =>
  sentMembers(relationships, doing, (relationship) => ({
    type: 'object',
    properties: { data: sentLinkage(relationship) },
    required: ['data'],
  }));
