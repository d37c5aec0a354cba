/** TypeScript types of JSON schemas. */
import { required } from '../../shared/kit/values/required.ts';
import type { Schema } from '../openapi/schema.ts';

export type Schemas = Readonly<Record<string, Schema>>;

interface Writing {
  /** Components, which references are replaced by. */
  readonly schemas: Schemas;
  /** Types of requests accept undefined for a member that can be absent. */
  readonly isSent?: boolean;
}

/** @example typeOf({ anyOf: [{ type: 'integer' }, { type: 'null' }] }, { schemas }) // 'number | null' */
export function typeOf(schema: Schema, writing: Writing): string {
  const { $ref, enum: values, type, items } = schema;
  if ($ref !== undefined) {
    const component = writing.schemas[$ref.replace(/^.*\//, '')];
    return typeOf(required(component, `The document has no component ${$ref}.`), writing);
  }
  if ('const' in schema) return JSON.stringify(schema.const);
  if (values) return values.map((each) => JSON.stringify(each)).join(' | ');
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return [...new Set(either.map((each) => typeOf(each, writing)))].join(' | ');
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one }, writing)).join(' | ');
  if (type === 'array') return `readonly ${inList(items ? typeOf(items, writing) : 'unknown')}[]`;
  if (type === 'object') return objectType(schema, writing);
  return scalars[String(type)] ?? 'unknown';
}

const inList = (type: string): string => (/[|&]/.test(type) ? `(${type})` : type);

const scalars: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

export interface Member {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly about?: string | undefined;
}

export function membersOf({ properties = {}, required: names = [] }: Schema, writing: Writing): Member[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    type: typeOf(schema, writing),
    isRequired: names.includes(name),
    about: schema.description,
  }));
}

function objectType(schema: Schema, writing: Writing): string {
  if (!schema.properties) return 'Readonly<Record<string, unknown>>';
  return bodyOf(membersOf(schema, writing), writing);
}

/** @returns the body of an interface. */
export function bodyOf(members: readonly Member[], { isSent = false }: Pick<Writing, 'isSent'> = {}): string {
  const lines = members.flatMap(({ name, type, isRequired, about }) => {
    const optional = isSent ? ' | undefined' : '';
    const member = `readonly ${keyOf(name)}${isRequired ? `: ${type}` : `?: ${type}${optional}`};`;
    return [...(about === undefined ? [] : [comment(about)]), member];
  });
  return lines.length > 0 ? `{\n${lines.join('\n')}\n}` : 'Readonly<Record<never, never>>';
}

const keyOf = (name: string): string => (/^[a-z_]\w*$/i.test(name) ? name : `'${name}'`);

export const comment = (...paragraphs: readonly string[]): string => {
  const text = paragraphs.join('\n\n').replaceAll('*/', '*\\/').split('\n');
  return text.length === 1
    ? `/** ${text[0]} */`
    : `/**\n${text.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */`;
};

/** @example union(['name', '-name']) // '"name" | "-name"' */
export const union = (values: readonly string[]): string =>
  values.length > 0 ? values.map((each) => JSON.stringify(each)).join(' | ') : 'never';
