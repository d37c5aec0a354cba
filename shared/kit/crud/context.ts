/** All that serving one request needs: who asks, what, when, and the table as this request sees it. */
import type { Definitions } from '../declare/definitions.ts';
import type { Resource } from '../declare/resource.ts';
import type { Caller } from '../http/caller.ts';
import type { ApiRequest } from '../http/request.ts';
import type { Made } from '../http/response.ts';
import type { Store } from '../records/store.ts';
import type { KeyRow } from '../table/keys.ts';
import type { Write } from '../table/write.ts';

export interface Context extends Store {
  readonly api: Definitions;
  readonly request: ApiRequest;
  readonly caller: Caller;
  /** {base_url}: without a trailing slash, without the version path. */
  readonly baseUrl: string;
  /** Marks the request's idempotency key with what was made, in the same transaction. */
  readonly commit: (writes: readonly Write[], made?: Made) => Promise<unknown>;
}

export const keyRowOf = ({ api }: Pick<Store, 'api'>, { type }: Pick<Resource, 'type'>): KeyRow =>
  api.keys[type] ?? {};

/** Whose records of this resource the caller reaches. */
export function ownerOf({ caller }: Pick<Context, 'caller'>, { owner }: Pick<Resource, 'owner'>): string {
  if (owner === 'platform') return '';
  return owner === 'user' ? caller.userId : caller.organizationId;
}

/** The store of a request that makes something: a repetition of the request shows what it made. */
export const making = (context: Context, made: Made): Store => ({
  ...context,
  commit: (writes) => context.commit(writes, made),
});
