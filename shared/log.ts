/** One wide line per request, per attempt, per run: how every function writes to its log, and how an error looks there. */
import { countsOf, Problems } from './domain/problems.ts';

export interface Line {
  readonly level: 'info' | 'warn' | 'error';
  /** What the line is about: 'request', 'delivery.attempted', ... */
  readonly message: string;
  readonly [name: string]: unknown;
}

/**
 * Callers keep tokens, passwords, secrets, bodies and queries out of it.
 * Lambda adds time, level and invocation, and drops lines below the level the function is set to: the object as the
 * only argument becomes the `message` of its JSON, where a text made of it would stay a string.
 */
export function writeLine({ level, message, ...fields }: Line): void {
  console[level]({ event: message, ...fields });
}

/** Our own problems as counts of their codes; everything else with its stack: nobody outside is shown more than an id. */
export function describedError(error: unknown): unknown {
  if (error instanceof Problems) return countsOf(error.problems);
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack, cause } = error;
  return { name, message, stack, ...(cause !== undefined && { cause: String(cause) }) };
}
