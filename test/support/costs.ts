/** What a request cost at the table, as its own log line tells. */
import { vi } from 'vitest';
import { handler as auth } from '../../functions/auth/handler.ts';
import type { ApiHandler } from '../../shared/kit/http/stack.ts';
import { type CallResponse, call } from './calls.ts';
import type { Call } from './event-of.ts';
import { listen } from './log.ts';

export interface Units {
  readonly calls: number;
  readonly readUnits: number;
  readonly writeUnits: number;
}

export interface Cost extends Units {
  readonly response: CallResponse;
}

/**
 * The first request of a minute takes a call more, to open the window of the rate limit: another request
 * opens it, and the clock stands still in the meantime.
 */
export async function costOf(
  handler: ApiHandler,
  status: number,
  request: Call & { readonly token: string },
): Promise<Cost> {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { lines, stop } = listen();
  try {
    await call(auth, 200, { path: '/auth/me', token: request.token });
    lines.length = 0;
    const response = await call(handler, status, request);
    const [line] = lines;
    if (!line) throw new Error('The request wrote no log line.');
    const { calls, readUnits, writeUnits } = line['table'] as Units;
    return { calls, readUnits, writeUnits, response };
  } finally {
    stop();
    vi.useRealTimers();
  }
}
