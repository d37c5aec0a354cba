/** Schemas for the documents of requests and responses. */

import { UNREADABLE } from '../../../shared/kit/crud/read/without-damaged.ts';
import { resourceOf } from '../../../shared/kit/declare/api.ts';
import type { Schema } from '../../../shared/kit/declare/attribute.ts';
import type { Definitions } from '../../../shared/kit/declare/definitions.ts';
import type { Relationship } from '../../../shared/kit/declare/relationship.ts';
import {
  flagsOf,
  type PageSpelling,
  type Resource,
  takesRecords,
} from '../../../shared/kit/declare/resource.ts';
import { MAX_IGNORED } from '../../../shared/kit/jsonapi/ignored-members.ts';
import { pageMeta } from '../../../shared/kit/jsonapi/page.ts';
import { required } from '../../../shared/kit/values/required.ts';
import {
  type Doing,
  idOf,
  sentAttributes,
  sentRelationships,
  shownAttributes,
  shownLinkage,
  shownRelationships,
} from './attributes.ts';
import {
  constant,
  type JsonSchema,
  jsonSchemaOf,
  openObject,
  orNull,
  schemaRef,
  strictObject,
  url,
} from './json-schema.ts';

type ApiData = Pick<Definitions, 'resources'>;

export const jsonapiMember = strictObject({ version: constant('1.0') });
const jsonapi = schemaRef('jsonapi');

/**
 * A resource object in a response. All attributes and relationships are optional, because `fields[<type>]`
 * can omit them.
 */
export function resourceObjectSchema(api: ApiData, resource: Resource, isRevealing = false): JsonSchema {
  const { type, relationships, meta } = resource;
  const attributes = strictObject(shownAttributes(resource, isRevealing), []);
  const hasRelationships = Object.keys(relationships).length > 0;
  const members = {
    type: constant(type),
    id: idOf(api, type),
    attributes,
    ...(hasRelationships && { relationships: strictObject(shownRelationships(resource), []) }),
    links: strictObject({ self: url }),
    ...(meta && { meta: jsonSchemaOf(meta, 'shown') }),
  };
  return strictObject(members, ['type', 'id', 'attributes', 'links']);
}

/** @returns the types that a type can include. */
export function includedTypes(api: ApiData, resource: Resource): string[] {
  const types = new Set<string>();
  for (const path of resource.includes) {
    let at = resource;
    for (const name of path.split('.')) {
      const { type } = required(at.relationships[name], `${at.type} has no relationship ${name}.`);
      types.add(type);
      at = resourceOf(api, type);
    }
  }
  return [...types].toSorted();
}

function included(api: ApiData, resource: Resource): { included?: JsonSchema } {
  const refs = includedTypes(api, resource).map(schemaRef);
  if (refs.length === 0) return {};
  const items = refs.length === 1 ? refs[0] : { oneOf: refs, discriminator: { propertyName: 'type' } };
  return { included: { type: 'array', items } };
}

export const remarksMember: JsonSchema = {
  description: 'Only in responses to writes with members that were ignored.',
  ...strictObject(
    {
      ignored: {
        type: 'array',
        minItems: 1,
        maxItems: MAX_IGNORED,
        items: strictObject({ pointer: { type: 'string' }, nearest: orNull({ type: 'string' }) }),
      },
      'ignored-more': {
        type: 'integer',
        minimum: 1,
        description: 'The number of ignored members beyond those listed.',
      },
    },
    ['ignored'],
  ),
};

/** `meta` in responses to writes that ignore members. */
function remarks({ operations, actions, unknownMembers, asynchronous }: Resource): { meta?: JsonSchema } {
  const creates = operations.includes('create') && !asynchronous;
  const takes = creates || operations.includes('update') || Object.values(actions).some(takesRecords);
  return takes && unknownMembers === 'ignored' ? { meta: schemaRef('remarks') } : {};
}

/** @param data reference to the resource object's schema. */
export const recordDocument = (api: ApiData, resource: Resource, data: JsonSchema): JsonSchema =>
  strictObject(
    { jsonapi, data, ...included(api, resource), ...remarks(resource), links: strictObject({ self: url }) },
    ['jsonapi', 'data', 'links'],
  );

/** Only for responses to reads. */
export const nullableRecordDocument = (api: ApiData, resource: Resource): JsonSchema =>
  recordDocument(api, { ...resource, operations: [], actions: {} }, orNull(schemaRef(resource.type)));

