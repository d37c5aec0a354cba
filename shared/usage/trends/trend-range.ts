/** The range of days of a list of trends. */
import { problem } from '../../kit/values/problems.ts';

export interface DayRange {
  /** YYYY-MM-DD, both inclusive. */
  readonly from: string;
  readonly to: string;
}

const WINDOW_DAYS = 30;
const DAY_MS = 86_400_000;

/**
 * @param requested the valid days in the request.
 * @throws invalid_parameter for a range that ends before it begins.
 */
export function trendRange(
  requested: { from?: string | undefined; to?: string | undefined },
  now: Date,
): DayRange {
  const to = requested.to ?? later(now.toISOString().slice(0, 10), requested.from);
  const from =
    requested.from ?? new Date(Date.parse(to) - (WINDOW_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  if (from <= to) return { from, to };
  throw problem('invalid_parameter', 'filter[date-from] must not be after filter[date-to].', {
    parameter: 'filter[date-from]',
  });
}

/** A range that starts in the future ends on its first day, because it has no plays. */
const later = (today: string, from: string | undefined): string =>
  from !== undefined && from > today ? from : today;
