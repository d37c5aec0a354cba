/** The generated sources of the client, by file. The others are in bin/client/runtime. */
import type { ProblemDefinition } from '../../shared/kit/declare/problem-definition.ts';
import { required } from '../../shared/kit/values/required.ts';
import { artistRoleData } from '../../shared/reference/data/artist-roles.ts';
import { creditRoleData } from '../../shared/reference/data/credit-roles.ts';
import { camel, pascal } from '../openapi/document/names.ts';
import { endpoints, namesOf, problems, resources, schemas } from './described-api.ts';
import { endpointsSource, methodsSource } from './method-source.ts';
import { comment, typeOf, union } from './schema-type.ts';
import { calledEndpoints, endpointTables, typeTable } from './tables.ts';
import { shapeSource, typeSource } from './type-source.ts';

const CLASS = 'MusicDistributionClient';

const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;
const called = calledEndpoints(endpoints);

/** @returns sources by the names of their files. */
export const generatedSources = (): ReadonlyMap<string, string> =>
  new Map([
    ['api.ts', apiSource()],
    ['roles.ts', rolesSource()],
    ['events.ts', eventsSource()],
    ['codes.ts', codesSource()],
    ['known-errors.ts', knownErrorsSource()],
    ['client.ts', clientSource()],
    ['index.ts', indexSource()],
  ]);

const apiSource = (): string =>
  lines(
    '/** The types of the API. */',
    "import type { AllFields, CallOptions, Creates, Deletes, Fields, KeyOptions, Links, ListOptions, Lists, Loaded, Page, ReadOptions, Reads, Related, Relates, Updates } from './types.ts';",
    '/** All types, by name. */',
    `export type Types = {\n${resources.map(shapeSource).join('\n')}\n};`,
    ...resources.map(typeSource),
    ...resources.map(methodsSource),
    ...Array.from(called, ([group, some]) => endpointsSource(group, some)),
  );

/** Without credit roles that are retired. */
const rolesSource = (): string =>
  lines(
    '/** The roles of people. Later versions can have further ones. */',
    '/** The ids of artist roles by their keys, for the relationship `artist-role`. */',
    `export const artistRoles = ${JSON.stringify(Object.fromEntries(artistRoleData.rows().map(({ id, key }) => [key, id])))} as const;`,
    'export type ArtistRoleKey = keyof typeof artistRoles;',
    '/** A `role` of `extended-credits`. */',
    `export type CreditRoleKey = ${union(creditRoleData.rows().flatMap((row) => (row['is-listed'] ? row.key : [])))};`,
  );

function eventsSource(): string {
  const events = Object.entries(schemas()).filter(([name]) => name.startsWith('event.'));
  const types = events.map(([name, schema]) => ({
    name: `${pascal(name.slice('event.'.length).replaceAll('.', '-'))}Event`,
    type: typeOf(schema, { schemas: schemas() }),
  }));
  return lines(
    '/** The events that webhook endpoints receive. Later versions can send further types. */',
    ...types.map(({ name, type }) => `export interface ${name} ${type}`),
    '/** Distinguished by `type`. */',
    `export type ReceivedEvent = ${types.map(({ name }) => name).join(' | ')};`,
  );
}

/** @example className('internal_error') // 'InternalError' */
const className = (code: string): string => `${pascal(code).replace(/Error$/, '')}Error`;

const codes = (): string[] =>
  Object.keys(schemas())
    .filter((name) => name.startsWith('problem.'))
    .map((name) => name.slice('problem.'.length));

const problemOf = (code: string): ProblemDefinition =>
  required(
    (problems as Readonly<Record<string, ProblemDefinition>>)[code],
    `No feature declares the problem ${code}.`,
  );

const codesSource = (): string =>
  lines(
    '/** An error class for each code. */',
    "import { ApiError } from './errors.ts';",
    ...codes().map((code) => {
      const about = comment(`\`${code}\`: ${problemOf(code).when}`);
      return `${about}\nexport class ${className(code)} extends ApiError { declare readonly code: '${code}'; }`;
    }),
  );

function knownErrorsSource(): string {
  const codeless = codes().flatMap((code) => {
    const problem = problemOf(code);
    return problem.omitsCode ? [[problem.title, code] as const] : [];
  });
  return lines(
    '/** The error classes by code. */',
    "import * as classes from './codes.ts';",
    "import type { KnownErrors } from './errors.ts';",
    'export const known: KnownErrors = {',
    `byCode: {\n${codes()
      .map((code) => `${JSON.stringify(code)}: classes.${className(code)},`)
      .join('\n')}\n},`,
    `codeless: ${JSON.stringify(Object.fromEntries(codeless))},`,
    '};',
  );
}

function clientSource(): string {
  const members = [
    ...Array.from(called, ([group, some]) => ({
      name: camel(group),
      type: pascal(group),
      make: 'endpointsOf',
      table: endpointTables(some) as object,
    })),
    ...resources.map((resource) => ({
      name: namesOf(resource).member,
      type: namesOf(resource).many,
      make: 'collectionOf',
      table: typeTable(resource) as object,
    })),
  ];
  return lines(
    '/** The client: a member for each type. */',
    `import type { ${members.map(({ type }) => type).join(', ')} } from './api.ts';`,
    "import { known } from './known-errors.ts';",
    "import { collectionOf } from './collection.ts';",
    "import { type ClientOptions, Connection, type Credentials } from './connection.ts';",
    "import { endpointsOf } from './endpoints.ts';",
    `export class ${CLASS} {`,
    ...members.map(({ name, type }) => `readonly ${name}: ${type};`),
    'readonly #connection: Connection;',
    'constructor(options: ClientOptions) {',
    'const connection = new Connection(options, known);',
    'this.#connection = connection;',
    ...members.map(
      ({ name, make, table }) => `this.${name} = ${make}(connection, ${JSON.stringify(table)});`,
    ),
    '}',
    '/** Signs in, and signs in again when the token is no longer valid. @returns the token. */',
    'signIn(credentials: Credentials): Promise<string> { return this.#connection.signIn(credentials); }',
    '}',
  );
}

const indexSource = (): string =>
  lines(
    "import type { ReceivedEvent } from './events.ts';",
    "import { type VerifyOptions, verifyEvent } from './webhooks.ts';",
    "export type * from './api.ts';",
    "export type * from './events.ts';",
    "export type * from './types.ts';",
    `export * from './codes.ts';`,
    `export { ${CLASS} } from './client.ts';`,
    "export * from './roles.ts';",
    "export { etagOf } from './collection.ts';",
    "export type { ClientOptions, Credentials } from './connection.ts';",
    "export { ApiError, ConnectionError, type ErrorObject, type UnreadableRecord, UnreadableRecordsError } from './errors.ts';",
    "export type { RetryOptions } from './retries.ts';",
    "export type { TokenSource } from './tokens.ts';",
    "export { type VerifyOptions, WebhookError } from './webhooks.ts';",
    '/**',
    ' * @param rawBody of the request, byte for byte: pass it before you parse it.',
    ' * @param header Service-Signature.',
    ' * @param secret the whole signing secret, `whsec_` included.',
    ' * @returns the event.',
    ' * @throws WebhookError if the request does not come from the service.',
    ' */',
    'export const verifyWebhook = (rawBody: Uint8Array | string, header: string | null | undefined, secret: string, options?: VerifyOptions): Promise<ReceivedEvent> => verifyEvent<ReceivedEvent>(rawBody, header, secret, options);',
  );
