/** One wide line per request. Bodies, headers and query values never reach it: they can hold secrets. */
import { describedError, writeLine } from '../log.ts';
import type { Exchange } from './exchange.ts';
import type { Response } from './response.ts';

interface Outcome {
  readonly response: Response;
  readonly error?: unknown;
}

export function logRequest(exchange: Exchange, { response, error }: Outcome): void {
  const { request, match, caller, table, now } = exchange;
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
