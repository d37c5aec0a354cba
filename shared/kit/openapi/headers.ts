/** Header fields of responses. */
import { componentRef, type JsonSchema } from './json-schema.ts';

const field = (description: string, schema: JsonSchema, isRequired = true): JsonSchema => ({
  description,
  ...(isRequired && { required: true }),
  schema,
});
const text = (pattern?: string): JsonSchema => ({ type: 'string', ...(pattern && { pattern }) });
const whole: JsonSchema = { type: 'integer', minimum: 0 };

const budget = {
  'X-RateLimit-Limit': ['Requests of this kind per minute.', whole],
  'X-RateLimit-Remaining': ['Requests of this kind left in this minute.', whole],
  'X-RateLimit-Reset': ['Epoch second at which the next minute starts.', whole],
} as const;

/** Names of the fields that only counted requests get: https URLs and counted requests make some of them optional. */
const IF_COUNTED = '.if-counted';

/** By the names of their components. */
export const headerComponents: Readonly<Record<string, JsonSchema>> = {
  ETag: field('Version and digest of the response.', text('^"\\d+-[\\w-]+"$')),
  'ETag.of-stored': field(
    'Version and digest of the response, if the record is stored.',
    text('^"\\d+-[\\w-]+"$'),
    false,
  ),
  Location: field('URL of the record.', { type: 'string', format: 'uri' }),
  'WWW-Authenticate': field('The scheme of authentication.', text()),
  'Retry-After': field('Seconds to wait before the request is repeated.', whole),
  'Retry-After.of-some': field(
    'Seconds to wait before the request is repeated, if that can help.',
    whole,
    false,
  ),
  'X-Content-Type-Options': field('Media types are not guessed.', { type: 'string', const: 'nosniff' }),
  'Cache-Control': field('Responses are not cached.', { type: 'string', const: 'no-store' }),
  'Strict-Transport-Security': field('Present on https.', text(), false),
  ...Object.fromEntries(
    Object.entries(budget).flatMap(([name, [description, schema]]) => [
      [name, field(description, schema)],
      [`${name}${IF_COUNTED}`, field(description, schema, false)],
    ]),
  ),
};

type Headers = Readonly<Record<string, { readonly $ref: string }>>;

const always: Headers = Object.fromEntries(
  ['X-Content-Type-Options', 'Cache-Control', 'Strict-Transport-Security'].map((name) => [
    name,
    componentRef('headers', name),
  ]),
);

/**
 * @param isCounted whether every such response counts against a rate limit; otherwise, some do.
 * @param others names of components for what the response has in addition.
 */
export const responseHeaders = (isCounted: boolean, others: readonly string[] = []): Headers => ({
  ...always,
  ...Object.fromEntries(
    Object.keys(budget).map((name) => [
      name,
      componentRef('headers', isCounted ? name : `${name}${IF_COUNTED}`),
    ]),
  ),
  ...Object.fromEntries(others.map((name) => [name.split('.')[0] ?? name, componentRef('headers', name)])),
});
