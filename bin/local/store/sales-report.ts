/** The sales reports that the store of this machine writes: of DDEX (DSR), for record companies. Pure. */

/** Of one recording, on one day and in one country. */
export interface Sale {
  readonly isrc: string;
  readonly plays: number;
  /** In euros, as a decimal number. */
  readonly revenue: string;
}

interface NamedReport {
  /** That of the message, which nothing else has in its name. */
  readonly id: string;
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly country: string;
  readonly now: Date;
}

interface SalesReport extends NamedReport {
  readonly sales: readonly Sale[];
}

const SENDER = 'A store on this machine';

/** @param cells by their place. */
const record = (cells: Readonly<Record<number, string | number>>, width: number): string =>
  Array.from({ length: width }, (_, place) => cells[place]).join('\t');

/** As DDEX names a report of one file: its recipient, sender, service, period, territory, and when it was made. */
export function salesReportName({ id, day, country, now }: NamedReport): string {
  const made = now.toISOString().replaceAll(/[-:.Z]/g, '');
  return `DSR_Label_LocalStore_${id}_${day}_${country}_1of1_${made}.tsv`;
}

/** @example salesReport({ id: 'N1', day: '2027-01-02', country: 'DE', sales, now }) */
export function salesReport({ id, day, country, sales, now }: SalesReport): string {
  const plays = sales.reduce((sum, sale) => sum + sale.plays, 0);
  const head = {
    0: 'HEAD',
    1: 'dsrf/1.1.2/1.6/1.0',
    2: 'FinancialReporting',
    3: '1.2',
    4: id,
    5: now.toISOString(),
    6: 1,
    7: 1,
    8: day,
    9: day,
    10: 'PADPIDA0000000004',
    11: SENDER,
  };
  const summary = {
    0: 'SY10.01',
    1: 'S1',
    6: day,
    7: day,
    12: country,
    16: plays,
    17: plays,
    18: 0,
    20: 'EUR',
    21: 'EUR',
  };
  const lines = sales.map(({ isrc, plays: usages, revenue }, index) =>
    record(
      {
        0: 'SR08.01',
        1: index + 1,
        13: isrc,
        24: 'S1',
        25: day,
        26: usages,
        27: 0,
        28: usages,
        45: revenue,
        46: revenue,
      },
      48,
    ),
  );
  const foot = record({ 0: 'SRFO', 1: lines.length + 3, 2: 1 }, 3);
  return `${[record(head, 16), record(summary, 46), ...lines, foot].join('\n')}\n`;
}
