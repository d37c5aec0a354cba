/** Schemas for request bodies. */
import type { Definitions } from '../../../shared/kit/declare/definitions.ts';
import { type Endpoint, FORM_TYPE } from '../../../shared/kit/declare/endpoint.ts';
import type { ActionBody, Resource } from '../../../shared/kit/declare/resource.ts';
import type { Route } from '../../../shared/kit/declare/routes.ts';
import { MEDIA_TYPE } from '../../../shared/kit/jsonapi/types.ts';
import { type Doing, sentLinkage } from './attributes.ts';
import { sentDocument, sentObjectSchema } from './documents.ts';
import {
  constant,
  type JsonSchema,
  jsonSchemaOf,
  openObject,
  schemaRef,
  strictObject,
} from './json-schema.ts';

type ApiData = Pick<Definitions, 'resources'>;

interface RequestBody {
  readonly contentType: string;
  readonly schema: JsonSchema;
  /** The schema of the same body as a form. */
  readonly form?: JsonSchema;
  /** Defaults to true. */
  readonly isRequired?: boolean;
}

/** @returns undefined for routes without a body. */
function bodyOf({ serving }: Route): RequestBody | undefined {
  if (serving.does === 'endpoint') return endpointBody(serving.endpoint);
  const { resource, does } = serving;
  const of = (schema: JsonSchema): RequestBody => ({ contentType: MEDIA_TYPE, schema });
  if (does === 'create' || does === 'update') return of(sentDocument(schemaRef(`${resource.type}.${does}`)));
  if (does === 'action') {
    const { maxRecords, body } = resource.actions[serving.action] ?? {};
    if (body) return { ...of(sentDocument(actionObject(resource, body))), isRequired: !body.isOptional };
    const items = schemaRef(`${resource.type}.create`);
    return maxRecords === undefined
      ? undefined
      : of(sentDocument({ type: 'array', items, minItems: 1, maxItems: maxRecords }));
  }
  if (!('relationship' in serving) || does === 'related' || does === 'linkage') return undefined;
  const relationship = resource.relationships[serving.relationship];
  if (!relationship) return undefined;
  const isReplaced = does === 'replace-linkage';
  const required = isReplaced && relationship.required;
  return of(sentDocument(sentLinkage({ ...relationship, required })));
}

function actionObject(
  { type, unknownMembers }: Resource,
  { attributes, isOptional }: ActionBody,
): JsonSchema {
  const members = Object.entries(attributes).map(
    ([name, schema]) => [name, jsonSchemaOf(schema, 'sent')] as const,
  );
  const object = unknownMembers === 'rejected' ? strictObject : openObject;
  const required = isOptional ? [] : Object.keys(attributes);
  const sent = object(Object.fromEntries(members), required);
  return openObject({ type: constant(type), attributes: sent }, [
    'type',
    ...(isOptional ? [] : ['attributes']),
  ]);
}

function endpointBody({ body, contentType, form }: Endpoint): RequestBody | undefined {
  if (!body) return undefined;
  const members = Object.entries(body).map(([name, schema]) => [name, jsonSchemaOf(schema, 'sent')] as const);
  const schema = openObject(Object.fromEntries(members), Object.keys(body));
  return { contentType, schema, ...(form && { form: formSchema(members, form.aliases) }) };
}

/** A member with two names is required under one of them, which generators of clients cannot express. */
function formSchema(
  members: readonly (readonly [name: string, schema: JsonSchema])[],
  aliases: Readonly<Record<string, string | undefined>>,
): JsonSchema {
  const properties = members.flatMap(([name, schema]): [string, JsonSchema][] => {
    const alias = aliases[name];
    if (alias === undefined) return [[name, schema]];
    return [
      [name, { ...schema, description: `Required unless \`${alias}\` is sent.` }],
      [alias, { ...schema, description: `Another name of \`${name}\`.` }],
    ];
  });
  const required = members.flatMap(([name]) => (aliases[name] === undefined ? [name] : []));
  return openObject(Object.fromEntries(properties), required);
}

export function requestBody(route: Route, example: unknown): { requestBody?: JsonSchema } {
  const body = bodyOf(route);
  if (!body) return {};
  const { contentType, schema, form, isRequired = true } = body;
  return {
    requestBody: {
      required: isRequired,
      content: {
        [contentType]: { schema, ...(example !== undefined && { example }) },
        ...(form && { [FORM_TYPE]: { schema: form } }),
      },
    },
  };
}

/** @returns components for the resource objects in requests. */
export function sentObjects(api: ApiData): readonly (readonly [string, JsonSchema])[] {
  return api.resources.flatMap((resource) => {
    const doings = (['create', 'update'] as const).filter((doing: Doing) =>
      resource.operations.includes(doing),
    );
    return doings.map(
      (doing) => [`${resource.type}.${doing}`, sentObjectSchema(api, resource, doing)] as const,
    );
  });
}
