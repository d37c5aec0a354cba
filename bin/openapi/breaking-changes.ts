/** Finds the changes of a document that break clients of the released one, for CI and releases. */

import {
  type Finding,
  type Json,
  nameOf,
  resolved,
  SchemaComparison,
  type SchemaPosition,
} from './compare-schemas.ts';
import type { OpenApi } from './document/openapi.ts';

interface Parameter extends Json {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Json;
}

interface Body {
  readonly required?: boolean;
  readonly content?: Readonly<Record<string, { readonly schema?: Json }>>;
}

interface ComparedResponse extends Body {
  readonly headers?: Readonly<Record<string, Json>>;
}

interface ComparedOperation {
  readonly operationId?: string;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly Json[];
  readonly requestBody?: Body;
  readonly responses?: Readonly<Record<string, Json>>;
}

/**
 * Compares two documents. Additions pass: paths, optional parameters and members, and members and enum values
 * of responses.
 * @returns a sentence for each change that breaks clients of the released document, each once.
 */
export function breakingChanges(released: OpenApi, current: OpenApi): string[] {
  const comparison = new SchemaComparison(released, current);
  const breaks = [
    ...ofOperations(comparison, released.paths, current.paths),
    ...ofOperations(comparison, released.webhooks, current.webhooks, 'webhook'),
  ];
  return [...new Set(breaks)].toSorted();
}

type Items = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
type Versions = readonly [before: ComparedOperation, after: ComparedOperation];

function ofOperations(
  comparison: SchemaComparison,
  before: Items,
  after: Items,
  kind: 'route' | 'webhook' = 'route',
): Finding[] {
  return Object.entries(before).flatMap(([path, item]) => {
    const methods = Object.entries(item).filter(([method]) => method !== 'parameters');
    return methods.flatMap(([method, operation]) => {
      const name = kind === 'webhook' ? `The webhook ${path}` : `${method.toUpperCase()} ${path}`;
      const now = after[path]?.[method];
      if (now === undefined) return [`${name} is gone.`];
      return ofOperation(comparison, { name, kind }, [operation, now] as Versions);
    });
  });
}

function ofOperation(
  comparison: SchemaComparison,
  { name, kind }: { name: string; kind: 'route' | 'webhook' },
  [before, after]: Versions,
): Finding[] {
  const isRenamed = before.operationId !== after.operationId;
  const isClosed = before.security?.length === 0 && after.security?.length !== 0;
  // Webhook bodies are read by receivers, so they are compared like responses.
  const direction = kind === 'webhook' ? 'shown' : 'sent';
  return [
    ...(isRenamed ? [`${name} is named ${after.operationId} instead of ${before.operationId}.`] : []),
    ...(isClosed ? [`${name} requires a token.`] : []),
    ...ofParameters(comparison, name, [before, after]),
    ...(after.requestBody?.required && !before.requestBody ? [`${name} requires a body.`] : []),
    ...ofContent(comparison, { at: `The body of ${name}`, direction }, [
      before.requestBody,
      after.requestBody,
    ]),
    ...ofResponses(comparison, name, [before, after]),
  ];
}

function ofParameters(comparison: SchemaComparison, name: string, [before, after]: Versions): Finding[] {
  const { released, current } = comparison;
  const read = (document: OpenApi, { parameters = [] }: ComparedOperation) =>
    new Map(
      parameters.map((each) => {
        const parameter = { ...(resolved(document, each) as Parameter), label: nameOf(each) };
        return [`${parameter.in} ${parameter.name}`, parameter] as const;
      }),
    );
  const old = read(released, before);
  const now = read(current, after);
  const gone = [...old].flatMap(([key, parameter]) => {
    const same = now.get(key);
    if (!same) return [`${name} no longer takes ${parameter.name}.`];
    const at = parameter.label ?? `${parameter.name} of ${name}`;
    const isRequired = same.required && !parameter.required;
    return [
      ...(isRequired ? [`${at} is required.`] : []),
      ...comparison.compare({ at, direction: 'sent' }, parameter.schema, same.schema),
    ];
  });
  const demanded = [...now].filter(([key, { required }]) => required && !old.has(key));
  return [...gone, ...demanded.map(([, parameter]) => `${name} requires ${parameter.name}.`)];
}

/** Compares successful responses only. Errors may change. */
function ofResponses(comparison: SchemaComparison, name: string, [before, after]: Versions): Finding[] {
  const { released, current } = comparison;
  return Object.entries(before.responses ?? {}).flatMap(([status, response]) => {
    if (!/^[23]/.test(status)) return [];
    const now = after.responses?.[status];
    if (now === undefined) return [`${name} no longer responds with ${status}.`];
    const old = resolved(released, response) as ComparedResponse;
    const same = resolved(current, now) as ComparedResponse;
    const at = `The response ${status} to ${name}`;
    const isCertain = (document: OpenApi, header: Json | undefined) =>
      header !== undefined && resolved(document, header)['required'] === true;
    const lost = Object.entries(old.headers ?? {}).filter(
      ([header, schema]) => isCertain(released, schema) && !isCertain(current, same.headers?.[header]),
    );
    return [
      ...lost.map(([header]) => `${at} can lack the header ${header}.`),
      ...ofContent(comparison, { at, direction: 'shown' }, [old, same]),
    ];
  });
}

function ofContent(
  comparison: SchemaComparison,
  position: SchemaPosition,
  [before, after]: readonly [Body | undefined, Body | undefined],
): Finding[] {
  return Object.entries(before?.content ?? {}).flatMap(([mediaType, { schema = {} }]) => {
    const now = after?.content?.[mediaType];
    if (!now) return [`${position.at} is no longer ${mediaType}.`];
    return comparison.compare(position, schema, now.schema ?? {});
  });
}
