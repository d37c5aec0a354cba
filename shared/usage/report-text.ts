/** The form of a report: comma-separated values with a header (RFC 4180), one line for each track, country and currency. */
import { formatAmount } from '../domain/money.ts';
import { type UsageLine, usageColumns } from '../domain/usage-line.ts';

export const usageHeader = usageColumns.join();

export const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** A line of a report, without its line end. */
export const reportLine = ({ date, dsp, country, isrc, plays, revenue, currency }: UsageLine): string =>
  [date, dsp, country, isrc, plays, formatAmount(revenue), currency]
    .map((cell) => (/[",]/.test(String(cell)) ? quoted(String(cell)) : cell))
    .join();
