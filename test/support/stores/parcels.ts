/** Parcels of all shapes: names in any script, everything optional missing or empty. */
import fc from 'fast-check';
import { aiUses } from '../../../shared/catalogue/rules/ai-usage.ts';
import type { Parcel, ParcelRelease, ParcelTrack } from '../../../shared/ern/write/parcel.ts';
import { artistRoleData } from '../../../shared/reference/data/artist-roles.ts';
import { countryData } from '../../../shared/reference/data/countries.ts';
import { creditRoleData } from '../../../shared/reference/data/credit-roles.ts';
import { dspData } from '../../../shared/reference/data/dsps.ts';
import { languageData } from '../../../shared/reference/data/languages.ts';

const scripts = [
  'Nia Calder',
  'Ørjan & <Søn>',
  '山田 太郎',
  'Αλέξης',
  'علي',
  'נועה',
  'ไทย',
  '🎷 "Sax"',
  "O'Neil",
  ']]>',
  ' ',
];

/** Without the characters that XML does not have, and those that its readers change. */
const text = fc.oneof(
  fc.constantFrom(...scripts),
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
    .map((raw) => raw.replaceAll(/[\p{Cc}\p{Cs}\u{fffe}\u{ffff}]/gu, '.')),
);

const oneOf = <T>(all: readonly T[]) => fc.constantFrom(...all);
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const day = fc.date({ min: new Date('1950-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
const url = fc.webUrl({ validSchemes: ['https'], withQueryParameters: true });
const number = (min: number, max: number) => fc.integer({ min, max });
const twoDigits = (max: number) => number(0, max).map((value) => String(value).padStart(2, '0'));
const isrc = fc.oneof(text, fc.stringMatching(/^[A-Z]{2}-?[A-Z0-9]{3}-?[0-9]{2}-?[0-9]{5}$/));

/** Codes with valid and other check digits. */
const isni = oneOf(['0000 0001 2103 2683', '000000012146438X', '0000000000000000']);
const ipi = oneOf(['00077406269', '00014107338', 'no code']);
const iswc = oneOf(['T-034.524.680-1', 'T0345246801', 'T0345246802']);

const artist = fc.record({
  id: number(1, 9).map(String),
  isni: optional(isni),
  ipi: optional(ipi),
  name: text,
  role: oneOf(artistRoleData.rows().map(({ key }) => key)),
  order: optional(number(1, 9)),
});

const codes = languageData.rows().map(({ code }) => code);

/** Some titles are the same as others, as for artists who use one title everywhere. */
const title = fc.oneof(text, fc.constant('夢'));

const work = {
  title,
  titleTranslations: fc.uniqueArray(fc.record({ language: oneOf(codes), title, phonetic: optional(text) }), {
    maxLength: 3,
    selector: ({ language }) => language,
  }),
  version: optional(text),
  isExplicit: fc.boolean(),
  language: optional(oneOf(codes)),
  genres: fc.array(text, { maxLength: 2 }),
  rightsOwnerYear: number(1900, 2100),
  rightsOwnerName: text,
  artists: fc.array(artist, { maxLength: 4 }),
};

const track: fc.Arbitrary<Omit<ParcelTrack, 'id' | 'disc' | 'order'>> = fc.record({
  ...work,
  isrc: optional(isrc),
  iswc: optional(iswc),
  duration: optional(fc.tuple(twoDigits(99), twoDigits(59), twoDigits(59)).map((parts) => parts.join(':'))),
  isVideo: fc.boolean(),
  aiUsage: optional(fc.subarray([...aiUses])),
  credits: fc.array(
    fc.record({ name: text, role: oneOf([...creditRoleData.rows().map(({ key }) => key), 'future_role']) }),
    { maxLength: 3 },
  ),
  lyrics: optional(text),
  syncedLyrics: optional(text.map((words) => `[00:12.50]${words}\n[01:02]<01:02.10>${words}`)),
  previewStart: optional(number(0, 600)),
  audio: url.map((one): string | null => one),
  md5: optional(fc.stringMatching(/^[0-9a-fA-F]{32}$/)),
  heardMd5: fc.constant(null),
  masters: fc
    .tuple(url, optional(url))
    .map(([video, atmos]) => [
      { type: 'video' as const, url: video },
      ...(atmos === null ? [] : [{ type: 'dolby_atmos' as const, url: atmos }]),
    ]),
});

/** Their places are contiguous on each of two discs. */
const placed = (tracks: readonly Omit<ParcelTrack, 'id' | 'disc' | 'order'>[]): readonly ParcelTrack[] =>
  tracks.map((one, index) => ({
    ...one,
    id: String(1000 + index),
    disc: (index % 2) + 1,
    order: Math.floor(index / 2) + 1,
  }));

/** A zone that is not `local` has a time. */
const releaseTime = fc
  .tuple(
    optional(fc.tuple(twoDigits(23), twoDigits(59)).map((parts) => parts.join(':'))),
    oneOf(['local', 'Asia/Tokyo', 'America/St_Johns', 'Europe/Berlin', 'Etc/UTC', 'Africa/Monrovia']),
  )
  .map(([time, zone]) => ({ releaseTime: time, releaseTimeZone: time === null ? 'local' : zone }));

const DAY_MS = 86_400_000;

/** When a release is sold. A date of pre-orders is before the release. */
export const saleDates = fc
  .record({ day, times: releaseTime, daysBefore: optional(number(1, 60)) })
  .map(({ day: date, times, daysBefore }) => ({
    ...times,
    releaseDate: dayOf(date),
    preOrderDate: daysBefore === null ? null : dayOf(new Date(date.getTime() - daysBefore * DAY_MS)),
  }));

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

const undatedRelease: fc.Arbitrary<Omit<ParcelRelease, keyof SaleDates>> = fc.record({
  ...work,
  id: number(1, 10 ** 15).map(String),
  upc: optional(fc.stringMatching(/^[0-9]{12,13}$/)),
  catalogueNumber: optional(text),
  isCompilation: fc.boolean(),
  format: oneOf(['single', 'ep', 'album', 'video'] as const),
  artwork: url.map((one): string | null => one),
  artworkSize: optional(
    fc.record({
      width: number(1, 10_000),
      height: number(1, 10_000),
      format: oneOf(['jpeg', 'png'] as const),
      bytes: optional(number(1, 10 ** 7)),
    }),
  ),
  artworkAiUsage: optional(fc.boolean()),
  label: optional(text),
  copyright: optional(text),
  publishing: optional(text),
  territories: fc.uniqueArray(oneOf(countryData.rows().map((country) => country['alpha2-code'])), {
    maxLength: 5,
  }),
  tracks: fc.array(track, { minLength: 1, maxLength: 5 }).map(placed),
});

type SaleDates = typeof saleDates extends fc.Arbitrary<infer T> ? T : never;

const release: fc.Arbitrary<ParcelRelease> = fc
  .tuple(undatedRelease, saleDates)
  .map(([one, times]) => ({ ...one, ...times }));

export const parcels: fc.Arbitrary<Parcel> = fc
  .record({
    storeDeliveryId: fc.uuid(),
    type: oneOf(['delivery', 'update', 'redelivery', 'takedown'] as const),
    dsp: oneOf(dspData.rows()).map(({ id, name }) => ({ id, name })),
    release,
    createdAt: day.map((date) => date.toISOString()),
    isEmpty: fc.boolean(),
  })
  // A takedown needs no completeness.
  .map(({ isEmpty, ...parcel }) =>
    isEmpty && parcel.type === 'takedown'
      ? { ...parcel, release: { ...parcel.release, tracks: [], artwork: null } }
      : parcel,
  );
