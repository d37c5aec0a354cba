/** Reads the periods in a request. */
import { type ReadQuery, sentValue } from '../kit/jsonapi/query.ts';
import { type Problem, throwIfAny } from '../kit/values/problems.ts';
import { isPeriod, isWithin, type PeriodRange } from './rules/royalties.ts';

/** @throws invalid_filter (422) for malformed periods, and for a range that ends before it begins. */
export function periodRange(query: ReadQuery): PeriodRange {
  const range = { from: sentValue(query, 'period-from'), to: sentValue(query, 'period-to') };
  const problems: Problem[] = [];
  const reject = (parameter: string, detail: string) =>
    problems.push({ code: 'invalid_filter', parameter, detail: `${parameter} ${detail}` });
  for (const [end, period] of Object.entries(range))
    if (period !== undefined && !isPeriod(period))
      reject(`filter[period-${end}]`, 'must be a month, YYYY-MM.');
  if (problems.length === 0 && range.from !== undefined && !isWithin(range.from, { to: range.to }))
    reject('filter[period-from]', 'must not be after filter[period-to].');
  throwIfAny(problems);
  return range;
}
