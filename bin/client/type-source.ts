/** Writes the types of a resource: its attributes, what creates and changes it, and how lists are read. */
import type { Filter } from '../../shared/kit/declare/filter.ts';
import type { Resource } from '../../shared/kit/declare/resource.ts';
import { oneOf } from '../openapi/document/names.ts';
import type { Schema } from '../openapi/schema.ts';
import { includePaths, linkedBy, namesOf, schemas } from './described-api.ts';
import { bodyOf, comment, type Member, membersOf, typeOf, union } from './schema-type.ts';

/** Names that members of records have already. */
const RESERVED = ['id', 'meta'];
const NOTHING = 'Readonly<Record<never, never>>';

/** @throws Error if a field has the name of another member of records. */
export function typeSource(resource: Resource): string {
  const { one } = namesOf(resource);
  const shown = schemas()[resource.type] ?? {};
  const attributes = membersOf(shown.properties?.['attributes'] ?? {}, { schemas: schemas() });
  const reserved = attributes.find(({ name }) => RESERVED.includes(name));
  if (reserved) throw new Error(`An attribute of ${resource.type} cannot be called ${reserved.name}.`);
  const isRequired = (name: string) => resource.attributes[name]?.readable !== 'single';
  const shownAttributes = attributes.map((each) => ({ ...each, isRequired: isRequired(each.name) }));
  return [
    `export interface ${one}Attributes ${braced(bodyOf(shownAttributes))}`,
    sentSource(resource, 'create', comment(`${capital(oneOf(resource.type))} to create.`)),
    sentSource(
      resource,
      'update',
      comment(`Changes of ${oneOf(resource.type)}. Omitted fields keep their values.`),
    ),
    `export interface ${one}Filters ${braced(bodyOf(filters(resource), { isSent: true }))}`,
    comment(resource.about),
    `export type ${one}<I extends Types['${resource.type}']['includes'] = never> = Loaded<Types, '${resource.type}', I>;`,
  ]
    .filter((each) => each !== '')
    .join('\n');
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const braced = (body: string): string => (body.startsWith('{') ? body : '{}');

function sentSource(resource: Resource, doing: 'create' | 'update', about: string): string {
  const { properties } = schemas()[`${resource.type}.${doing}`] ?? {};
  if (!properties) return '';
  const attributes = membersOf(properties['attributes'] ?? {}, { schemas: schemas(), isSent: true });
  const { properties: linkage = {}, required = [] } = properties['relationships'] ?? {};
  const links = Object.entries(linkage).map(([name, relationship]): Member => {
    const isRequired = required.includes(name);
    return { name, type: relatedType(relationship), isRequired };
  });
  const name = doing === 'create' ? `New${namesOf(resource).one}` : `${namesOf(resource).one}Changes`;
  const body = bodyOf([...attributes, ...links], { isSent: true });
  return `${about}\nexport interface ${name} ${braced(body)}`;
}

function relatedType({ properties }: Schema): string {
  const { data } = properties ?? {};
  if (data?.type === 'array') return 'readonly Related[]';
  return data?.anyOf ? 'Related | null' : 'Related';
}

const filters = ({ filters }: Resource): Member[] =>
  Object.entries(filters).map(([name, filter]) => ({
    name,
    type: filterType(filter),
    isRequired: false,
    about: `Must be ${filter.expects}.`,
  }));

function filterType({ values, isList }: Filter): string {
  const isBoolean = values?.includes('true') && values.includes('false');
  const value = isBoolean ? 'boolean' : values ? union(values) : 'string | number';
  return isList ? `${value} | readonly (${value})[]` : value;
}

/** @returns the member of `Types` for the resource. */
export function shapeSource(resource: Resource): string {
  const { type, relationships, operations, sorts } = resource;
  const { one } = namesOf(resource);
  const shown = schemas()[type]?.properties?.['relationships']?.properties ?? {};
  const related = (isMany: boolean) => {
    const some = Object.entries(relationships).filter(([, { many }]) => many === isMany);
    return bodyOf(
      some.map(([name, each]) => {
        const orNull = shown[name]?.properties?.['data']?.anyOf ? ' | null' : '';
        return { name, type: `${JSON.stringify(each.type)}${orNull}`, isRequired: true };
      }),
    );
  };
  const members = {
    attributes: `${one}Attributes`,
    revealed: revealed(type),
    one: related(false),
    many: related(true),
    meta: metaOf(schemas()[type], false),
    created: isCreated(resource) ? `New${one}` : 'never',
    flags: metaOf(schemas()[`${type}.create`], true),
    updateFlags: metaOf(schemas()[`${type}.update`], true),
    changed: operations.includes('update') ? `${one}Changes` : 'never',
    filters: `${one}Filters`,
    sorts: union(sorts.flatMap((each) => [each, `-${each}`])),
    includes: union(includePaths(resource)),
    linked: union(linkedBy(resource)),
  };
  const lines = Object.entries(members).map(([name, each]) => `readonly ${name}: ${each};`);
  return `readonly '${type}': {\n${lines.join('\n')}\n};`;
}

const isCreated = ({ type }: Resource): boolean => schemas()[`${type}.create`] !== undefined;

/** Attributes that are shown once. A repeated request does not show them again. */
function revealed(type: string): string {
  const attributesOf = (name: string) => schemas()[name]?.properties?.['attributes'] ?? {};
  const usual = attributesOf(type).properties ?? {};
  const more = membersOf(attributesOf(`${type}.revealed`), { schemas: schemas() });
  return bodyOf(more.filter(({ name }) => !usual[name]));
}

function metaOf(schema: Schema | undefined, isSent: boolean): string {
  const meta = schema?.properties?.['meta'];
  if (!meta) return NOTHING;
  const type = typeOf(meta, { schemas: schemas(), isSent });
  return bodyOf([{ name: 'meta', type, isRequired: false }], { isSent });
}
