/** One wide line per request. Bodies, headers and query values never reach it: they can hold secrets. */
import { Problems } from '../domain/problems.ts';
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
    ...(error !== undefined && { problem: described(error) }),
  });
}

/** Our own problems by their codes; everything else with its stack: the client was shown an id only. */
function described(error: unknown): unknown {
  if (error instanceof Problems) return error.problems.map(({ code }) => code);
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack, cause } = error;
  return { name, message, stack, ...(cause !== undefined && { cause: String(cause) }) };
}

export function writeLine(line: Readonly<Record<string, unknown>>): void {
  console.log(JSON.stringify(line));
}
