/** Messages between an execution environment and its worker thread. */
import type { LogLevel } from '../template/log-levels.ts';

/** Posted to the worker. */
export interface Invocation {
  readonly requestId: string;
  /** JSON. */
  readonly payload: string;
  /** When the function times out, in milliseconds since 1970. */
  readonly deadline: number;
}

/** The worker's data. */
export interface WorkerData {
  readonly bundle: string;
  readonly exportName: string;
  readonly context: Readonly<Record<string, string>>;
  /** PEM certificates of the trusted authorities. */
  readonly trusted: readonly string[];
  /** Without it, log lines are posted as messages. */
  readonly logFile?: string;
  /** With it, logs are in the JSON format, from this level up. Without it, they are in the text format. */
  readonly jsonLogLevel?: LogLevel;
  /** How many invocations were posted. The worker is frozen until there is one that it has not received. */
  readonly posted: Int32Array<SharedArrayBuffer>;
}

/** Posted by the worker. */
export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'result' | 'error'; readonly requestId: string; readonly payload: string }
  | { readonly kind: 'log'; readonly text: string };
