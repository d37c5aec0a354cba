/** Builds JSON Schema (2020-12, as in OpenAPI 3.1), also from valibot schemas. */
import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import type { Schema } from '../../../shared/kit/declare/attribute.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;
type Properties = Readonly<Record<string, JsonSchema>>;

export const componentRef = (
  kind: 'schemas' | 'responses' | 'parameters' | 'headers',
  name: string,
): { readonly $ref: string } => ({ $ref: `#/components/${kind}/${name}` });

export const schemaRef = (name: string) => componentRef('schemas', name);

/** An object with only these members. @param required defaults to all. */
export const strictObject = (
  properties: Properties,
  required: readonly string[] = Object.keys(properties),
): JsonSchema => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
  additionalProperties: false,
});

/** An object with these members and any others. */
export const openObject = (properties: Properties, required: readonly string[]): JsonSchema => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
});

export const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] });

export const constant = (value: string): JsonSchema => ({ type: 'string', const: value });

export const url: JsonSchema = { type: 'string', format: 'uri' };

/** Actions that JSON Schema cannot express. Schemas can describe them with metadata. */
const inexpressible = ['check', 'partial_check', 'raw_check', 'trim'];

/**
 * @param mode 'sent' for requests, 'shown' for responses.
 * @throws Error if JSON Schema cannot express a part of the schema, such as v.custom.
 */
export function jsonSchemaOf(schema: Schema, mode: 'sent' | 'shown'): JsonSchema {
  const { $schema: _, ...converted } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: mode === 'sent' ? 'input' : 'output',
    errorMode: 'throw',
    ignoreActions: inexpressible,
  });
  return withoutIdleLimits(converted) as JsonSchema;
}

/** Omits limits without effect, such as a maximum length of Infinity. */
function withoutIdleLimits(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIdleLimits);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(
    ([name, member]) => member !== Number.POSITIVE_INFINITY && !(name === 'minLength' && member === 0),
  );
  return Object.fromEntries(members.map(([name, member]) => [name, withoutIdleLimits(member)]));
}

export const accepts = (schema: Schema, value: unknown): boolean => v.is(schema, value);
