/** Log lines in Lambda's JSON format, as its runtime client (aws-lambda-ric) writes console calls. */
import { format } from 'node:util';
import { type LogLevel, logLevels } from '../template/log-levels.ts';

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
  /** The lowest level that is written. */
  readonly level: LogLevel;
  /** The invocation under way, if any. */
  readonly requestId: () => string | undefined;
  readonly write: (line: string) => void;
}

/** Replaces the console's methods, as the runtime client does before it loads a function. */
export function writeConsoleAsJson({ level: lowest, requestId, write }: LogOptions): void {
  for (const [method, level] of Object.entries(methods)) {
    const isWritten = logLevels.indexOf(level) >= logLevels.indexOf(lowest);
    Object.assign(console, {
      [method]: (...args: unknown[]) => {
        if (isWritten) write(jsonLine(level, requestId() ?? '-', args));
      },
    });
  }
}

/** @param args of the console call. A single object is the message as it is; anything else becomes text. */
export function jsonLine(level: LogLevel, requestId: string, args: readonly unknown[]): string {
  const line = { timestamp: new Date().toISOString(), level, requestId };
  const [message, ...more] = args;
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
