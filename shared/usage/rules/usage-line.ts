/** The lines of a store's report: the content of a valid line, and why others are rejected. */
import { readIsrc } from '../../catalogue/rules/isrc.ts';
import { isCalendarDay } from '../../kit/values/calendar-day.ts';
import { readCurrency } from '../../kit/values/currency.ts';
import { parseAmount } from '../../kit/values/money.ts';
import { tupleOf } from '../../kit/values/tuple-of.ts';

export const usageColumns = ['date', 'dsp_id', 'country', 'isrc', 'plays', 'revenue', 'currency'] as const;

/** A valid line. */
export interface UsageLine {
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly dsp: string;
  /** Two letters, upper case. */
  readonly country: string;
  /** In comparable form. */
  readonly isrc: string;
  readonly plays: number;
  /** In units of 10^-12. */
  readonly revenue: bigint;
  /** An ISO 4217 code in upper case. */
  readonly currency: string;
}

/** The ids and codes that lines may contain. */
export interface ValidCodes {
  readonly dsps: ReadonlySet<string>;
  readonly countries: ReadonlySet<string>;
}

/** Far more than one line can report, and small enough for exact sums. */
const MAX_PLAYS = 1e12;

/** Spreadsheet programs also write columns that are only formatted. */
function trimmed(cells: readonly string[]): string[] {
  const all = cells.map((cell) => cell.trim());
  return all.slice(usageColumns.length).every((cell) => cell === '')
    ? all.slice(0, usageColumns.length)
    : all;
}

/** @returns whether the first line of a file has the expected columns, in order. */
export function isUsageHeader(cells: readonly string[]): boolean {
  const names = trimmed(cells);
  return (
    names.length === usageColumns.length &&
    names.every((name, index) => name.toLowerCase() === usageColumns[index])
  );
}

/**
 * @param cells of one line of the file.
 * @returns the line, or a sentence that states its fault.
 */
export function readUsageLine(cells: readonly string[], { dsps, countries }: ValidCodes): UsageLine | string {
  const values = trimmed(cells);
  if (values.length !== usageColumns.length)
    return `The line has ${values.length} columns instead of ${usageColumns.length}.`;
  const [date, dsp, country, code, plays, amount, currencyCode] = tupleOf(7, values);
  if (!isCalendarDay(date)) return 'date must be an existing day, written YYYY-MM-DD.';
  if (!dsps.has(dsp)) return 'dsp_id is not the id of a DSP.';
  if (!countries.has(country.toUpperCase())) return 'country is not the code of a country.';
  const isrc = readIsrc(code);
  if (isrc === null) return 'isrc is not an ISRC: two letters, three letters or digits, and seven digits.';
  if (!/^\d{1,13}$/.test(plays) || Number(plays) > MAX_PLAYS)
    return 'plays must be a whole number from 0 to 10^12.';
  const revenue = parseAmount(amount);
  if (revenue === null) return 'revenue must be a decimal number with a point, of up to 12 places.';
  const currency = readCurrency(currencyCode);
  if (currency === null) return 'currency is not a currency code of ISO 4217, such as EUR.';
  return { date, dsp, country: country.toUpperCase(), isrc, plays: Number(plays), revenue, currency };
}
