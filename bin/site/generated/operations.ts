/** Describes operations: parameters, a request in each language, a response, and a form that sends it. */
import type { ProblemDefinition } from '../../../shared/kit/declare/problem-definition.ts';
import { required } from '../../../shared/kit/values/required.ts';
import { problems } from '../../../shared/service/problems.ts';
import type { Schema } from '../../openapi/schema.ts';
import type { Operations, Operation as Tryable } from '../.vitepress/theme/forms/request.ts';
import type { Operation } from './document.ts';
import { bodyFields, parameterField } from './fields.ts';
import { bullets, table } from './markdown.ts';
import { recordType, uniqueAttributes } from './record-types.ts';
import { samplesOf } from './samples.ts';
import { formOf } from './schema-text.ts';

export const operationSection = (tag: string, operation: Operation): string =>
  [
    `### ${operation.summary}`,
    `\`${operation.method} ${operation.path}\``,
    ...parametersOf(operation),
    ...(isShown(operation) ? [requestText(operation), responseText(operation)] : []),
    ...errorsOf(operation),
    form(tag, [operation]),
  ].join('\n\n');

export const relatedSection = (tag: string, operations: readonly Operation[]): string =>
  [
    '### Related records',
    `::: details ${operations.length} operations`,
    table(
      ['Operation', 'Summary'],
      operations.map(({ method, path, summary }) => [`\`${method} ${path}\``, summary]),
    ),
    ':::',
    form(tag, operations),
  ].join('\n\n');

/** Where the site has a form that sends a request. */
const form = (tag: string, operations: readonly Operation[]): string =>
  `<!-- try ${tag}: ${operations.map(({ id }) => id).join(' ')} -->`;

/** Parameters that the table omits. */
const isOmitted = (name: string): boolean => name.startsWith('fields[');

/** Removes the form of a parameter from its description, because the schema says the same. */
const withoutForm = (description: string, { enum: values, items }: Schema): string =>
  description
    .replace(` Must be one of ${(values ?? items?.enum ?? []).join(', ')}.`, '')
    .replace(/ Must be a (text|value)\.$/, '');

function parametersOf({ parameters }: Operation): string[] {
  const shown = parameters.filter((each) => each.in !== 'path' && !isOmitted(each.name));
  if (shown.length === 0) return [];
  const [only] = shown;
  if (only && shown.length === 1 && only.example === undefined)
    return [`\`${only.name}\` (${formOf(only.schema)}): ${withoutForm(only.description ?? '', only.schema)}`];
  const rows = shown.map(({ name, description = '', schema, example }) => [
    `\`${name}\``,
    withoutForm(description, schema),
    formOf(schema),
    example === undefined ? '' : `\`${Array.isArray(example) ? example.join(',') : example}\``,
  ]);
  const columns = shown.some(({ example }) => example !== undefined) ? 4 : 3;
  return [
    table(
      ['Parameter', 'Meaning', 'Form', 'Example'].slice(0, columns),
      rows.map((row) => row.slice(0, columns)),
    ),
  ];
}

const successOf = ({ id, responses }: Operation) =>
  required(
    Object.entries(responses).find(([status]) => Number(status) < 400),
    `${id} cannot succeed.`,
  );

function exampleOf(operation: Operation): unknown {
  const [, response] = successOf(operation);
  return Object.values(response.content ?? {})[0]?.example;
}

function sampleOf(operation: Operation): Parameters<typeof samplesOf>[0] {
  const { method, path, body, needsToken } = operation;
  const example = exampleOf(operation) as { readonly data?: { readonly id?: string } } | undefined;
  return {
    method,
    path: path.replace('{id}', example?.data?.id ?? '1001'),
    needsToken,
    body,
    isJson: hasJson(operation),
  };
}

/** Whether requests and responses are on the page. Those of the other operations are alike. */
const isShown = ({ method, path, body }: Operation): boolean =>
  (method === 'POST' || (method === 'GET' && !path.endsWith('{id}'))) && !isUnrecorded(body);

/** Examples of a new type are recorded after it compiles (docs/contributing.md). */
const isUnrecorded = (body: Operation['body']): boolean => body !== undefined && body.example === undefined;

/** Folded for a single record, because a page has many such operations. */
function requestText(operation: Operation): string {
  const samples = samplesOf(sampleOf(operation));
  return operation.path.includes('{id}') ? `:::: details Request\n\n${samples}\n\n::::` : samples;
}

function responseText(operation: Operation): string {
  const [status] = successOf(operation);
  const example = exampleOf(operation);
  return example === undefined
    ? `The response is a \`${status}\` without a body.`
    : `::: details Response: ${status}\n\n\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\`\n\n:::`;
}

function errorsOf({ responses }: Operation): string[] {
  const errors = [...new Set(Object.entries(responses).flatMap(codesOf))];
  return errors.length === 0 ? [] : [`::: details Errors\n\n${bullets(errors)}\n\n:::`];
}

/** The codes of the errors that the document lists for a status. */
function codesOf([status, { content = {} }]: readonly [string, Operation['responses'][string]]): string[] {
  if (Number(status) < 400) return [];
  const codes = JSON.stringify(content).matchAll(/"#\/components\/schemas\/problem\.(\w+)"/g);
  const listed = Array.from(codes, ([, code = '']) => errorText(code));
  return [`${status}: ${listed.join(', ')}`];
}

/** A link to the cause of an error, or the title of one that has no code. */
function errorText(code: string): string {
  const { [code]: problem }: Readonly<Record<string, ProblemDefinition>> = problems;
  if (problem?.omitsCode || problem?.detailOnly) return `"${problem.title}"`;
  return `[\`${code}\`](/docs/errors#${code})`;
}

/** @internal A test sends them. */
export const shownRequests = (operations: readonly Operation[]) =>
  operations.filter((each) => !each.isRelated && isShown(each)).map(sampleOf);

/** What a form has to know about an operation. */
const tryableOf = (operation: Operation): Tryable => {
  const { method, path, parameters, body, needsToken } = operation;
  return {
    method,
    path,
    // What to show comes after what to find.
    parameters: parameters
      .toSorted((left, right) => Number(left.name === 'include') - Number(right.name === 'include'))
      .map((each) => parameterField(each, operation)),
    ...(body && {
      body: {
        type: body.type,
        example: body.example,
        fields: bodyFields(operation),
        unique: uniqueAttributes(path),
      },
    }),
    needsToken,
    isJson: hasJson(operation),
  };
};

const hasJson = (operation: Operation): boolean =>
  Object.keys(successOf(operation)[1].content ?? {}).some((type) => type.endsWith('json'));

/** What the forms of a page have to know. */
export function formsOf(own: readonly Operation[]): Operations {
  const operations = Object.fromEntries(own.map((each) => [each.id, tryableOf(each)]));
  const fields = Object.values(operations).flatMap(({ parameters, body }) => [
    ...parameters,
    ...(body?.fields ?? []),
  ]);
  const types = [...new Set(fields.flatMap(({ records }) => records ?? []))];
  return { operations, types: Object.fromEntries(types.map((type) => [type, recordType(type)])) };
}
