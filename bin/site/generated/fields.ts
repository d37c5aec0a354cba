/** What the forms know of parameters and of members of bodies. */
import { required } from '../../../shared/kit/values/required.ts';
import type { Schema } from '../../openapi/schema.ts';
import type { Field } from '../.vitepress/theme/forms/request.ts';
import { apiDocument, type Operation, type Parameter, resolved } from './document.ts';
import { isListed, resources, typeOfPath } from './record-types.ts';
import { formOf } from './schema-text.ts';

/** Without the marks of Markdown. */
const plain = (text: string): string => text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');
const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
const sentences = (all: readonly (string | false | undefined)[]): string =>
  plain(all.filter(Boolean).join(' '));

export function parameterField(
  parameter: Parameter,
  { method, path }: Pick<Operation, 'method' | 'path'>,
): Field {
  const { name, in: place, required: isRequired, description, example, schema } = parameter;
  const records = place === 'path' ? typeOfPath(path) : typeOfFilter(parameter);
  const isList = schema.type === 'array';
  const choices = valuesOf(isList ? (schema.items ?? {}) : schema);
  const isOffered = choices.values !== undefined || records !== undefined;
  return {
    name,
    place,
    ...(isRequired && { isRequired: true }),
    ...(isRareParameter(parameter, method) && { isRare: true }),
    hint: sentences([
      isOffered ? description?.replace(/ Must be .*$/, '') : description,
      records && description === undefined && `The id of one of the ${wordsOf(records)}.`,
      records && byName(records),
      !isOffered && example !== undefined && `Example: ${example}.`,
      schema.default !== undefined && `Default: ${schema.default}.`,
      isList && 'Separate several with commas.',
    ]),
    ...choices,
    ...(isList && { isList }),
    ...(records && { records }),
  };
}

const isRareParameter = ({ name, in: place }: Parameter, method: string): boolean =>
  name.startsWith('fields[') || place === 'header' || (name === 'include' && method !== 'GET');

const byName = (type: string): string | false => isListed(type) && 'Type a part of the name to find it.';

const wordsOf = (type: string): string => type.replaceAll('-', ' ');

/** The type of the ids that a filter takes; undefined for other parameters. */
function typeOfFilter({ component = '' }: Parameter): string | undefined {
  const [, type = '', name = ''] = /^([\w-]+)\.filter\.([\w-]+)$/.exec(component) ?? [];
  const resource = resources.get(type);
  const filter = resource?.filters[name];
  if (!resource || !filter) return undefined;
  if (filter.field === 'id') return type;
  const related = resource.relationships[filter.field]?.type;
  return filter.via && related ? resources.get(related)?.relationships[filter.via]?.type : related;
}

function valuesOf(schema: Schema): { readonly values?: readonly string[] } {
  const all = schema.anyOf?.flatMap((each) => each.enum ?? []) ?? schema.enum;
  const values = all?.filter((each) => typeof each === 'string');
  return values && values.length > 0 ? { values } : {};
}

/** The fields of the body: the members of its first resource object, the linkage, or the members of an endpoint. */
export function bodyFields({ body, method }: Operation): Field[] {
  if (!body) return [];
  const { schemas } = apiDocument().components;
  const { properties = {}, required: needed = [] } = resolved(body.schema, schemas);
  const data = properties['data'];
  if (!data) return attributeFields({ properties, required: needed, example: body.example });
  const object = resolved(data.type === 'array' && data.items ? data.items : data, schemas);
  const { attributes, relationships } = object.properties ?? {};
  const linked = linkedType(data);
  if (linked && !attributes && !relationships) {
    const isList = data.type === 'array';
    return [
      relationshipField({
        name: 'data',
        about: `The ${wordsOf(linked)} of the relationship.`,
        linked,
        isList,
      }),
    ];
  }
  const first = Object([Object(body.example).data].flat()[0]);
  return [
    // Each attribute may be what an update is for.
    ...attributeFields({
      ...attributes,
      example: method === 'PATCH' ? attributes?.properties : first.attributes,
    }),
    ...linkFields(relationships ?? {}, first.relationships),
  ];
}

interface Members {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly example: unknown;
}

function attributeFields({ properties = {}, required: needed = [], example }: Members): Field[] {
  return Object.entries(properties).map(([name, schema]): Field => {
    const isRequired = needed.includes(name);
    const isList = schema.type === 'array' && schema.items?.type === 'string';
    const values = valuesOf(isList ? (schema.items ?? {}) : schema);
    const form = kindOf(isList ? (schema.items ?? {}) : schema);
    const records = name.endsWith('-id') ? `${name.slice(0, -'-id'.length)}s` : '';
    return {
      name,
      place: 'attributes',
      ...(isRequired && { isRequired }),
      ...(!isRequired && !Object.hasOwn(Object(example), name) && { isRare: true }),
      hint: sentences([
        schema.description ?? (values.values && 'One of the values of the list.'),
        !values.values && form !== 'boolean' && sentence(formOf(schema)),
        resources.has(records) && byName(records),
        isList && 'Separate several with commas.',
      ]),
      ...(form === 'boolean' ? { values: ['true', 'false'] } : values),
      ...(isList && { isList }),
      ...(resources.has(records) && { records }),
      ...(form && { form }),
      ...(isLong(schema) && { isLong: true }),
      ...(isNullable(schema) && { isNullable: true }),
    };
  });
}

/** No single line is longer. */
const LONGEST_LINE = 2048;

const isLong = ({ format, maxLength = 0, anyOf = [] }: Schema): boolean =>
  (format === undefined && maxLength > LONGEST_LINE) || anyOf.some(isLong);

const isNullable = ({ anyOf = [] }: Schema): boolean => anyOf.some(({ type }) => type === 'null');

function kindOf({ type, format, anyOf = [] }: Schema): Field['form'] {
  if (format === 'date-time') return 'time';
  const types = [type, ...anyOf.map((each) => each.type)].flat().filter((each) => each !== undefined);
  if (types.includes('integer') || types.includes('number')) return 'number';
  if (types.includes('boolean')) return 'boolean';
  return types.includes('object') || types.includes('array') ? 'json' : undefined;
}

function linkFields({ properties = {}, required: needed = [] }: Schema, example: unknown): Field[] {
  return Object.entries(properties).map(([name, { description = '', properties: members }]): Field => {
    const data = members?.['data'] ?? {};
    const linked = required(linkedType(data), `The relationship ${name} has no type.`);
    const isRequired = needed.includes(name);
    const isRare = !isRequired && !Object.hasOwn(Object(example), name);
    return {
      ...relationshipField({ name, about: description, linked, isList: data.type === 'array' }),
      place: 'relationships',
      ...(isRequired && { isRequired }),
      ...(isRare && { isRare }),
    };
  });
}

const linkedType = (data: Schema): string | undefined =>
  JSON.stringify(data).match(/schemas\/([\w-]+)\.identifier/)?.[1];

interface Link {
  readonly name: string;
  readonly about: string;
  readonly linked: string;
  readonly isList: boolean;
}

const relationshipField = ({ name, about, linked, isList }: Link): Field => ({
  name,
  place: 'data',
  hint: sentences([
    about,
    isList ? `Ids of ${wordsOf(linked)}.` : `The id of one of the ${wordsOf(linked)}.`,
    byName(linked),
    isList && 'Separate several with commas.',
  ]),
  ...(isList && { isList }),
  records: linked,
});
