/** Requests of the collection, made of the operations of the document. */
import type { Operation } from '../../site/generated/document.ts';
import { bodyText } from './bodies.ts';
import type { Script } from './scripts.ts';

interface Pair {
  readonly key: string;
  readonly value: string;
  readonly description?: string;
  readonly disabled?: true;
}

export interface Item {
  readonly name: string;
  readonly event: readonly Script[];
  /** Responses are tested as the API sends them. */
  readonly protocolProfileBehavior?: { readonly followRedirects: false };
  readonly request: object;
}

export interface Folder {
  readonly name: string;
  readonly description?: string;
  readonly item: readonly (Item | Folder)[];
}

export interface Sending {
  readonly name?: string;
  /** What the path has instead of `:id`. */
  readonly id: string | undefined;
  readonly event: readonly Script[];
  readonly description?: string;
  readonly isCreated: (type: string) => boolean;
}

export function requestItem(
  operation: Operation,
  { name, id, event, description, isCreated }: Sending,
): Item {
  const { method, body, needsToken } = operation;
  const type = body ? [{ key: 'Content-Type', value: body.type }] : [];
  return {
    name: name ?? operation.summary,
    event,
    ...(statusOf(operation) === 302 && { protocolProfileBehavior: { followRedirects: false } as const }),
    request: {
      method,
      ...(description !== undefined && { description }),
      ...(!needsToken && { auth: { type: 'noauth' } }),
      header: [...type, ...parametersOf(operation, 'header')],
      url: urlOf(operation, id),
      ...(body && { body: { mode: 'raw', raw: bodyText(operation.id, body.example, isCreated) } }),
    },
  };
}

/** @returns the status of success. */
export const statusOf = ({ responses }: Pick<Operation, 'responses'>): number =>
  Math.min(...Object.keys(responses).map(Number));

/** Fields of included types are omitted, because they would be half of the file. */
const isOmitted = (name: string, tag: string): boolean =>
  name.startsWith('fields[') && name !== `fields[${tag}]`;

/** Only required parameters are sent until someone turns the others on. */
const parametersOf = ({ parameters, tag }: Operation, location: 'query' | 'header'): Pair[] =>
  parameters
    .filter((each) => each.in === location && !isOmitted(each.name, tag))
    .map(({ name, description, example, schema, required = false }) => ({
      key: name,
      value: values[name] ?? String(example ?? schema.default ?? ''),
      ...(description !== undefined && { description }),
      ...(!required && { disabled: true }),
    }));

const values: Readonly<Record<string, string>> = {
  'Idempotency-Key': '{{$guid}}',
  // Of the file of a report.
  token: '{{downloadToken}}',
};

function urlOf(operation: Operation, id: string | undefined): object {
  const path = operation.path
    .slice(1)
    .replaceAll(/\{(\w+)\}/g, ':$1')
    .split('/');
  const query = parametersOf(operation, 'query');
  const sent = query.filter((each) => !('disabled' in each)).map(({ key, value }) => `${key}=${value}`);
  return {
    raw: `{{baseUrl}}/${path.join('/')}${sent.length > 0 ? `?${sent.join('&')}` : ''}`,
    host: ['{{baseUrl}}'],
    path,
    ...(query.length > 0 && { query }),
    ...(id !== undefined && { variable: [{ key: 'id', value: id }] }),
  };
}
