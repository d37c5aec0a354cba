/** The lines of a store's report: the content of a valid line, and why others are rejected. */
import { readCurrency } from '../../kit/values/currency.ts';
import { parseAmount } from '../../kit/values/money.ts';
import { tupleOf } from '../../kit/values/tuple-of.ts';
import { readIsrcs } from './line-isrcs.ts';
import { FIRST_DAY, readUsageDay } from './usage-day.ts';

/** A valid line. */
export interface UsageLine {
  /** YYYY-MM-DD, or `NO_DAY`. */
  readonly date: string;
  readonly dsp: string;
  /** Two letters, upper case. */
  readonly country: string;
  /** In comparable form. Several are sorted, with `|` between. */
  readonly isrc: string;
  /** Negative for returns, as revenue is. */
  readonly plays: number;
  /** In units of 10^-12. */
  readonly revenue: bigint;
  /** An ISO 4217 code in upper case. */
  readonly currency: string;
}

/** The ids and codes that lines may contain, and the last day. */
export interface KnownValues {
  readonly dsps: ReadonlySet<string>;
  readonly countries: ReadonlySet<string>;
  /** YYYY-MM-DD. */
  readonly lastDay: string;
}

/** Far more than one line can report, and small enough for exact sums. */
const MAX_PLAYS = 1e12;
/** In units of 10^-12. */
const MAX_REVENUE = 10n ** 24n;

/** @returns whether an amount has at most twelve digits before the point. */
const isWithinBounds = (amount: bigint): boolean => amount < MAX_REVENUE && amount > -MAX_REVENUE;

/** In the day of a line that has none. It counts on the last day of its report. */
export const NO_DAY = '';

/**
 * @param values of the columns of one line, in their order, with a decimal point.
 * @returns the line, or a sentence that states its fault.
 */
export function readUsageLine(values: readonly string[], known: KnownValues): UsageLine | string {
  const [day, dsp, country, code, plays, amount, currencyCode] = tupleOf(7, values);
  const date = day === '' ? NO_DAY : readUsageDay(day);
  if (date === undefined)
    return 'date must be a day (YYYY-MM-DD), a month (YYYY-MM) or two days with a slash between them.';
  if (date !== NO_DAY && (date < FIRST_DAY || date > known.lastDay))
    return `date must be from ${FIRST_DAY} to ${known.lastDay}.`;
  if (!known.dsps.has(dsp)) return 'dsp_id is not the id of a DSP.';
  if (!known.countries.has(country.toUpperCase())) return 'country is not the code of a country.';
  const isrcs = readIsrcs(code);
  if (typeof isrcs === 'string') return isrcs;
  if (!/^[+-]?\d{1,13}$/.test(plays) || Math.abs(Number(plays)) > MAX_PLAYS)
    return 'plays must be a whole number of at most 10^12. It is negative for returns.';
  const revenue = parseAmount(amount);
  if (revenue === null) return 'revenue must be a decimal number of up to 12 places.';
  if (!isWithinBounds(revenue)) return 'revenue must have at most 12 digits before the point.';
  const currency = readCurrency(currencyCode);
  if (currency === null) return 'currency is not a currency code of ISO 4217, such as EUR.';
  // Without the zero of "-0", which is another number.
  const played = Number(plays) || 0;
  return { date, dsp, country: country.toUpperCase(), ...isrcs, plays: played, revenue, currency };
}
