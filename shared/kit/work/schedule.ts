/** Computes when the next attempt is due. */

const JITTER = 0.2;
const MAX_STRETCH = 2;

export interface FailedAttempt {
  /** Seconds between attempts. n gaps allow n + 1 attempts. */
  readonly gaps: readonly number[];
  /** Attempts made, including the one that just failed. */
  readonly attempts: number;
  readonly now: Date;
  /** From 0 to 1, to spread the retries of deliveries that failed together. */
  readonly random: number;
  /** The unparsed Retry-After header of the response. */
  readonly retryAfter?: string | null;
}

/**
 * @returns null if there are no more attempts.
 * @example nextAttemptAt({ gaps: [300, 900, 3600], attempts: 1, now, random: Math.random() })
 */
export function nextAttemptAt({
  gaps,
  attempts,
  now,
  random,
  retryAfter = null,
}: FailedAttempt): Date | null {
  const gap = gaps[attempts - 1];
  if (gap === undefined) return null;
  const requested = retryAfter === null ? null : retryAfterSeconds(retryAfter, now);
  // Retry-After has no jitter, because the attempt could be too early or exceed MAX_STRETCH.
  const wait =
    requested === null
      ? gap * (1 - JITTER + 2 * JITTER * random)
      : Math.min(Math.max(requested, gap), gap * MAX_STRETCH);
  return new Date(now.getTime() + Math.round(wait * 1000));
}

/** Parses both forms of RFC 9110, section 10.2.3. */
function retryAfterSeconds(header: string, now: Date): number | null {
  const text = header.trim();
  if (/^\d+$/.test(text)) return Number(text);
  const date = httpDate(text);
  return date === null ? null : (date - now.getTime()) / 1000;
}

/** Parses the forms of RFC 9110, 5.6.7. Requires a weekday, because Date.parse accepts almost anything. */
function httpDate(text: string): number | null {
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return null;
  // The asctime form is in UTC, but does not state it.
  const milliseconds = Date.parse(text.endsWith(' GMT') ? text : `${text} GMT`);
  return Number.isNaN(milliseconds) ? null : milliseconds;
}
