/** All that serving one request needs: who asks, what, when, and the table as this request sees it. */
import type { Api } from '../api/define/api.ts';
import type { Resource } from '../api/define/resource.ts';
import type { Caller } from '../auth/caller.ts';
import type { Request } from '../http/request.ts';
import type { Made } from '../http/response.ts';
import type { Write } from '../table/commit.ts';
import type { KeyRow } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { Hooks } from './hooks.ts';

export interface Context {
  readonly api: Api;
  readonly request: Request;
  readonly caller: Caller;
  readonly now: Date;
  readonly table: Table;
  /** {base_url}: without a trailing slash, without the version path. */
  readonly baseUrl: string;
  /** What is special about a type, where anything is. */
  readonly hooks: Readonly<Record<string, Hooks | undefined>>;
  /** The one way to write: marks the request's idempotency key with what was made, in the same transaction. */
  readonly commit: (writes: readonly Write[], made?: Made) => Promise<unknown>;
}

export const keyRowOf = ({ api }: Context, { type }: Resource): KeyRow => api.keys[type] ?? {};

/** Whose records of this resource the caller reaches. */
export function ownerOf({ caller }: Context, { owner }: Resource): string {
  if (owner === 'platform') return '';
  return owner === 'user' ? caller.userId : caller.organizationId;
}
