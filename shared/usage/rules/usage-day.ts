/** The days of store reports. */
import { isCalendarDay } from '../../kit/values/calendar-day.ts';

/** No report is older. */
export const FIRST_DAY = '1999-01-01';

const DAY_MS = 86_400_000;

/** @returns the last day that lines may have: tomorrow, because it is tomorrow in some countries already. */
export const lastUsageDay = (now: Date): string =>
  new Date(now.getTime() + DAY_MS).toISOString().slice(0, 10);

/**
 * @param text a day, or a longer period: a month, or two days with a slash between them.
 * @returns the day on which a line counts, which is the last one of a period; undefined for other texts.
 * @example readUsageDay('2026-02') // '2026-02-28'
 */
export function readUsageDay(text: string): string | undefined {
  if (isCalendarDay(text)) return text;
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text) ?? [];
  // Day 0 is the day before the first one of the next month.
  if (year !== undefined)
    return new Date(Date.UTC(Number(year), Number(month), 0)).toISOString().slice(0, 10);
  const [first = '', last = '', ...more] = text.split('/');
  const isRange = more.length === 0 && isCalendarDay(first) && isCalendarDay(last) && first <= last;
  return isRange ? last : undefined;
}
