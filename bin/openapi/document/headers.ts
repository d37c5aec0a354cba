/** Header fields in responses. */
import { fixedHeaders } from '../../../shared/kit/declare/security-headers.ts';
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
  'X-RateLimit-Remaining': ['Remaining requests of this kind in this minute.', whole],
  'X-RateLimit-Reset': ['Epoch second at which the next minute starts.', whole],
} as const;

/** Suffix of component names for rate-limit fields that only counted requests get. */
const IF_COUNTED = '.if-counted';

/** Header fields by component name. */
export const headerComponents: Readonly<Record<string, JsonSchema>> = {
  ETag: field('Version and digest of the response.', text('^"\\d+-[\\w-]+"$')),
  'ETag.of-stored': field(
    'Version and digest of the response, if the record is stored.',
    text('^"\\d+-[\\w-]+"$'),
    false,
  ),
  Location: field('URL of the record.', { type: 'string', format: 'uri' }),
  Vary: field('The response depends on this field of the request.', text('Accept')),
  'Content-Disposition': field('The name of the file. Only for CSV.', text('^attachment; filename='), false),
  'WWW-Authenticate': field('Authentication scheme.', text()),
  'Retry-After': field('Seconds to wait before repeating the request.', whole),
  'Retry-After.of-some': field(
    'Seconds to wait before repeating the request, if a retry can succeed.',
    whole,
    false,
  ),
  ...Object.fromEntries(
    Object.entries(fixedHeaders).map(([name, value]) => [
      name,
      field('Says how browsers treat the response.', { type: 'string', const: value }),
    ]),
  ),
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
  [...Object.keys(fixedHeaders), 'Strict-Transport-Security'].map((name) => [
    name,
    componentRef('headers', name),
  ]),
);

/**
 * @param isCounted whether all of these responses count against a rate limit, or only some.
 * @param others component names of further fields.
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
