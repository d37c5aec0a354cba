/** The values in lines of an export of usage, as an import of a report writes them. */
import * as v from 'valibot';
import { readIsrc } from '../../catalogue/rules/isrc.ts';
import { isCalendarDay } from '../../kit/values/calendar-day.ts';
import { parseAmount } from '../../kit/values/money.ts';
import { isrcsIn } from '../rules/line-isrcs.ts';

const written = (form: RegExp, what: string) => v.pipe(v.string(), v.regex(form, `must be ${what}`));

export const recordId = written(/^[1-9]\d{0,15}$/, 'an id');
export const month = written(/^\d{4}-(0[1-9]|1[0-2])$/, 'a month');
export const country = written(/^[A-Z]{2}$/, 'two capital letters');
export const currency = written(/^[A-Z]{3}$/, 'three capital letters');
export const importId = written(/^[\w-]{16}(\.\d{1,6})?$/, 'the id of an import');
export const run = written(/^[\w./-]{1,100}$/, 'a run of an import');

export const day = v.pipe(v.string(), v.check(isCalendarDay, 'must be a day'));

export const isrcs = v.pipe(
  v.string(),
  v.check((text) => isrcsIn(text).every((code) => readIsrc(code) === code), 'must be ISRCs'),
);

export const amount = v.pipe(
  v.string(),
  v.check((text) => parseAmount(text) !== null, 'must be a decimal number'),
);

/** The number of plays, which is negative for returns. */
export const playCount = v.pipe(v.number(), v.safeInteger());

/** The number of a part. */
export const wholeNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
