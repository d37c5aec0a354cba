/** The format of a report: CSV with a header, and one line per track, country and currency. */
import { csvLine } from '../../kit/values/csv.ts';
import { formatAmount } from '../../kit/values/money.ts';
import { usageColumns } from '../rules/report-header.ts';
import type { UsageLine } from '../rules/usage-line.ts';

export const usageHeader = usageColumns.join();

/** A line of a report, without its line end. */
export const reportLine = ({ date, dsp, country, isrc, plays, revenue, currency }: UsageLine): string =>
  csvLine([date, dsp, country, isrc, plays, { decimal: formatAmount(revenue) }, currency]);
