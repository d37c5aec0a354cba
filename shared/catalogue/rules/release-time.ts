/** When stores publish a release: on its day, at a time of day in a zone or by each store's own clock. Pure. */
import type { Problem } from '../../kit/values/problems.ts';

/** The zone of each store itself, which publishes at its own midnight if there is no time. */
export const LOCAL = 'local';

export interface ReleaseTime {
  /** YYYY-MM-DD */
  readonly day: string;
  /** HH:MM, or null for midnight. */
  readonly time: string | null;
  /** A name of the IANA Time Zone Database, or `local`. */
  readonly zone: string;
}

/** Names of the database without an area. The runtime also accepts offsets and abbreviations, which are not names. */
const withoutArea = `CET CST6CDT Cuba EET EST5EDT Egypt Eire GB GB-Eire Hongkong
  Iceland Iran Israel Jamaica Japan Kwajalein Libya MET MST7MDT NZ NZ-CHAT Navajo PRC PST8PDT Poland Portugal ROC ROK
  Singapore Turkey UTC W-SU WET`.split(/\s+/);

const UTC = 'UTC';

/**
 * Names of the database that never change their clocks, although their readers may expect it, with the names that are
 * meant.
 */
const fixedOffsets = new Map<string, string>([
  ['EST', 'America/New_York'],
  ['MST', 'America/Denver'],
  ['HST', 'Pacific/Honolulu'],
  ['GMT', `${UTC}, or Europe/London for British time`],
  ...['GMT+0', 'GMT-0', 'GMT0', 'Greenwich', 'UCT', 'Universal', 'Zulu'].flatMap(
    (name): [string, string][] => [
      [name, UTC],
      [`Etc/${name}`, UTC],
    ],
  ),
]);

/** @returns the name to send instead of one with a fixed offset, which is rejected. */
export const meantZone = (name: string): string | undefined => fixedOffsets.get(name);

/**
 * The form of zones. The runtime knows which of them there are, but accepts old names in any case. No name has four
 * capitals in a row.
 */
export const ZONE_PATTERN = `^(?:${[LOCAL, ...withoutArea].join('|').replaceAll('+', '[+]')}|(?!SystemV/|.*[A-Z]{4})[A-Z][\\w+-]*(?:/[A-Z][\\w+-]*)+)$`;
const NAME = new RegExp(ZONE_PATTERN);

/** In characters. */
export const LONGEST_ZONE = 64;

/** Whether the runtime knows a zone by its name, in the case of the database. */
export function isTimeZone(name: string): boolean {
  if (name.length > LONGEST_ZONE || name === LOCAL || !NAME.test(name) || fixedOffsets.has(name))
    return false;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return timeZone === name || (timeZone.toLowerCase() !== name.toLowerCase() && isSpelled(name));
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Words of names that are not a capital and small letters. */
const words = new Map(
  'ACT BajaNorte BajaSur ComodRivadavia DeNoronha EasterIsland GMT GMT0 IN LHI McMurdo NSW UCT US UTC au es of'
    .split(' ')
    .map((word) => [word.toLowerCase(), word]),
);

/** Whether another name of a zone, of which the runtime takes any spelling, has the capitals of the database. */
const isSpelled = (name: string): boolean =>
  withoutArea.includes(name) ||
  name
    .replace(/[+-]\d+$/, '')
    .split(/[/_-]/)
    .every((word) => {
      const small = word.toLowerCase();
      return word === (words.get(small) ?? `${small.charAt(0).toUpperCase()}${small.slice(1)}`);
    });

const SECOND_MS = 1000;
const DAY_MS = 86_400 * SECOND_MS;

/** @param at milliseconds since 1970. @returns the milliseconds by which the clocks of a zone are ahead of UTC. */
export function offsetMs(zone: string, at: number): number {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign = '+', ...parts] = name?.match(/([+-])(\d\d):(\d\d)(?::(\d\d))?$/) ?? [];
  const [hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
  return (sign === '-' ? -1 : 1) * (hours * 3600 + minutes * 60 + seconds) * SECOND_MS;
}

/** @returns the moments at which the clocks of the zone show the time, the earlier one first. */
function moments({ day, time, zone }: ReleaseTime): {
  readonly all: readonly number[];
  readonly skipped: number;
} {
  const shown = Date.parse(`${day}T${time ?? '00:00'}:00Z`);
  // Clocks change at most once within these days.
  const [before, after] = [offsetMs(zone, shown - DAY_MS), offsetMs(zone, shown + DAY_MS)];
  const all = [...new Set([shown - before, shown - after])]
    .filter((at) => at + offsetMs(zone, at) === shown)
    .toSorted((left, right) => left - right);
  return { all, skipped: shown - before };
}

/**
 * @returns milliseconds since 1970, or undefined if each store has another moment. When clocks are set back, it is
 * the first time that they show the time. A time that they skip is as long after the change as it would have been.
 */
export function releaseMoment(release: ReleaseTime): number | undefined {
  if (release.zone === LOCAL) return undefined;
  const { all, skipped } = moments(release);
  return all[0] ?? skipped;
}

/** Whether a release has come out, in all stores if each has another moment. */
export function isOut(release: ReleaseTime, now: Date): boolean {
  const at = releaseMoment(release);
  return at === undefined ? release.day < now.toISOString().slice(0, 10) : at < now.getTime();
}

const pointerTo = (attribute: string): string => `/data/attributes/${attribute}`;

interface Changes<A extends string> {
  /** Whether the request gives the attribute another value. */
  readonly isChanged: (attribute: A) => boolean;
}

interface SentTime
  extends Omit<ReleaseTime, 'day'>,
    Changes<'release_date' | 'release-time' | 'release-time-zone'> {
  /** Undefined if it is not valid. */
  readonly day: string | undefined;
  /** Whether the album has a zone for its time, or gets one in the same request. */
  readonly hasZone: boolean;
}

/** A time needs a zone and a zone needs a time, and the clocks of the zone must show that time on the day. */
export function releaseTimeProblems({ day, time, zone, hasZone, isChanged }: SentTime): Problem[] {
  const changed = (['release-time', 'release-time-zone', 'release_date'] as const).find(isChanged);
  if (changed === undefined) return [];
  if (time === null && zone !== LOCAL) {
    const detail = `release-time is required with the release-time-zone ${zone}. Without a time, it must be local.`;
    return [{ code: 'required', detail, pointer: pointerTo('release-time') }];
  }
  if (time === null) return [];
  if (!hasZone) {
    const detail = 'release-time-zone is required with release-time. It is the name of a zone, or local.';
    return [{ code: 'required', detail, pointer: pointerTo('release-time-zone') }];
  }
  if (day === undefined || zone === LOCAL || moments({ day, time, zone }).all.length > 0) return [];
  const detail = `The time ${time} does not exist on ${day} in ${zone}, because clocks are set forward.`;
  return [{ code: 'invalid_value', detail, pointer: pointerTo(changed) }];
}

interface SentDays extends Changes<'release_date' | 'pre-order-date'> {
  readonly day: string;
  readonly preOrder: string | null;
}

/** Whichever of the two days is changed. */
export function preOrderProblems({ day, preOrder, isChanged }: SentDays): Problem[] {
  const changed = (['pre-order-date', 'release_date'] as const).find(isChanged);
  if (preOrder === null || preOrder < day || changed === undefined) return [];
  const detail =
    changed === 'release_date'
      ? `release_date must be after the pre-order-date ${preOrder}.`
      : `pre-order-date must be before the release_date ${day}.`;
  return [{ code: 'invalid_value', detail, pointer: pointerTo(changed) }];
}
