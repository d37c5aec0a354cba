/** Reads on which day and at which time a release is published, and from which day it is sold in advance. */

import { LOCAL } from '../../catalogue/rules/release-time.ts';
import { dayBefore, isCalendarDay } from '../../kit/values/calendar-day.ts';
import { at, type XmlNode } from '../xml/xml-tree.ts';
import type { Choice } from './choice.ts';
import { type Deal, momentOf } from './deals-in-force.ts';
import { dayOf } from './texts.ts';
import { wallClock, zonedTime } from './zoned-time.ts';

export interface SaleDeals {
  /** The deals whose countries the release has. */
  readonly sold: readonly Deal[];
  readonly advance: readonly Deal[];
  /** Whether pre-orders are possible in exactly the countries of the release. */
  readonly isAdvanceEverywhere: boolean;
}

/** @param start the first day of its deals. */
export function releaseDay(node: XmlNode, start: string | undefined, choice: Choice): string | undefined {
  const [own, original] = [choice.one(at(node, 'ReleaseDate')), choice.one(at(node, 'OriginalReleaseDate'))];
  if (own && original && own.text !== original.text)
    choice.note('OriginalReleaseDate is omitted, because the release has a ReleaseDate.');
  if (!own && original)
    choice.note('A release without a ReleaseDate is imported with its OriginalReleaseDate.');
  const date = own ?? original;
  const text = date?.text ?? start;
  if (text === undefined) return undefined;
  const { day, isGuess } = dayOf(text);
  if (hasTime(text)) choice.note('The time of a release date is omitted. Times come from deals.');
  if (isGuess) choice.note('A release date without a day is imported as the first day of its month or year.');
  return day;
}

type Note = (sentence: string) => void;

/** @param day the release date, which may be any text. @returns attributes of the album. */
export function timesOf(deals: SaleDeals, day: string | undefined, note: Note) {
  if (day === undefined || !isCalendarDay(day)) return { ...NO_TIME, 'pre-order-date': null };
  return {
    ...releaseTimeOf(deals.sold, day, note),
    'pre-order-date': preOrderDateOf(deals, day, note),
  };
}

const NO_TIME = { 'release-time': null, 'release-time-zone': LOCAL } as const;

const hasTime = (text: string): boolean => text.includes('T');

function releaseTimeOf(sold: readonly Deal[], day: string, note: Note) {
  const starts = sold.flatMap(({ start }) => start ?? []);
  const [first] = starts.toSorted((left, right) => momentOf(left.text) - momentOf(right.text));
  if (!first || !starts.some(({ text }) => hasTime(text))) return NO_TIME;
  if (new Set(starts.map(({ text }) => text)).size > 1)
    note('The deals of a release begin at different times. The first is imported.');
  if (!hasTime(first.text)) return NO_TIME;
  // Of days, which deals have as the midnight of each territory.
  if (first.text === `${day}T00:00:00`) return NO_TIME;
  const read = zonedTime(first, day, note);
  if (read) return { 'release-time': read.time, 'release-time-zone': read.zone };
  note('A deal begins at a time on a different day from the release. The time is omitted.');
  return NO_TIME;
}

function preOrderDateOf({ advance, isAdvanceEverywhere }: SaleDeals, day: string, note: Note): string | null {
  const starts = advance.flatMap(({ start }) => (start ? wallClock(start) : [])).toSorted();
  const [first] = starts;
  if (starts.length < advance.length) note('Pre-orders without a start are omitted.');
  if (first === undefined) return null;
  const begin = dayOf(first).day;
  if (begin >= day) {
    note('Pre-orders that do not begin before the release are omitted.');
    return null;
  }
  if (!isAdvanceEverywhere) note('Pre-orders are imported for all countries of the release.');
  if (new Set(starts.map((text) => dayOf(text).day)).size > 1)
    note('Pre-orders begin on different days. The first is imported.');
  if (starts.some((text) => hasTime(text) && !text.includes('T00:00')))
    note('Pre-orders begin at a time. Only the day is imported.');
  if (advance.some(({ end }) => end !== undefined && end < dayBefore(day)))
    note('Pre-orders end before the release. Their end is omitted.');
  return begin;
}
