/** Which deals of a release are in force. Others give no countries, because the catalogue has no periods. */

import { at, textAt, textsAt, type XmlNode } from '../xml/xml-tree.ts';
import { isTrue } from './choice.ts';
import type { Start } from './zoned-time.ts';

export interface Deal {
  readonly codes: readonly string[];
  readonly excludedCodes: readonly string[];
  readonly state: 'current' | 'later' | 'ended';
  readonly isPreOrder: boolean;
  readonly isTakedown: boolean;
  /** What it does instead of giving countries, to follow "The deal". */
  readonly reason: string;
  readonly start: Start | undefined;
  /** The day on which the last of its periods ends, if all end. */
  readonly end: string | undefined;
  /** Sentences about periods that cannot be read. */
  readonly faults: readonly string[];
}

interface Period {
  readonly start: Start | undefined;
  readonly end: string | undefined;
}

export function dealOf(terms: XmlNode, now: Date): Deal {
  const isPreOrder = isTrue(textAt(terms, 'IsPreOrderDeal'));
  const isTakedown = isTrue(textAt(terms, 'TakeDown'));
  const periods = at(terms, 'ValidityPeriod').map((period) => ({
    start: beginningOf(period),
    end: textAt(period, 'EndDate') ?? textAt(period, 'EndDateTime'),
  }));
  return {
    codes: textsAt(terms, 'TerritoryCode'),
    excludedCodes: textsAt(terms, 'ExcludedTerritoryCode'),
    isPreOrder,
    isTakedown,
    start: startOf(periods),
    end: endOf(periods),
    faults: periods.flatMap(faultsOf),
    ...stateOf(periods, now),
    ...(isTakedown && {
      state: 'ended' as const,
      reason: 'takes the release down and is omitted',
    }),
  };
}

function beginningOf(period: XmlNode): Start | undefined {
  const [element] = [...at(period, 'StartDate'), ...at(period, 'StartDateTime')].filter(
    ({ text }) => text !== '',
  );
  return element && { text: element.text, place: element.attributes['LocationDescription'] };
}

const DATE = /^\d{4}(?:-\d\d(?:-\d\d(?:T\d\d:\d\d.*)?)?)?$/;

function faultsOf(period: Period): string[] {
  const { end } = period;
  const start = period.start?.text;
  const faults = [start, end]
    .filter((text) => text !== undefined)
    .filter((text) => !DATE.test(text) || Number.isNaN(Date.parse(text)))
    .map((text) => `${text} is not a date.`);
  const isReversed = faults.length === 0 && start !== undefined && end !== undefined && isBefore(end, start);
  // A shorter text is a year or a month, which ends later.
  return isReversed && !start.startsWith(end) ? [`A deal begins on ${start} and ends on ${end}.`] : faults;
}

/** Days are compared with the days of times as they are written. */
const isBefore = (left: string, right: string): boolean =>
  left.includes('T') && right.includes('T') ? momentOf(left) < momentOf(right) : left < right;

/** Orders dates and times, those at the same time by their text. */
export const byTime = (left: string, right: string): number =>
  momentOf(left) - momentOf(right) || (left < right ? -1 : 1);

function endOf(periods: readonly Period[]): string | undefined {
  const ends = periods.flatMap(({ end }) => end ?? []);
  return ends.length < periods.length ? undefined : ends.toSorted(byTime).at(-1)?.slice(0, 10);
}

/** A deal without a period is in force. */
function stateOf(periods: readonly Period[], now: Date): Pick<Deal, 'state' | 'reason'> {
  const open = periods.filter(({ end }) => end === undefined || !isOver(end, now));
  if (periods.length > 0 && open.length === 0) {
    return { state: 'ended', reason: `ended on ${endOf(periods)} and is omitted` };
  }
  const isLater =
    open.length > 0 && open.every(({ start }) => start !== undefined && isAhead(start.text, now));
  if (!isLater) return { state: 'current', reason: '' };
  return {
    state: 'later',
    reason: `begins on ${startOf(open)?.text.slice(0, 10)}, after others, and is omitted`,
  };
}

const startOf = (periods: readonly Period[]): Start | undefined =>
  periods.flatMap(({ start }) => start ?? []).toSorted((left, right) => byTime(left.text, right.text))[0];

/** Deals that begin later count only without earlier ones, and deals for pre-orders only without others. */
export function dealsInForce(all: readonly Deal[]): {
  readonly chosen: readonly Deal[];
  /** Without pre-orders, except for those that take a release down. */
  readonly others: readonly Deal[];
} {
  const sold = all.filter(({ isPreOrder }) => !isPreOrder);
  const deals = sold.length > 0 ? sold : all;
  const isAhead = deals.every(({ state }) => state === 'later');
  const chosen = deals.filter(({ state }) => isAhead || state === 'current');
  const isChosen = new Set(chosen);
  return {
    chosen,
    others: all.filter((deal) => !isChosen.has(deal) && (!deal.isPreOrder || deal.isTakedown)),
  };
}

/** The last day of a period is in it. Times without an offset are UTC. */
const isOver = (end: string, now: Date): boolean =>
  end.includes('T') ? momentOf(end) <= now.getTime() : end < dayOf(now).slice(0, end.length);

const isAhead = (start: string, now: Date): boolean =>
  start.includes('T') ? momentOf(start) > now.getTime() : start > dayOf(now).slice(0, start.length);

const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

/** Days begin in UTC, and times without an offset are UTC. */
export const momentOf = (text: string): number =>
  Date.parse(!text.includes('T') || /(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`);
