/** The sender of a request. The accounts feature implements `Callers`. */
import type { Route } from '../declare/routes.ts';
import type { Table } from '../table/table.ts';
import type { Budget } from './rate-limit.ts';
import type { ApiRequest } from './request.ts';

/** The fields that the kit needs. The accounts feature adds others (`declare module`). */
export interface Caller {
  readonly userId: string;
  readonly organizationId: string;
}

export interface Callers {
  /**
   * Identifies the caller and counts the request.
   * @param at.expect called before the request is admitted, with the caller of a valid token whose last
   * request here was admitted and left some of the budget. It is a guess: nothing that follows from it may
   * leave the service before.
   * @throws not_authenticated (401).
   */
  authenticate(
    request: ApiRequest,
    at: {
      readonly table: Table;
      readonly now: Date;
      readonly route: Route;
      readonly expect: (caller: Caller) => void;
    },
  ): Promise<{ readonly caller: Caller; readonly budget: Budget }>;
  /** @throws role_not_allowed (403) if the caller's role cannot use the route. */
  authorize(caller: Caller, route: Route): void;
  /**
   * Authenticates and authorizes again without counting the request.
   * @throws not_authenticated (401) or role_not_allowed (403) if the caller has lost the access since.
   */
  confirm(caller: Caller, at: { readonly table: Table; readonly route: Route }): Promise<void>;
}
