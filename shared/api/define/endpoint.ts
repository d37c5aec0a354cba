/** An endpoint that is no resource (sign-in and the like), as data. */
import type { Schema } from './attribute.ts';

type Members = Readonly<Record<string, Schema>>;

export interface Endpoint<N extends string = string, G extends string = string, B extends Members = Members> {
  readonly name: N;
  readonly group: G;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** 'public': without a token. 'signed-in': every role. 'admin': the role that can call the API. */
  readonly access: 'public' | 'signed-in' | 'admin';
  readonly contentType: 'application/json' | 'application/vnd.api+json';
  /** The members of the body, each with its own schema; null: no body. */
  readonly body: B | null;
}

export const defineEndpoint = <const N extends string, const G extends string, const B extends Members>(
  endpoint: Endpoint<N, G, B>,
): Endpoint<N, G, B> => endpoint;
