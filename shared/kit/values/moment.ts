/** A day or a time, as clients and operators write it. */
import * as v from 'valibot';
import { isCalendarDay } from './calendar-day.ts';

const NO_MOMENT = 'must be a day such as 2026-11-05, or a time such as 2026-11-05T14:30:00Z';
const MOMENT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/;

/** Its output is ISO 8601 in UTC with milliseconds. A day means its beginning. */
export const moment = v.pipe(
  v.string(NO_MOMENT),
  v.check(
    (text) => MOMENT.test(text) && isCalendarDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text)),
    NO_MOMENT,
  ),
  v.transform((text) => new Date(text).toISOString()),
);
