/** The OpenAPI document, as far as the pages of the documentation show it. */
import { routesOf } from '../../../shared/kit/declare/routes.ts';
import { required } from '../../../shared/kit/values/required.ts';
import { api } from '../../../shared/service/api.ts';
import { currentDocument } from '../../openapi/documents.ts';
import type { Schema } from '../../openapi/schema.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: unknown;
  readonly schema: Schema & { readonly default?: unknown; readonly pattern?: string };
  /** The name of the component, such as albums.filter.label. */
  readonly component?: string;
}

interface Content {
  readonly schema: Schema;
  readonly example?: unknown;
}

interface Response {
  readonly description: string;
  readonly content?: Readonly<Record<string, Content>>;
}

type Referred<T> = T | { readonly $ref: string };

interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Referred<Parameter>[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, Referred<Response>>>;
  /** Empty if the operation needs no token. */
  readonly security?: readonly unknown[];
}

interface Document {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: { readonly summary: string } }>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}

/** An operation, with its parameters and responses instead of references to them. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  readonly parameters: readonly Parameter[];
  readonly body: { readonly type: string; readonly example: unknown; readonly schema: Schema } | undefined;
  readonly needsToken: boolean;
  /** By status. */
  readonly responses: Readonly<Record<string, Response>>;
  /** Whether it is about a relationship of a record. */
  readonly isRelated: boolean;
}

/** The generator has no types for operations, parameters and responses. */
export const apiDocument = (): Document => currentDocument() as unknown as Document;

const related = new Set(
  routesOf(api).flatMap(({ method, path, serving }) =>
    'relationship' in serving ? [`${method} ${path}`] : [],
  ),
);

/** @throws Error for a reference to a component that the document does not have. */
export function resolved<T extends object>(value: Referred<T>, components: Readonly<Record<string, T>>): T {
  if (!('$ref' in value) || value.$ref === undefined) return value as T;
  const component = value.$ref.replace(/^.*\//, '');
  const found = required(components[component], `The document has no component ${value.$ref}.`);
  return { ...found, component };
}

export function operationsOf({ paths, components }: Document): Operation[] {
  return Object.entries(paths).flatMap(([path, { parameters: shared = [], ...methods }]) =>
    Object.entries(methods as Readonly<Record<string, Described>>).map(([method, described]): Operation => {
      const { operationId: id, summary, tags, parameters = [], requestBody, responses, security } = described;
      const [body] = Object.entries(requestBody?.content ?? {});
      const all = [...(shared as readonly Referred<Parameter>[]), ...parameters];
      return {
        id,
        method: method.toUpperCase(),
        path,
        summary,
        tag: required(tags[0], `${id} has no tag.`),
        parameters: all.map((each) => resolved(each, components.parameters)),
        body: body && { type: body[0], example: body[1].example, schema: body[1].schema },
        isRelated: related.has(`${method.toUpperCase()} ${path}`),
        needsToken: security === undefined || security.length > 0,
        responses: Object.fromEntries(
          Object.entries(responses).map(([status, each]) => [status, resolved(each, components.responses)]),
        ),
      };
    }),
  );
}
