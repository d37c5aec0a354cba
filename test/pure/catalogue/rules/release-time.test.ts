import { describe, expect, it } from 'vitest';
import {
  isOut,
  isTimeZone,
  meantZone,
  offsetMs,
  preOrderProblems,
  releaseMoment,
  releaseTimeProblems,
} from '../../../../shared/catalogue/rules/release-time.ts';

const momentOf = (day: string, time: string, zone: string) =>
  new Date(releaseMoment({ day, time, zone }) ?? Number.NaN).toISOString();

describe('a time zone name', () => {
  it.each([
    ...['Asia/Tokyo', 'America/Argentina/Buenos_Aires', 'America/Port-au-Prince', 'Africa/Dar_es_Salaam'],
    ...[
      'Etc/GMT-9',
      'Etc/UTC',
      'UTC',
      'US/Pacific',
      'Japan',
      'Asia/Kolkata',
      'Asia/Calcutta',
      'EST5EDT',
      'W-SU',
      'Etc/GMT',
      'Etc/GMT+5',
    ],
    ...['Australia/ACT', 'America/Knox_IN', 'US/East-Indiana', 'Brazil/DeNoronha', 'Antarctica/South_Pole'],
    ...[
      'America/Argentina/ComodRivadavia',
      'Mexico/BajaNorte',
      'Chile/EasterIsland',
      'America/Port_of_Spain',
    ],
  ])('can be %s', (name) => expect(isTimeZone(name)).toBe(true));

  it.each([
    ...['', 'Asia/Toky', 'asia/tokyo', 'ASIA/TOKYO', '+09:00', 'UTC+9', 'GMT+9', 'JST', 'IST', 'Z', 'local'],
    ...[
      'Etc/Utc',
      'Etc/uTC',
      'Etc/Gmt',
      'Etc/zulu',
      'US/pacific',
      'Us/Pacific',
      'Asia/kolkata',
      'Europe/berlin',
    ],
    ...['Australia/Act', 'America/Knox_In', 'Brazil/Denoronha', 'Mexico/Bajanorte', 'US/East-indiana', 'utc'],
    ...['ASIA/KOLKATA', 'US/PACIFIC', 'America/ARGENTINA/Buenos_Aires'],
    ...['SystemV/PST8', 'Asia/Tokyo ', 'Asia/', '東京', `A${'a'.repeat(9_999)}`],
  ])('cannot be %.20s', (name) => expect(isTimeZone(name)).toBe(false));

  it.each([
    ['EST', 'America/New_York'],
    ['MST', 'America/Denver'],
    ['HST', 'Pacific/Honolulu'],
    ['GMT', 'UTC, or Europe/London for British time'],
    ['GMT0', 'UTC'],
    ['Zulu', 'UTC'],
    ['Etc/Greenwich', 'UTC'],
    ['Etc/GMT+0', 'UTC'],
    ['Etc/Zulu', 'UTC'],
  ])('cannot be %s, which means %s', (name, meant) => {
    expect(isTimeZone(name)).toBe(false);
    expect(meantZone(name)).toBe(meant);
  });

  it('can be any that the runtime lists', () => {
    const names = Intl.supportedValuesOf('timeZone');
    expect(names.length).toBeGreaterThan(400);
    expect(names.filter((name) => !isTimeZone(name))).toEqual([]);
  });
});

describe('the moment of a release', () => {
  it.each([
    ['2027-03-05', '00:00', 'Asia/Tokyo', '2027-03-04T15:00:00.000Z'],
    ['2027-03-05', '09:30', 'America/St_Johns', '2027-03-05T13:00:00.000Z'],
    ['2027-07-01', '00:00', 'America/New_York', '2027-07-01T04:00:00.000Z'],
    ['2027-03-05', '23:59', 'Etc/UTC', '2027-03-05T23:59:00.000Z'],
    ['1960-01-01', '12:00', 'Africa/Monrovia', '1960-01-01T12:44:30.000Z'],
  ])('is computed from %s, %s and %s: %s', (day, time, zone, moment) =>
    expect(momentOf(day, time, zone)).toBe(moment),
  );

  it('is the first one if clocks repeat the time', () => {
    expect(momentOf('2027-10-31', '02:30', 'Europe/Berlin')).toBe('2027-10-31T00:30:00.000Z');
    expect(momentOf('2027-11-07', '01:30', 'America/New_York')).toBe('2027-11-07T05:30:00.000Z');
  });

  it('is after the change if clocks skip the time', () => {
    expect(momentOf('2027-03-28', '02:30', 'Europe/Berlin')).toBe('2027-03-28T01:30:00.000Z');
    expect(momentOf('2011-12-30', '12:00', 'Pacific/Apia')).toBe('2011-12-30T22:00:00.000Z');
  });

  it('differs between stores without a zone', () => {
    expect(releaseMoment({ day: '2027-03-05', time: '09:30', zone: 'local' })).toBeUndefined();
  });

  it('agrees with the local clocks all year in ten zones', () => {
    const zones = 'Europe/Berlin America/New_York Asia/Tokyo Australia/Lord_Howe Africa/Casablanca'.split(
      ' ',
    );
    const more = 'America/Santiago Asia/Kathmandu Pacific/Chatham Africa/Cairo America/Havana'.split(' ');
    for (const zone of [...zones, ...more])
      for (let hour = 0; hour < 365 * 24; hour += 61) {
        const shown = new Date(Date.UTC(2026, 0, 1, hour)).toISOString();
        const at = releaseMoment({ day: shown.slice(0, 10), time: shown.slice(11, 16), zone }) ?? 0;
        const skipped = Date.parse(shown) - at - offsetMs(zone, at);
        expect([0, -3_600_000, -1_800_000]).toContain(skipped);
      }
  });
});

