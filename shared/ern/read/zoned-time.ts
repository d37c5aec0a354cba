/** Finds the time and the zone of a release for the moment at which a deal begins. */
import { isTimeZone, LOCAL, offsetMs, releaseMoment } from '../../catalogue/rules/release-time.ts';

/** The beginning of a deal. */
export interface Start {
  /** A date, or a date and time with or without an offset. */
  readonly text: string;
  /** Where that is. Messages of this service name the zone. */
  readonly place: string | undefined;
}

interface ZonedTime {
  /** HH:MM */
  readonly time: string;
  readonly zone: string;
}

const DATE_TIME = /^(\d{4}-\d\d-\d\d)T((?:[01]\d|2[0-3]):\d\d)(:\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/;

/**
 * An offset is not a zone. Without the name of one, it is one with the same offset all year or, if the moment is then
 * on another day than the release, the nearest one in which it is on that day.
 * @param start with a time. @param day the release date.
 * @returns undefined if the deal begins on another day.
 */
export function zonedTime(
  { text, place }: Start,
  day: string,
  note: (sentence: string) => void,
): ZonedTime | undefined {
  const [, written, time = '', seconds = '', offset] = DATE_TIME.exec(text) ?? [];
  if (written === undefined || Number.isNaN(Date.parse(text))) return undefined;
  const named =
    offset === undefined || place === undefined ? undefined : timeIn(place, Date.parse(text), day);
  if (named) return named;
  if (/[1-9]/.test(seconds)) note('The seconds of the time at which a deal begins are omitted.');
  if (offset === undefined) return written === day ? { time, zone: LOCAL } : undefined;
  const moment = Date.parse(`${written}T${time}:00${offset}`);
  const minutes = minutesIn(offset);
  for (const near of [minutes, ...byDistance(minutes)]) {
    const zone = fixedZone(near, moment);
    const read = zone === undefined ? undefined : timeIn(zone, moment, day);
    if (!read) continue;
    note(`The offset ${offset} of a deal is imported as the zone ${zone}.`);
    return read;
  }
  return undefined;
}

const minutesIn = (offset: string): number => {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(offset) ?? [];
  return Number(`${sign ?? '+'}1`) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
};

/** @returns the beginning of a deal without its offset, by the clock of the place that it names, or as written. */
export function wallClock({ text, place }: Start): string {
  const moment = Date.parse(text);
  const isPlaced = /T.*(?:Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(moment);
  if (!isPlaced || place === undefined || !isTimeZone(place)) return text;
  return new Date(moment + offsetMs(place, moment)).toISOString();
}

/** @returns the time of a moment in a zone, if it is on the day and the release would have this moment. */
function timeIn(zone: string, moment: number, day: string): ZonedTime | undefined {
  if (!isTimeZone(zone)) return undefined;
  const shown = new Date(moment + offsetMs(zone, moment)).toISOString();
  const time = shown.slice(11, 16);
  const isSame = shown.startsWith(day) && releaseMoment({ day, time, zone }) === moment;
  return isSame ? { time, zone } : undefined;
}

/** Offsets of whole hours that have a zone, in minutes. */
const [LEAST, MOST] = [-12, 14];

/** The sign in these names is the opposite of that of the offset. */
function fixedZone(minutes: number, moment: number): string | undefined {
  if (minutes === 0) return 'Etc/UTC';
  const hours = minutes / 60;
  if (!Number.isInteger(hours)) return zoneWith(minutes, moment);
  return hours < LEAST || hours > MOST ? undefined : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
}

const HOUR_MS = 3_600_000;
const HALF_YEAR_MS = 183 * 86_400_000;

const zonesByYear = new Map<number, readonly string[]>();

/** Zones that are not whole hours ahead of UTC in January or July. Few are, and to find them is slow. */
function zonesOf(year: number): readonly string[] {
  const known = zonesByYear.get(year);
  if (known) return known;
  const zones = Intl.supportedValuesOf('timeZone').filter((zone) =>
    [0, 6].some((month) => offsetMs(zone, Date.UTC(year, month, 1)) % HOUR_MS !== 0),
  );
  zonesByYear.set(year, zones);
  return zones;
}

/** There are no such names for other offsets. */
function zoneWith(minutes: number, moment: number): string | undefined {
  const offset = minutes * 60_000;
  const having = zonesOf(new Date(moment).getUTCFullYear()).filter(
    (zone) => offsetMs(zone, moment) === offset,
  );
  return having.find((zone) => offsetMs(zone, moment + HALF_YEAR_MS) === offset) ?? having[0];
}

/** @returns whole hours, those that are closest to the offset first. */
const byDistance = (minutes: number): readonly number[] =>
  Array.from({ length: MOST - LEAST + 1 }, (_, index) => (LEAST + index) * 60).toSorted(
    (left, right) => Math.abs(left - minutes) - Math.abs(right - minutes),
  );
