/**
 * Timers and durations of this process that stand still until a test moves them, beside real sockets. A limit
 * is then reached when the test says so, however busy the machine is. Timers within Node, such as those of
 * sockets, go on.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, vi } from 'vitest';

/** Until `vi.useRealTimers`. Signals of `AbortSignal.timeout` go by the held clock, too. */
export function holdClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('It took too long.', 'TimeoutError')), milliseconds);
    return controller.signal;
  });
}

/** Holds the clock during each test of the file or group. */
export function withHeldClock(): void {
  beforeEach(holdClock);
  afterEach(() => void vi.useRealTimers());
}

export const moveClock = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

/**
 * Waits without moving the clock. `expect.poll` and `vi.waitFor` move it.
 * @throws Error after half a minute.
 */
export async function reaching(isReached: () => unknown): Promise<void> {
  const end = process.hrtime.bigint() + 30_000_000_000n;
  while (!isReached()) {
    if (process.hrtime.bigint() > end) throw new Error(`In 30 seconds, this was not reached: ${isReached}`);
    await wait(2);
  }
}

/** Lets this process handle what has arrived on its sockets. */
export async function handleArrived(): Promise<void> {
  for (let count = 0; count < 10; count++) await turn();
}

const RESPONSES = 'http.client.response.finish';

/**
 * Call it before the request.
 * @returns a promise that a client of this process has handled the headers of a response.
 */
export async function nextResponse(): Promise<void> {
  const headers = Promise.withResolvers<void>();
  const resolve = () => headers.resolve();
  subscribe(RESPONSES, resolve);
  await headers.promise;
  unsubscribe(RESPONSES, resolve);
  await handleArrived();
}
