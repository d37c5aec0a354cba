/** Declares endpoints outside any resource, such as sign-in. */
import type { ProblemCode } from '../values/problems.ts';
import type { Schema } from './attribute.ts';
import type { ShownResponse } from './shown-response.ts';

type Members = Readonly<Record<string, Schema>>;

export interface Endpoint<N extends string = string, G extends string = string, B extends Members = Members> {
  readonly name: N;
  readonly group: G;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** 'public': no token required. 'signed-in': any role. 'admin': admins only. */
  readonly access: 'public' | 'signed-in' | 'admin';
  readonly contentType: 'application/json' | 'application/vnd.api+json';
  /** Schemas of the members of the body; null for no body. */
  readonly body: B | null;
  /** For the API reference: schemas of the query parameters that it requires. */
  readonly query?: Members;
  /** A line for the API reference. */
  readonly summary: string;
  readonly response: ShownResponse;
  /** The budget that its requests use; by default, that of the reads or the writes of a user. */
  readonly budget?: 'account';
  /** Codes of the errors of its rules. */
  readonly rejections?: readonly ProblemCode[];
}

/**
 * @param endpoint its implementation is passed to `makeHandler`, under its name.
 * @example
 * export const me = defineEndpoint({
 *   name: 'me', group: 'auth', method: 'GET', path: '/auth/me',
 *   access: 'signed-in', contentType: 'application/json', body: null, summary: 'Read the signed-in user',
 *   response: showsDocument(v.strictObject({ user })),
 * });
 */
export const defineEndpoint = <const N extends string, const G extends string, const B extends Members>(
  endpoint: Endpoint<N, G, B>,
): Endpoint<N, G, B> => endpoint;
