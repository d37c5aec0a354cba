/** The months for which payments can be recorded. */

/** @returns the last month that can be paid for: the next one, in UTC. */
export function lastPaidPeriod(now: Date): string {
  const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
  return next.toISOString().slice(0, 7);
}
