/** When the next attempt of a delivery is due. Pure: the clock and the dice are passed in. */

const JITTER = 0.2;
const LONGEST_STRETCH = 2;

export interface FailedAttempt {
  /** Seconds between attempts, a setting of the stage: n gaps are n + 1 attempts. */
  readonly gaps: readonly number[];
  /** Attempts made in this schedule, the one that just failed included. */
  readonly attempts: number;
  readonly now: Date;
  /** From 0 to 1: spreads the retries of many deliveries that failed together. */
  readonly random: number;
  /** The receiver's Retry-After header, as it came. */
  readonly retryAfter: string | null;
}

/** @returns null when the attempts are exhausted. */
export function nextAttemptAt({ gaps, attempts, now, random, retryAfter }: FailedAttempt): Date | null {
  const gap = gaps[attempts - 1];
  if (gap === undefined) return null;
  const asked = retryAfter === null ? null : retryAfterSeconds(retryAfter, now);
  // No jitter on what the receiver asked for: it could come earlier than asked, or later than we allow.
  const wait =
    asked === null
      ? gap * (1 - JITTER + 2 * JITTER * random)
      : Math.min(Math.max(asked, gap), gap * LONGEST_STRETCH);
  return new Date(now.getTime() + Math.round(wait * 1000));
}

/** Both forms of RFC 9110, section 10.2.3; null for anything else. */
function retryAfterSeconds(header: string, now: Date): number | null {
  const text = header.trim();
  if (/^\d+$/.test(text)) return Number(text);
  const date = httpDate(text);
  return date === null ? null : (date - now.getTime()) / 1000;
}

/** The three forms of RFC 9110, section 5.6.7. The day's name is demanded: Date.parse takes almost anything. */
function httpDate(text: string): number | null {
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return null;
  // The asctime form names no zone, and means UTC all the same.
  const milliseconds = Date.parse(text.endsWith(' GMT') ? text : `${text} GMT`);
  return Number.isNaN(milliseconds) ? null : milliseconds;
}
