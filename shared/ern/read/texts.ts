/** Reads dates and durations of releases and resources. */

const NUMBER = '(\\d+(?:[.,]\\d+)?)';
const DURATION = new RegExp(
  `^P(?:${NUMBER}Y)?(?:${NUMBER}M)?(?:${NUMBER}W)?(?:${NUMBER}D)?(?:T(?:${NUMBER}H)?(?:${NUMBER}M)?(?:${NUMBER}S)?)?$`,
);
/** Seconds of a week, a day, an hour, a minute and a second. Years and months have no fixed length. */
const UNITS = [604_800, 86_400, 3600, 60, 1];

/**
 * @param text a duration of ISO 8601, of up to 100 hours.
 * @returns HH:MM:SS, null for a duration of zero, or undefined for other text.
 * @example durationOf('PT4M5S')
 */
export function durationOf(text: string): string | null | undefined {
  const [all, ...parts] = DURATION.exec(text) ?? [];
  const [years, months, ...others] = parts.map((part) => Number((part ?? '0').replace(',', '.')));
  if (all === undefined || !/\d[A-Z]$/.test(all) || years !== 0 || months !== 0) return undefined;
  const total = Math.round(UNITS.reduce((sum, unit, index) => sum + unit * (others[index] ?? 0), 0));
  if (total === 0) return null;
  const fields = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  if (fields.some((field) => field > 99)) return undefined;
  return fields.map((field) => String(field).padStart(2, '0')).join(':');
}

/** @returns the day, and whether it was guessed from a year or a month. */
export function dayOf(text: string): { readonly day: string; readonly isGuess: boolean } {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?/.exec(text) ?? [];
  if (year === undefined) return { day: text, isGuess: false };
  return { day: `${year}-${month ?? '01'}-${day ?? '01'}`, isGuess: day === undefined };
}
