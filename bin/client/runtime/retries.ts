/** When a call is repeated, and after how long. */
import { ApiError } from './errors.ts';

export interface RetryOptions {
  /** Maximum number of attempts of a call. Defaults to 5, and to 100 for a statement that is being prepared. */
  readonly attempts?: number | undefined;
  /** Calls that would have to wait longer fail. Defaults to 65 seconds, as rate limits count minutes. */
  readonly maxWaitMs?: number | undefined;
  /** Waits. Tests can pass their own. */
  readonly sleep?: ((milliseconds: number, signal?: AbortSignal) => Promise<void>) | undefined;
  /** A number from 0 to 1. Tests can pass their own. */
  readonly random?: (() => number) | undefined;
}

export interface Repetition {
  /** Number of attempts so far. */
  readonly attempt: number;
  readonly error: unknown;
  /** Whether the call can be repeated when it may have taken effect. */
  readonly isRepeatable: boolean;
}

const FIRST_WAIT_MS = 500;
const ATTEMPTS = 5;
/** Attempts for a statement. Each of them adds up at least a slice of one of up to 24 months. */
const ADVANCING_ATTEMPTS = 100;
/** The code of a 503 after which the next attempt gets further. */
const ADVANCING = 'statement_in_preparation';
/** The service did not process these. */
const UNPROCESSED = new Set([429, 503]);
const PASSING = new Set([408, 500, 502, 504]);

/** @returns milliseconds to wait before the next attempt; undefined if there is none. */
export function waitBefore({ attempt, error, isRepeatable }: Repetition, options: RetryOptions) {
  const isAdvancing = error instanceof ApiError && error.code === ADVANCING;
  const most = isAdvancing ? ADVANCING_ATTEMPTS : ATTEMPTS;
  const { attempts = most, maxWaitMs = 65_000, random = Math.random } = options;
  if (attempt >= attempts || !canRepeat(error, isRepeatable)) return undefined;
  const seconds = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  const doubled = isAdvancing ? FIRST_WAIT_MS : FIRST_WAIT_MS * 2 ** (attempt - 1);
  // Varied, so that clients do not repeat their requests in lockstep.
  const waitMs = (seconds === undefined ? doubled / 2 : seconds * 1000) + (random() * doubled) / 2;
  return waitMs <= maxWaitMs ? waitMs : undefined;
}

function canRepeat(error: unknown, isRepeatable: boolean): boolean {
  if (!(error instanceof ApiError)) return isRepeatable;
  const { status, retryAfterSeconds } = error;
  // A request with the same idempotency key is still running.
  const isRunning = status === 409 && retryAfterSeconds !== undefined;
  return UNPROCESSED.has(status) || (isRepeatable && (isRunning || PASSING.has(status)));
}

/** @throws what aborted the signal. */
export function sleepFor(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, milliseconds);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end, { once: true });
  });
}
