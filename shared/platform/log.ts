/** Structured logging: one line per request, delivery attempt or scheduled run. */

export interface Line {
  readonly level: 'info' | 'warn' | 'error';
  /** The kind of line: 'request', 'delivery.attempted', ... */
  readonly message: string;
  readonly [name: string]: unknown;
}

/**
 * Never pass tokens, passwords, secrets, bodies or query strings. Lambda's JSON logging adds time, level and
 * request id, and filters by level. It logs a single object argument as JSON under `message`, but does not
 * parse strings.
 * @example writeLine({ level: 'info', message: 'sweep', due: 3 })
 */
export function writeLine({ level, message, ...fields }: Line): void {
  console[level]({ event: message, ...fields });
}

/** @returns the `logged` property of the error if it has one, otherwise its stack. Not for clients. */
export function describedError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  if ('logged' in error) return error.logged;
  const { name, message, stack, cause } = error;
  return { name, message, stack, ...(cause !== undefined && { cause: String(cause) }) };
}
