/** Log lines as Lambda writes them in its JSON format: what the runtime's client (aws-lambda-ric) makes of console calls. */
import { format } from 'node:util';

/** From the least to the most serious. */
export const logLevels = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'] as const;
export type LogLevel = (typeof logLevels)[number];

const methods = {
  trace: 'TRACE',
  debug: 'DEBUG',
  log: 'INFO',
  info: 'INFO',
  warn: 'WARN',
  error: 'ERROR',
  fatal: 'FATAL',
} as const satisfies Record<string, LogLevel>;

interface LogOptions {
  /** Lines below it are not written. */
  readonly level: LogLevel;
  /** The invocation under way, if any. */
  readonly requestId: () => string | undefined;
  readonly write: (line: string) => void;
}

/** Replaces the console's methods, as the client does before it loads a function. */
export function writeConsoleAsJson({ level: lowest, requestId, write }: LogOptions): void {
  for (const [method, level] of Object.entries(methods)) {
    const isWritten = logLevels.indexOf(level) >= logLevels.indexOf(lowest);
    Object.assign(console, {
      [method]: (...said: unknown[]) => {
        if (isWritten) write(jsonLine(level, requestId() ?? '-', said));
      },
    });
  }
}

/** An object that is the only argument becomes the message as it is; anything else becomes text. */
export function jsonLine(level: LogLevel, requestId: string, said: readonly unknown[]): string {
  const line = { timestamp: new Date().toISOString(), level, requestId };
  const [message, ...more] = said;
  if (more.length === 0) {
    try {
      return `${JSON.stringify({ ...line, message }, withErrors)}\n`;
    } catch {
      return `${JSON.stringify({ ...line, message: format(message) })}\n`;
    }
  }
  const error = more.find((each) => each instanceof Error);
  return `${JSON.stringify({ ...line, message: format(message, ...more), ...(error && describedError(error)) })}\n`;
}

const withErrors = (_key: string, value: unknown): unknown =>
  value instanceof Error ? { ...describedError(value), ...value } : value;

const describedError = (error: Error) => ({
  errorType: error.constructor.name,
  errorMessage: error.message,
  stackTrace: error.stack?.split('\n') ?? [],
});
