/** Describes JSON Schemas in a few words, for tables. */
import type { Schema } from '../../openapi/schema.ts';

/** @example formOf({ type: 'string', maxLength: 300 }) // 'text, up to 300 characters' */
export function formOf(schema: Schema): string {
  const { anyOf, enum: values, type, format, items } = schema;
  if (anyOf) return anyOf.map(formOf).join(', or ');
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (values) return `one of ${values.map((each) => `\`${each}\``).join(', ')}`;
  if (Array.isArray(type)) return type.map((one) => formOf({ ...schema, type: one })).join(', or ');
  if (type === 'array') return `list of ${items ? formOf(items).replace(/^object /, 'objects ') : 'values'}`;
  if (type === 'string') return `${(format && formats[format]) || 'text'}${lengthOf(schema)}`;
  if (type === 'integer' || type === 'number') return `number${rangeOf(schema)}`;
  if (type === 'object')
    return `object with ${Object.keys(schema.properties ?? {})
      .map((name) => `\`${name}\``)
      .join(', ')}`;
  return type === undefined ? 'any value' : String(type);
}

const formats: Readonly<Record<string, string>> = {
  date: 'day (YYYY-MM-DD)',
  'date-time': 'time (ISO 8601, UTC)',
  uri: 'URL',
  email: 'e-mail address',
};

const lengthOf = ({ maxLength }: Schema): string =>
  maxLength === undefined ? '' : `, up to ${maxLength.toLocaleString('en')} characters`;

function rangeOf({ minimum, maximum }: Schema): string {
  const isBounded = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  if (minimum === undefined) return isBounded ? `, up to ${maximum}` : '';
  return isBounded ? `, ${minimum} to ${maximum}` : `, from ${minimum}`;
}
