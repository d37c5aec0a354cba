/** Structured logging: one line per request, delivery attempt or scheduled run. */
import { countsOf, Problems } from './domain/problems.ts';

export interface Line {
  readonly level: 'info' | 'warn' | 'error';
  /** The kind of line: 'request', 'delivery.attempted', ... */
  readonly message: string;
  readonly [name: string]: unknown;
}

/**
 * Writes one line. Never pass tokens, passwords, secrets, bodies or query strings.
 * Lambda's JSON logging adds time, level and request id, and filters by level. It logs a single object argument as
 * JSON under `message`; a string would not be parsed.
 * @example writeLine({ level: 'info', message: 'sweep', due: 3 })
 */
export function writeLine({ level, message, ...fields }: Line): void {
  console[level]({ event: message, ...fields });
}

/** An error for the log: problems as counts by code, anything else with its stack. Clients only see an id. */
export function describedError(error: unknown): unknown {
  if (error instanceof Problems) return countsOf(error.problems);
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack, cause } = error;
  return { name, message, stack, ...(cause !== undefined && { cause: String(cause) }) };
}
