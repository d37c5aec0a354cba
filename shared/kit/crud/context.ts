/** The request, its caller, the time and the table. */
import type { Definitions } from '../declare/definitions.ts';
import type { Resource } from '../declare/resource.ts';
import type { Caller } from '../http/caller.ts';
import type { ApiRequest } from '../http/request.ts';
import type { CreatedRecords } from '../http/response.ts';
import type { Store } from '../records/store.ts';
import type { Write } from '../table/write.ts';

export interface Context extends Store {
  readonly api: Definitions;
  readonly request: ApiRequest;
  readonly caller: Caller;
  /** {base_url} without a trailing slash and the version path. */
  readonly baseUrl: string;
  /** Also records `created` under the idempotency key, in the same transaction. */
  readonly commit: (writes: readonly Write[], created?: CreatedRecords) => Promise<unknown>;
}

/** @returns the owner whose records of this resource the caller can access. */
export function ownerOf({ caller }: Pick<Context, 'caller'>, { owner }: Pick<Resource, 'owner'>): string {
  if (owner === 'platform') return '';
  return owner === 'user' ? caller.userId : caller.organizationId;
}

/** The store of a request that creates records, which a replay of the request then shows. */
export const creationStore = <C extends Context>(context: C, created: CreatedRecords): C => ({
  ...context,
  commit: (writes) => context.commit(writes, created),
});
