/** Describes JSON Schemas in a few words, for tables. */

export interface Schema {
  readonly description?: string;
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** @example formOf({ type: 'string', maxLength: 300 }) // 'text, up to 300 characters' */
export function formOf(given: Schema): string {
  const { anyOf, enum: values, type, format, items } = given;
  if (anyOf) return anyOf.map(formOf).join(', or ');
  if (given.const !== undefined) return `\`${JSON.stringify(given.const)}\``;
  if (values) return `one of ${values.map((each) => `\`${each}\``).join(', ')}`;
  if (Array.isArray(type)) return type.map((one) => formOf({ ...given, type: one })).join(', or ');
  if (type === 'array') return `list of ${items ? formOf(items) : 'values'}`;
  if (type === 'string') return `${formats[format ?? ''] ?? 'text'}${lengthOf(given)}`;
  if (type === 'integer' || type === 'number') return `number${rangeOf(given)}`;
  if (type === 'object')
    return `object with ${Object.keys(given.properties ?? {})
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
