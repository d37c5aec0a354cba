/** Schemas for problem codes, and error responses by status. */
import type { ProblemDefinition, ProblemTable } from '../../../shared/kit/declare/problem-definition.ts';
import { MEDIA_TYPE } from '../../../shared/kit/jsonapi/types.ts';
import type { ProblemCode } from '../../../shared/kit/values/problems.ts';
import { responseHeaders } from './headers.ts';
import { componentRef, constant, type JsonSchema, schemaRef, strictObject } from './json-schema.ts';

const problemName = (code: ProblemCode): string => `problem.${code}`;

/** Optional, because errors may concern the whole request. */
const source: JsonSchema = strictObject({ pointer: { type: 'string' }, parameter: { type: 'string' } }, []);

function problemSchema(code: ProblemCode, definition: ProblemDefinition): JsonSchema {
  const { status, title, omitsCode, detailOnly } = definition;
  const plain = { status: constant(String(status)), detail: { type: 'string' } };
  if (detailOnly) return strictObject(plain);
  const members = {
    ...(status >= 500 && { id: { type: 'string', description: 'Id of the request, for support.' } }),
    status: plain.status,
    ...(!omitsCode && { code: constant(code) }),
    title: constant(title),
    detail: plain.detail,
  };
  return strictObject({ ...members, source }, Object.keys(members));
}

export const problemSchemas = (
  problems: ProblemTable,
  codes: readonly ProblemCode[],
): Record<string, JsonSchema> =>
  Object.fromEntries(
    codes.map((code) => {
      const definition = problems[code];
      return [problemName(code), { description: definition.when, ...problemSchema(code, definition) }];
    }),
  );

/** @returns the components for header fields that all or some errors of a status have. */
function headersOf(definitions: readonly ProblemDefinition[]): readonly string[] {
  const names = definitions.map(({ headers = {} }) => Object.keys(headers));
  return [...new Set(names.flat())].map((name) =>
    names.every((some) => some.includes(name)) ? name : `${name}.of-some`,
  );
}

/** The response for errors with the same status. */
function errorResponseSchema(problems: ProblemTable, codes: readonly ProblemCode[]): JsonSchema {
  const schemas = codes.map((code) => schemaRef(problemName(code)));
  const errors = {
    type: 'array',
    minItems: 1,
    items: schemas.length === 1 ? schemas[0] : { anyOf: schemas },
  };
  const definitions = codes.map((code) => problems[code]);
  const titles = definitions.map(({ title }) => title);
  return {
    description: [...new Set(titles)].join(', or: '),
    headers: responseHeaders(false, headersOf(definitions)),
    content: { [MEDIA_TYPE]: { schema: strictObject({ jsonapi: schemaRef('jsonapi'), errors }) } },
  };
}

export interface ErrorResponses {
  /** References by status. */
  readonly byStatus: Readonly<Record<string, { readonly $ref: string }>>;
  /** Responses by component name. */
  readonly components: Readonly<Record<string, JsonSchema>>;
}

export function errorResponses(problems: ProblemTable, codes: readonly ProblemCode[]): ErrorResponses {
  const groups = Map.groupBy(codes, (code) => String(problems[code].status));
  // Generators name types after components, so names must not start with a digit.
  const components = [...groups].map(([status, some]) => ({
    status,
    some,
    name: `error.${status}.${some.join('.')}`,
  }));
  return {
    byStatus: Object.fromEntries(
      components.map(({ status, name }) => [status, componentRef('responses', name)]),
    ),
    components: Object.fromEntries(
      components.map(({ name, some }) => [name, errorResponseSchema(problems, some)]),
    ),
  };
}
