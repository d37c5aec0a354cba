/**
 * Writes the types of what the pages of the site read of the API (bin/site/.vitepress/theme/sign-in/calls.ts), from its document.
 * Records are complete there: a page that asks for some fields only reads those.
 */

import { comment, type Schemas, typeOf as typeLines, union } from '../../bin/client/schema-type.ts';
import type { Schema } from '../../bin/openapi/schema.ts';
import { apiDocument, type Operation, operationsOf } from '../../bin/site/generated/document.ts';
import { required } from '../../shared/kit/values/required.ts';

/** On one line, so that formatting breaks only what is too long for one. */
const typeOf = (schema: Schema, schemas: Schemas): string =>
  typeLines(schema, { schemas }).replaceAll('\n', ' ');

/** By the ids of their operations. */
const READ = [
  'signIn',
  'readAlbum',
  'listAlbums',
  'listDistributionRequests',
  'listDeliveries',
  'listTrendsOfAlbum',
  'listDsps',
];

const REFERENCE = '#/components/schemas/';
const named = ({ $ref }: Schema): string | undefined => $ref?.slice(REFERENCE.length);

const whole = (properties: Schema['properties']): Schema => ({
  type: 'object',
  properties: properties ?? {},
  required: Object.keys(properties ?? {}),
});

/** All members are there unless a request asks for fewer. Pages follow no links, and read lists by their filters. */
function recordSchema({ properties = {} }: Schema): Schema {
  const { links: _, attributes, relationships, ...others } = properties;
  const toOne = Object.entries(relationships?.properties ?? {}).flatMap(([name, { properties, required }]) =>
    properties?.['data'] && required?.includes('data') ? [[name, whole({ data: properties['data'] })]] : [],
  );
  return whole({
    ...others,
    ...(attributes && { attributes: whole(attributes.properties) }),
    ...(toOne.length > 0 && { relationships: whole(Object.fromEntries(toOne)) }),
  });
}

/** Without descriptions, which pages of the site have. */
const withoutTexts = (schema: Schema): Schema =>
  JSON.parse(
    JSON.stringify(schema, (key, value) =>
      key === 'description' && typeof value === 'string' ? undefined : value,
    ),
  );

/** @returns the source of the types. */
export function responseTypes(): string {
  const document = apiDocument();
  const schemas = withoutTexts(document.components.schemas as Schema) as unknown as Schemas;
  const all = operationsOf(document);
  const calls = READ.map((id) =>
    required(
      all.find((each) => each.id === id),
      `The document has no operation ${id}.`,
    ),
  );
  const read = calls.map((call) => ({ call, schema: responseSchema(call, schemas) }));
  const types = [...new Set(read.flatMap(({ schema }) => named(dataOf(schema)) ?? []))].toSorted();
  const records = types.map(
    (type) =>
      `readonly '${type}': ${typeOf(recordSchema(required(schemas[type], `${type} has no schema.`)), schemas)};`,
  );
  return [
    comment(
      'What the pages read of the API. Written by test/support/response-types.ts:\n`RECORD_TYPES=1 npm test -- pure/site/response-types`, and `npm run fix`.',
    ),
    `export interface Records {\n${records.join('\n')}\n}`,
    '/** By the ids of operations. */',
    `export interface Calls {\n${read.map(({ call, schema }) => callType(call, schema, schemas)).join('\n')}\n}`,
    '',
  ].join('\n');
}

function responseSchema({ id, responses }: Operation, schemas: Schemas): Schema {
  const [content] = Object.values(required(responses['200'], `${id} has no response 200.`).content ?? {});
  const { schema } = required(content, `${id} has no body.`);
  const name = named(schema);
  return name === undefined ? withoutTexts(schema) : required(schemas[name], `${name} has no schema.`);
}

const dataOf = ({ properties }: Schema): Schema => properties?.['data']?.items ?? properties?.['data'] ?? {};

function callType({ id, path, parameters, body }: Operation, schema: Schema, schemas: Schemas): string {
  const type = named(dataOf(schema));
  const isRead = (name: string) => !/^(include|fields)/.test(name) || name === `fields[${type}]`;
  const query = parameters.flatMap(({ in: place, name }) =>
    place === 'query' && isRead(name) ? [name] : [],
  );
  const sent = body ? `readonly body: ${typeOf(withoutTexts(body.schema), schemas)};` : '';
  return `readonly ${id}: { readonly path: ${JSON.stringify(path)}; readonly query: ${union(query)}; ${sent} readonly response: ${responseType(schema, schemas)}; };`;
}

/** Of what is beside the records, pages read where the next ones are, and how many there are. */
function responseType(schema: Schema, schemas: Schemas): string {
  const type = named(dataOf(schema));
  if (type === undefined) return typeOf(schema, schemas);
  const { data, links, meta } = schema.properties ?? {};
  const record = `Records['${type}']`;
  const next = links?.properties?.['next'];
  const page = meta?.properties?.['page'];
  const beside = whole({
    ...(next && { links: whole({ next }) }),
    ...(page && { meta: whole({ page }) }),
  });
  const members = Object.entries(beside.properties ?? {}).map(
    ([name, member]) => `readonly ${name}: ${typeOf(member, schemas)};`,
  );
  return `{ readonly data: ${data?.items ? `readonly ${record}[]` : record}; ${members.join(' ')} }`;
}
