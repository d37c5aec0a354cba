/** When the next attempt is due. Pure: the time and the random number are passed in. */

const JITTER = 0.2;
const MAX_STRETCH = 2;

export interface FailedAttempt {
  /** Seconds between attempts: n gaps are n + 1 attempts. */
  readonly gaps: readonly number[];
  /** Attempts made, including the one that just failed. */
  readonly attempts: number;
  readonly now: Date;
  /** From 0 to 1: spreads the retries of many deliveries that failed together. */
  readonly random: number;
  /** The Retry-After header of the response, unparsed. */
  readonly retryAfter?: string | null;
}

/**
 * @returns when the next attempt is due, or null when there are no more.
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
  const asked = retryAfter === null ? null : retryAfterSeconds(retryAfter, now);
  // No jitter on Retry-After: the attempt could come earlier than asked, or later than MAX_STRETCH allows.
  const wait =
    asked === null
      ? gap * (1 - JITTER + 2 * JITTER * random)
      : Math.min(Math.max(asked, gap), gap * MAX_STRETCH);
  return new Date(now.getTime() + Math.round(wait * 1000));
}

/** Both forms of RFC 9110, section 10.2.3; null for anything else. */
function retryAfterSeconds(header: string, now: Date): number | null {
  const text = header.trim();
  if (/^\d+$/.test(text)) return Number(text);
  const date = httpDate(text);
  return date === null ? null : (date - now.getTime()) / 1000;
}

/** The three forms of RFC 9110, section 5.6.7. Requires the name of the day: Date.parse takes almost anything. */
function httpDate(text: string): number | null {
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return null;
  // The asctime form names no zone, but means UTC.
  const milliseconds = Date.parse(text.endsWith(' GMT') ? text : `${text} GMT`);
  return Number.isNaN(milliseconds) ? null : milliseconds;
}