describe('a release', () => {
  const now = new Date('2027-03-04T15:00:00Z');
  it.each<[string, string | null, string, boolean]>([
    ['2027-03-05', '00:01', 'Asia/Tokyo', false],
    ['2027-03-04', '23:59', 'Asia/Tokyo', true],
    ['2027-03-04', '10:00', 'America/New_York', false],
    ['2027-03-04', '09:59', 'America/New_York', true],
    ['2027-03-04', null, 'local', false],
    ['2027-03-04', '01:00', 'local', false],
    ['2027-03-03', '23:00', 'local', true],
  ])('is out by midnight in Tokyo: %s at %s in %s is %s', (day, time, zone, expected) =>
    expect(isOut({ day, time, zone }, now)).toBe(expected),
  );
});

type Sent = Partial<Omit<Parameters<typeof releaseTimeProblems>[0], 'isChanged'>> & { changed?: string[] };

describe('the time and zone of a release', () => {
  const problems = ({ changed = ['release-time'], ...sent }: Sent) =>
    releaseTimeProblems({
      ...{ day: '2027-03-28', time: '02:30', zone: 'Europe/Berlin', hasZone: true },
      ...sent,
      isChanged: (name) => changed.includes(name),
    }).map(({ code, pointer }) => `${code} ${pointer}`);
  const pointer = (name: string) => `/data/attributes/${name}`;

  it.each<[string, Sent]>([
    ['a time in a zone', { time: '03:00' }],
    ['a time that clocks show twice', { day: '2027-10-31' }],
    ['a time by the clock of each store', { zone: 'local' }],
    ['neither', { time: null, zone: 'local', hasZone: false }],
    ['what was valid before the rules of the zone were changed', { changed: [] }],
    ['a time on a day that is invalid itself', { day: undefined }],
  ])('can be %s', (_, sent) => expect(problems(sent)).toEqual([]));

  it.each<[string, Sent, string]>([
    ['a zone without a time', { time: null }, `required ${pointer('release-time')}`],
    [
      'a new time without a zone',
      { hasZone: false, zone: 'local' },
      `required ${pointer('release-time-zone')}`,
    ],
    ['a time that clocks skip', {}, `invalid_value ${pointer('release-time')}`],
    [
      'a zone in which clocks skip the time',
      { changed: ['release-time-zone'] },
      `invalid_value ${pointer('release-time-zone')}`,
    ],
    [
      'a day on which clocks skip the time',
      { changed: ['release_date'] },
      `invalid_value ${pointer('release_date')}`,
    ],
  ])('cannot be %s', (_, sent, problem) => expect(problems(sent)).toEqual([problem]));
});

describe('the pre-order date', () => {
  const problems = (preOrder: string | null, ...changed: string[]) =>
    preOrderProblems({ day: '2027-03-05', preOrder, isChanged: (name) => changed.includes(name) });

  it('is before the release date or missing', () => {
    expect([...problems('2027-03-04', 'pre-order-date'), ...problems(null, 'release_date')]).toEqual([]);
  });
  it('cannot be the release date, whichever of them changes', () => {
    expect(problems('2027-03-05', 'pre-order-date', 'release_date')).toEqual([
      {
        code: 'invalid_value',
        detail: 'pre-order-date must be before the release_date 2027-03-05.',
        pointer: '/data/attributes/pre-order-date',
      },
    ]);
    expect(problems('2027-03-06', 'release_date')).toEqual([
      {
        code: 'invalid_value',
        detail: 'release_date must be after the pre-order-date 2027-03-06.',
        pointer: '/data/attributes/release_date',
      },
    ]);
    expect(problems('2027-03-06')).toEqual([]);
  });
});
