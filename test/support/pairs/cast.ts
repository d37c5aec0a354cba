/** The records of a prepared catalogue, and requests that are about them. */
import type { Route } from '../../../shared/kit/declare/routes.ts';
import { service } from '../../table/conformance/service.ts';
import { nameOf } from '../../table/conformance/world.ts';
import { type Person, send } from '../calls.ts';
import { type ExampleDocument, examples, type Maker } from '../examples.ts';
import { featureOf } from './declared.ts';
import type { Operation } from './operation.ts';

export interface Cast {
  readonly ada: Person;
  /** The ids of records by type. The first is the one that operations change, and the second is put in its place. */
  readonly records: Readonly<Record<string, readonly string[]>>;
  /** Operations that only make sense in this catalogue. */
  readonly more?: (cast: Cast) => readonly Operation[];
}

export const mainOf = ({ records }: Cast, type: string): string | undefined => records[type]?.[0];
export const otherOf = ({ records }: Cast, type: string): string | undefined => records[type]?.[1];

export interface Asked {
  readonly id?: string | undefined;
  readonly body?: unknown;
  /** What is special about the request. */
  readonly title?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface ErrorShown {
  readonly code?: string;
  readonly source?: object;
}

/** @returns the status of the response, with the codes of its errors. */
async function responseTo({ ada }: Cast, { group, path, method }: Route, asked: Asked): Promise<string> {
  const { id = '', body, headers } = asked;
  const response = await send(service.handlerOf(group), {
    ...{ method, path: path.replace('{id}', id), token: ada.token },
    ...(body !== undefined && { body }),
    ...(headers && { headers }),
  });
  // A record that another request deletes meanwhile is gone anyway.
  if (method === 'DELETE' && !path.includes('/relationships/') && [204, 404].includes(response.status))
    return 'gone';
  const errors: readonly ErrorShown[] = response.body?.errors ?? [];
  const codes = errors.map(({ code, source }) => `${code} ${JSON.stringify(source ?? {})}`).toSorted();
  return [response.status, ...codes].join(' ');
}

/** A request to a route of the service. */
export function requestTo(cast: Cast, route: Route, asked: Asked): Operation {
  const of = nameOf(route);
  const { title = '' } = asked;
  const name = title ? `${of} ${title}` : of;
  return { name, of, feature: featureOf.get(of) ?? '', perform: () => responseTo(cast, route, asked) };
}

class NoRecord extends Error {}

/**
 * @returns the example of a type with the records of the cast; undefined if it needs a record that is not among them, or if
 * nobody creates records of the type.
 */
export async function documentFor(cast: Cast, type: string): Promise<ExampleDocument | undefined> {
  const example = examples[type];
  if (!example || !('document' in example)) return undefined;
  const missing = (what: string) => Promise.reject(new NoRecord(what));
  const find = async (wanted: string): Promise<string> => mainOf(cast, wanted) ?? missing(wanted);
  const maker: Maker = { person: cast.ada, create: find, createFrom: find, post: missing, first: missing };
  try {
    return await example.document(maker);
  } catch (error) {
    if (error instanceof NoRecord) return undefined;
    throw error;
  }
}
