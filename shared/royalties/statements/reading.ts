/** What reading a statement needs, and what it throws if it must be repeated. */
import type { Table } from '../../kit/table/table.ts';
import { Problems, problem } from '../../kit/values/problems.ts';
import type { MonthRevenue } from '../../usage/revenue/month-revenue.ts';

export interface Reading {
  readonly table: Table;
  readonly now: Date;
  /** Units for the months that are added up together, and time. Other values are for tests. */
  readonly maxTogetherUnits?: number;
  readonly maxAddingMs?: number;
  /** Lines of a month that are added up and stored together, by several. */
  readonly maxSliceLines?: number;
}

export const inPreparation = (why = 'The statement is long and is being prepared, a part per request.') =>
  problem('statement_in_preparation', `${why} Repeat the request after Retry-After seconds.`);

/** An import has ended between the reads of a month. The next reads find what it wrote. */
export class MonthReplaced extends Problems {
  /** Whose lines did not add up to it. */
  readonly revenue: MonthRevenue;

  constructor(revenue: MonthRevenue) {
    super(inPreparation(`The report lines of ${revenue.month} are being replaced.`).problems);
    this.revenue = revenue;
  }
}
