/** Query parameters, as accepted by readQuery, and header fields of requests. */

import { resourceOf } from '../../../shared/kit/declare/api.ts';
import type { Definitions } from '../../../shared/kit/declare/definitions.ts';
import type { Endpoint } from '../../../shared/kit/declare/endpoint.ts';
import { type Filter, filterParameter } from '../../../shared/kit/declare/filter.ts';
import type { Resource } from '../../../shared/kit/declare/resource.ts';
import type { Parameters } from '../../../shared/kit/declare/shown-response.ts';
import { includedTypes } from './documents.ts';
import { componentRef, type JsonSchema, jsonSchemaOf } from './json-schema.ts';
import { words } from './names.ts';

type ApiData = Pick<Definitions, 'resources'>;
type Named = readonly [name: string, parameter: JsonSchema];

const list = (values: readonly string[]): JsonSchema => ({
  type: 'array',
  items: { type: 'string', enum: values },
});

const query = (name: string, description: string, schema: JsonSchema, more: JsonSchema = {}): JsonSchema => ({
  name,
  in: 'query',
  description,
  schema,
  ...(schema['type'] === 'array' && { style: 'form', explode: false }),
  ...more,
});

/** @returns declared include paths and their prefixes. */
function includePaths({ includes }: Resource): string[] {
  const all = includes.flatMap((path) => {
    const names = path.split('.');
    return names.map((_, index) => names.slice(0, index + 1).join('.'));
  });
  return [...new Set(all)].toSorted();
}

function fieldsOf(api: ApiData, type: string): string[] {
  const { attributes, relationships } = resourceOf(api, type);
  const shown = Object.entries(attributes).filter(([, { readable }]) => readable !== 'never');
  return [...shown.map(([name]) => name), ...Object.keys(relationships)];
}

function singleParameters(api: ApiData, resource: Resource): Named[] {
  const { type } = resource;
  const paths = includePaths(resource);
  const types = [...new Set([type, ...includedTypes(api, resource)])];
  const fields = types.map((each): Named => {
    const about = `Fields of ${words(each)} to show. Defaults to all.`;
    return [`fields.${each}`, query(`fields[${each}]`, about, list(fieldsOf(api, each)))];
  });
  if (paths.length === 0) return fields;
  const about = 'Related records to include in the document.';
  return [[`${type}.include`, query('include', about, list(paths))], ...fields];
}

function filterNamed(type: string, name: string, filter: Filter): Named {
  const { isList, values, finds, expects, example } = filter;
  const item = { type: 'string', ...(values && { enum: values }) };
  const schema = isList ? { type: 'array', items: item } : item;
  const shown = isList ? [example] : example;
  const parameter = query(
    filterParameter(name, filter),
    `Finds records ${finds}. Must be ${expects}.`,
    schema,
    {
      example: shown,
    },
  );
  return [`${type}.filter.${name}`, parameter];
}

function listParameters(resource: Resource): Named[] {
  const { type, sorts, defaultSort, filters, pageMeta, pageSize } = resource;
  const usual = defaultSort.length > 0 ? `\`${defaultSort.join(',')}\`` : 'oldest first';
  const about = `Fields to sort by. \`-\` sorts in descending order. Defaults to ${usual}.`;
  const sort = query('sort', about, list(sorts.flatMap((name) => [name, `-${name}`])));
  const whole = (more: JsonSchema) => ({ type: 'integer', minimum: 1, ...more });
  const size = whole({ maximum: pageSize.max, default: pageSize.standard });
  const pages: Named[] = [
    ['page.number', query('page[number]', 'The page to show.', whole({ default: 1 }))],
    [
      `page.size.${pageSize.standard}.${pageSize.max}`,
      query('page[size]', 'Maximum number of records on the page.', size),
    ],
  ];
  return [
    ...(sorts.length > 0 ? [[`${type}.sort`, sort] as const] : []),
    ...Object.entries(filters).map(([name, filter]) => filterNamed(type, name, filter)),
    ...(pageMeta === 'none' ? [] : pages),
  ];
}

/** @returns the parameters that a route accepts, with their component names. */
export function queryParameters(api: ApiData, resource: Resource, accepted: Parameters): readonly Named[] {
  if (accepted === 'none') return [];
  return [...singleParameters(api, resource), ...(accepted === 'list' ? listParameters(resource) : [])];
}

export const endpointParameters = ({ query: members = {} }: Endpoint): JsonSchema[] =>
  Object.entries(members).map(([name, member]) => {
    const { description, ...schema } = jsonSchemaOf(member, 'sent');
    return { name, in: 'query', required: true, ...(description !== undefined && { description }), schema };
  });

export const parameterRef = ([name]: readonly [string, ...unknown[]]) => componentRef('parameters', name);

const header = (name: string, description: string, more: JsonSchema = {}): JsonSchema => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string', ...more },
});

/** Header fields of requests by component name. */
export const requestHeaders = {
  'If-Match': header('If-Match', 'ETag of the record. If it has changed, the response is a 412.'),
  'If-None-Match': header(
    'If-None-Match',
    'ETag of an earlier response. If the response would be the same, it is a 304.',
  ),
  'Idempotency-Key': header(
    'Idempotency-Key',
    'Repeating the request with the same key and body within 24 hours returns the first response.',
    { minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  ),
} as const;
