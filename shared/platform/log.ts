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

/**
 * @returns the `logged` property of the error if it has one, otherwise its stack, without input that it
 * quotes and without anything that looks like a secret. Not for clients.
 */
export function describedError(error: unknown): unknown {
  if (!(error instanceof Error)) return withoutSecrets(String(error));
  if ('logged' in error) return error.logged;
  const { name, cause } = error;
  return { name, ...shownOf(error), ...(cause !== undefined && { cause: describedCause(cause) }) };
}

/** @returns the error without input and secrets: Lambda logs what is thrown, and returns it to the caller. */
export function loggable(error: unknown): unknown {
  return error instanceof Error ? Object.assign(error, shownOf(error)) : error;
}

function shownOf(error: Error): Pick<Error, 'message' | 'stack'> {
  const { message, stack } = error;
  const shown = withoutSecrets(isAboutInput(error) ? message.replace(QUOTED, '"***"') : message);
  return { message: shown, ...(stack && { stack: withoutSecrets(stack.replace(message, () => shown)) }) };
}

const describedCause = (cause: unknown): string =>
  withoutSecrets(isAboutInput(cause) ? String(cause).replace(QUOTED, '"***"') : String(cause));

/** Parsers of JSON and of schemas quote what they were given. */
const isAboutInput = (error: unknown): boolean =>
  error instanceof SyntaxError || (error instanceof Error && error.name === 'ValiError');
const QUOTED = /".*"/s;

/** Tokens, secrets of webhooks, hashes of passwords, credentials in headers, and signatures in addresses. */
const SECRETS =
  /\beyJ[\w-]+\.[\w.-]+|\bwhsec_\w+|\bscrypt\$\S+|(?<=\b(?:Bearer|Basic) +)[\w.~+/=-]+|(?<=[?&][\w-]*(?:token|secret|signature|credential|password|key)=)[^&\s"']+/gi;

const withoutSecrets = (text: string): string => text.replace(SECRETS, '***');
