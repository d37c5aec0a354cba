/** Rate-limit headers, and the error for an exceeded limit. */
import { ProblemsWithHeaders } from './problems-with-headers.ts';

export interface Budget {
  /** Requests per minute. */
  readonly limit: number;
  readonly used: number;
  /** Time of the request. */
  readonly now: Date;
}

const MINUTE_MS = 60_000;

const resetAt = (now: Date): number => (Math.floor(now.getTime() / MINUTE_MS) + 1) * 60;

/** X-RateLimit-Reset is the epoch second at which the next window starts. */
export const budgetHeaders = ({ limit, used, now }: Budget): Record<string, string> => ({
  'X-RateLimit-Limit': String(limit),
  'X-RateLimit-Remaining': String(Math.max(0, limit - used)),
  'X-RateLimit-Reset': String(resetAt(now)),
});

/** @throws rate_limit_exceeded (429), with Retry-After in seconds. */
export function requireBudget({ limit, used, now }: Budget): void {
  if (used <= limit) return;
  const retryAfterSeconds = resetAt(now) - Math.floor(now.getTime() / 1000);
  throw new ProblemsWithHeaders(
    { code: 'rate_limit_exceeded', detail: `The limit is ${limit} requests of this kind per minute.` },
    { 'Retry-After': String(retryAfterSeconds) },
  );
}
