/** Declares endpoints outside any resource, such as sign-in. */
import type { ProblemCode } from '../values/problems.ts';
import type { Schema } from './attribute.ts';
import type { ShownResponse } from './shown-response.ts';

/** The media type of forms. */
export const FORM_TYPE = 'application/x-www-form-urlencoded';

type Members = Readonly<Record<string, Schema>>;

export interface Endpoint<N extends string = string, G extends string = string, B extends Members = Members> {
  readonly name: N;
  readonly group: G;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** 'public': no token required. 'signed-in': any role. 'admin': admins only. */
  readonly access: 'public' | 'signed-in' | 'admin';
  readonly contentType: 'application/json' | 'application/vnd.api+json';
  /** Schemas of the body's members, or null if it has no body. */
  readonly body: B | null;
  /** The body can also be a form, in which members have these further names. */
  readonly form?: { readonly aliases: { readonly [M in keyof B & string]?: string } };
  /** Schemas of required query parameters, for the API reference. */
  readonly query?: Members;
  /** Summary in the API reference. */
  readonly summary: string;
  readonly response: ShownResponse;
  /** The rate limit of its requests. Defaults to that of the user's reads or writes. */
  readonly budget?: 'account';
  /** Whether it only ends sessions, and changes no records. */
  readonly endsSessions?: true;
  /** Problem codes of its rules. */
  readonly rejections?: readonly ProblemCode[];
}

/**
 * @param endpoint the declaration. Pass the implementation to `serveGroup` under the same name.
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
