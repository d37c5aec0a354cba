/** Logs one line per request, without bodies, headers and query values, because they may contain secrets. */
import { describedError, writeLine } from '../../platform/log.ts';
import type { RequestState } from './request-state.ts';
import type { ApiResponse } from './response.ts';

export function logRequest(
  state: RequestState,
  { response, error }: { response: ApiResponse; error?: unknown },
): void {
  const { request, match, caller, table, now } = state;
  const { calls, readUnits, writeUnits } = table.meter;
  writeLine({
    level: response.status >= 500 ? 'error' : 'info',
    message: 'request',
    requestId: request.id,
    method: request.method,
    route: match?.route.path ?? 'none',
    status: response.status,
    user: caller?.userId,
    organization: caller?.organizationId,
    durationMs: Date.now() - now.getTime(),
    table: { calls, readUnits, writeUnits },
    ...(error !== undefined && { problem: describedError(error) }),
  });
}