const wholeNumber = (minimum: number): JsonSchema => ({ type: 'integer', minimum });

/** `meta.page` in the spelling of the resource. */
function pageSchema(spelling: PageSpelling): JsonSchema | undefined {
  const spelled = pageMeta({ number: 1, size: 1, total: 0 }, spelling);
  if (!spelled) return undefined;
  const members = Object.entries(spelled).map(([name, value]): [string, JsonSchema] => [
    name,
    value === null ? { type: ['integer', 'null'], minimum: 1 } : wholeNumber(name === 'total' ? 0 : 1),
  ]);
  return strictObject(Object.fromEntries(members));
}

/** @param meta further members of the top-level `meta`. */
export function pageDocument(
  api: ApiData,
  resource: Resource,
  meta: Readonly<Record<string, Schema>> = {},
): JsonSchema {
  const page = pageSchema(resource.pageMeta);
  const pageUrl = orNull(url);
  const links = { self: url, ...(page && { first: url, last: url, prev: pageUrl, next: pageUrl }) };
  const members = {
    jsonapi,
    data: { type: 'array', items: schemaRef(resource.type) },
    ...included(api, resource),
    ...metaOf(resource, { ...(page && { page }), ...shownBy(meta) }),
    links: strictObject(links),
  };
  const optional = ['included', ...(page ? [] : ['meta'])];
  const always = Object.keys(members).filter((name) => !optional.includes(name));
  return strictObject(members, always);
}

/** Records that users own can be unreadable. */
function metaOf({ owner }: Resource, always: Readonly<Record<string, JsonSchema>>): { meta?: JsonSchema } {
  const all = { ...always, ...(owner !== 'platform' && { [UNREADABLE]: unreadableMember }) };
  return Object.keys(all).length > 0 ? { meta: strictObject(all, Object.keys(always)) } : {};
}

const unreadableMember: JsonSchema = {
  type: 'array',
  minItems: 1,
  description:
    'Records of the list that cannot be shown because of a fault of the service, of which its operator has been told. ' +
    'Absent if there are none. `page` can count them.',
  items: strictObject({ type: { type: 'string' }, id: { type: 'string' } }),
};

const shownBy = (meta: Readonly<Record<string, Schema>>): Record<string, JsonSchema> =>
  Object.fromEntries(Object.entries(meta).map(([name, schema]) => [name, jsonSchemaOf(schema, 'shown')]));

export const listDocument = (resource: Resource): JsonSchema =>
  strictObject(
    {
      jsonapi,
      data: { type: 'array', items: schemaRef(resource.type) },
      ...remarks({ ...resource, operations: [] }),
      links: strictObject({ self: url }),
    },
    ['jsonapi', 'data', 'links'],
  );

export const linkageDocument = (resource: Resource, relationship: Relationship): JsonSchema =>
  strictObject({
    jsonapi,
    data: shownLinkage(resource, relationship),
    links: schemaRef('linkage-links'),
  });

/** The resource object in a request. Ignored members are allowed. */
export function sentObjectSchema(api: ApiData, resource: Resource, doing: Doing): JsonSchema {
  const { type, unknownMembers, updateFlags } = resource;
  const object = unknownMembers === 'rejected' ? strictObject : openObject;
  const attributes = sentAttributes(resource, doing);
  const relationships = sentRelationships(resource, doing);
  const flags = flagsOf(resource, doing).map((flag) => [
    flag,
    { type: 'boolean', ...(updateFlags[flag] && { description: updateFlags[flag].says }) },
  ]);
  const members = {
    type: constant(type),
    ...(doing === 'update' && { id: idOf(api, type) }),
    attributes: object(attributes.properties, attributes.required),
    ...(Object.keys(relationships.properties).length > 0 && {
      relationships: object(relationships.properties, relationships.required),
    }),
    ...(flags.length > 0 && { meta: openObject(Object.fromEntries(flags), []) }),
  };
  const always = [
    'type',
    ...(doing === 'update' ? ['id'] : []),
    ...(attributes.required.length > 0 ? ['attributes'] : []),
    ...(relationships.required.length > 0 ? ['relationships'] : []),
  ];
  return openObject(members, always);
}

export const sentDocument = (data: JsonSchema): JsonSchema => openObject({ data }, ['data']);
