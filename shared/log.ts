/** One wide line per request, per attempt, per run: how every function writes to its log, and how an error looks there. */
import { countsOf, Problems } from './domain/problems.ts';

/** Whoever calls keeps tokens, passwords, secrets, bodies and queries out of it. */
export function writeLine(line: Readonly<Record<string, unknown>>): void {
  console.log(JSON.stringify(line));
}

/** Our own problems as counts of their codes; everything else with its stack: nobody outside is shown more than an id. */
export function describedError(error: unknown): unknown {
  if (error instanceof Problems) return countsOf(error.problems);
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack, cause } = error;
  return { name, message, stack, ...(cause !== undefined && { cause: String(cause) }) };
}
