/** Who sends a request, and how the service finds out: accounts implement it, and the composition root passes it in. */
import type { Route } from '../declare/routes.ts';
import type { Table } from '../table/table.ts';
import type { Budget } from './rate-limit.ts';
import type { ApiRequest } from './request.ts';

/** What the kit needs to know of a caller. Accounts add the rest (`declare module`). */
export interface Caller {
  readonly userId: string;
  readonly organizationId: string;
}

interface Authentication {
  readonly caller: Caller;
  readonly budget: Budget;
}

export interface Callers {
  /** Identifies the caller and counts the request. @throws not_authenticated (401). */
  authenticate(
    request: ApiRequest,
    at: { readonly table: Table; readonly now: Date; readonly route: Route },
  ): Promise<Authentication>;
  /** @throws role_not_allowed (403) for a route that the caller cannot use. */
  authorize(caller: Caller, route: Route): void;
}
