/** Days of the Gregorian calendar, written YYYY-MM-DD. */

/** @returns whether the day exists. Date.parse alone accepts 31 February. */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const midnight = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(text);
}

const DAY_MS = 86_400_000;

/** @param day one that exists. */
export const dayBefore = (day: string): string =>
  new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);
