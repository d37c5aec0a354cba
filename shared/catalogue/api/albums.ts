/** Albums: the releases of a catalogue (specification 2.14, 3.3). Rules in shared/catalogue/rules. */
import * as v from 'valibot';
import {
  attr,
  calendarDay,
  countOf,
  documentedAs,
  flag,
  hidden,
  httpsUrl,
  integer,
  multilineText,
  oneOf,
  text,
  timestamp,
  timestamps,
  visibleText,
} from '../../kit/declare/attribute.ts';
import type { Stored } from '../../kit/declare/fields.ts';
import { code, date, known, partial, related } from '../../kit/declare/filter.ts';
import { toMany, toOne } from '../../kit/declare/relationship.ts';
import { defineResource } from '../../kit/declare/resource.ts';
import { albumStatuses } from '../../reference/rules/album-statuses.ts';
import { albumArtwork, shownArtwork } from '../rules/album-artwork.ts';
import { albumFormats, qaStatuses, rightsLengths } from '../rules/catalogue.ts';
import { isTimeZone, LOCAL, LONGEST_ZONE, meantZone, ZONE_PATTERN } from '../rules/release-time.ts';
import { gtinOf } from '../rules/upc.ts';
import { titleTranslations } from './title-translations.ts';
import { trendsAction } from './trends-action.ts';
import { validateAction } from './validate-action.ts';

const upc = v.pipe(
  v.string('must be a string'),
  v.check((value) => gtinOf(value) !== undefined, 'must have 12 or 13 digits with a valid check digit'),
  v.metadata({ pattern: '^\\d{12,13}$' }),
);

const timeOfDay = v.pipe(
  v.string('must be a string'),
  v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time HH:MM, from 00:00 to 23:59'),
);

const timeZone = v.pipe(
  v.string('must be a string'),
  v.check(
    (value) => value === LOCAL || isTimeZone(value),
    ({ input }) => {
      const meant = meantZone(input);
      return meant === undefined
        ? 'must be the name of a time zone, such as Asia/Tokyo, or local'
        : `must not be ${input}, whose clocks never change. Send ${meant}`;
    },
  ),
  v.metadata({ pattern: ZONE_PATTERN, maxLength: LONGEST_ZONE }),
);

/** By the id of the DSP. */
const liveSince = v.record(v.string(), timestamp);

/** The ids that follow an album's id are reserved for its album-dsps (album id plus DSP id). */
export const ALBUM_ID_SPACING = 256;

export const albums = defineResource({
  type: 'albums',
  about: 'A release: an album, an EP, a single or a video. It is what stores get.',
  group: 'albums',
  owner: 'user',
  pageMeta: 'kebab',
  attributes: {
    title: attr(visibleText(1, 255), {
      ...documentedAs(text(1, 255)),
      required: true,
      says: 'The title that stores show.',
    }),
    'title-translations': titleTranslations(255),
    release_date: attr(calendarDay(), { required: true, says: 'The day on which stores may publish it.' }),
    'release-time': attr(v.nullable(timeOfDay), {
      sparse: true,
      says: 'The time on the `release_date` from which stores may publish it, HH:MM. Without it, at midnight.',
    }),
    'release-time-zone': attr(timeZone, {
      initial: LOCAL,
      // Earlier versions took further names.
      shown: text(1, LONGEST_ZONE),
      sparse: true,
      says: 'The zone of the `release-time`, a name of the IANA Time Zone Database, or `local` for the clock of each store.',
    }),
    'pre-order-date': attr(v.nullable(calendarDay()), {
      sparse: true,
      says: 'The day from which stores may sell it in advance, before the `release_date`.',
    }),
    'is-explicit': attr(flag(), { required: true, says: 'Whether it has explicit lyrics or content.' }),
    'rights-owner-year': attr(integer(1900), {
      required: true,
      says: 'The year of the rights in the recordings (℗).',
    }),
    'rights-owner-name': attr(visibleText(1, rightsLengths.owner), {
      ...documentedAs(text(1, rightsLengths.owner)),

      required: true,
      says: 'The name of the owner of the rights in the recordings.',
    }),
    artwork: attr(v.nullable(httpsUrl(500)), {
      says: 'The address of the cover image. Required before a delivery.',
    }),
    'artwork-ai-usage': attr(v.nullable(flag()), {
      says: 'Whether artificial intelligence was used for the cover image. Null states nothing.',
    }),
    'upc-code': attr(v.nullable(upc), { says: 'The product code (UPC or EAN).' }),
    'catalogue-number': attr(v.nullable(visibleText(0, 50)), {
      ...documentedAs(v.nullable(text(0, 50))),

      says: 'The number that the label assigned to the release.',
    }),
    description: attr(v.nullable(multilineText(0, 5000)), {
      apart: 'when-long',
      says: 'A text about the release.',
    }),
    copyright: attr(v.nullable(visibleText(0, rightsLengths.line)), {
      ...documentedAs(v.nullable(text(0, rightsLengths.line))),

      says: 'The text of the © line. If it is missing, stores get no © line.',
    }),
    publishing: attr(v.nullable(visibleText(0, rightsLengths.line)), {
      ...documentedAs(v.nullable(text(0, rightsLengths.line))),

      says: 'The text of the ℗ line. By default, it is the year and name of the rights owner.',
    }),
    format: attr(oneOf(albumFormats), { initial: 'album', says: 'What kind of release it is.' }),
    'is-compilation': attr(flag(), {
      initial: false,
      sparse: true,
      says: 'Whether it is by several artists. Stores then show "Various Artists", in its language.',
    }),
    'last-status': attr(oneOf(albumStatuses), {
      writable: 'never',
      initial: 'draft',
      says: 'The status of the album on its way to stores.',
    }),
    'qa-status': attr(v.nullable(oneOf(qaStatuses)), {
      writable: 'never',
      says: 'The result of the last review.',
    }),
    'tracks-count': countOf('album-tracks.album', { says: 'The number of tracks.' }),
    /** The DSPs that currently have the album. */
    'live-dsps': attr(v.array(text(1)), { ...hidden, initial: [] }),
    /** Since when they have it. Without those that got it before the service noted it. */
    'live-since': attr(v.nullable(liveSince), { ...hidden, sparse: true }),
    /** Whether the album was ever delivered to a DSP. */
    'was-delivered': attr(flag(), { ...hidden, initial: false }),
    /** The `upc-code` with which a store got the album last. */
    'delivered-upc': attr(v.nullable(upc), hidden),
    /** The `upc-code` in comparable form. */
    gtin: attr(v.nullable(text(13, 13)), hidden),
    /** What was read of the file at `artwork`, shown in `meta`. Null until then. */
    'artwork-read': attr(v.nullable(albumArtwork), hidden),
    /** Whether the service has given the album its `upc-code`, which then never changes. */
    'upc-given': attr(flag(), { ...hidden, initial: false }),
    ...timestamps,
  },
  relationships: {
    label: toOne('labels', {
      blocksDeletion: {
        code: 'label_has_albums',
        detail: 'The label still has albums. Assign them to another label first.',
      },
      says: 'The label that it is released on.',
    }),
    'primary-genre': toOne('genres', { says: 'The genre under which stores list it.' }),
    'secondary-genre': toOne('genres', { says: 'A second genre.' }),
    language: toOne('languages', { says: 'The language of its titles.' }),
    version: toOne('versions', { says: 'What distinguishes it from other editions, such as Live or Remix.' }),
    user: toOne('users', { from: 'owner', says: 'The user who owns it.' }),
    status: toOne('album-statuses', {
      from: { attribute: 'last-status' },
      says: 'The record of `last-status`.',
    }),
    tracks: toMany('tracks', {
      through: { type: 'album-tracks', near: 'album', far: 'track', place: ['disc', 'order'] },
      says: 'Its tracks, in their order.',
    }),
    artists: toMany('artists', {
      through: { type: 'album-artists', near: 'album', far: 'artist' },
      says: 'Its artists, each once.',
    }),
    'album-artists': toMany('album-artists', { inverse: 'album', says: 'Its artists with their roles.' }),
    'album-tracks': toMany('album-tracks', { inverse: 'album', says: 'The places of its tracks.' }),
    countries: toMany('countries', {
      emptyMeansAll: {
        code: 'would_mean_all_countries',
        detail:
          'Without its last country, the album would be available in all countries. Add another country first, or take the album down. ' +
          'To make it available in all, replace countries with an empty list.',
      },
      says: 'The countries that requests for it have by default. An empty list means all.',
    }),
    'album-dsps': toMany('album-dsps', {
      inverse: 'album',
      says: 'The stores that are chosen for it, as records.',
    }),
    dsps: toMany('dsps', { writable: 'never', says: 'The stores that are chosen for it.' }),
  },
  operations: ['list', 'read', 'create', 'update', 'delete'],
  meta: v.strictObject({
    'live-on': v.array(v.string()),
    'live-since': v.array(v.strictObject({ dsp: v.string(), since: v.nullable(timestamp) })),
    artwork: v.nullable(shownArtwork),
  }),
  actions: {
    trends: trendsAction('Album', 'an album by day, DSP and country'),
    validate: validateAction,
  },
  idSpacing: ALBUM_ID_SPACING,
  filters: {
    title: partial('title'),
    'upc-code': code('upc-code', gtinOf, { example: '0614141999996' }),
    label: related('label'),
    format: known('format', albumFormats),
    'last-status': known('last-status', albumStatuses),
    'created-at-gte': date('created-at', 'gte'),
    'created-at-lte': date('created-at', 'lte'),
  },
  sorts: ['title', 'release_date', 'created-at', 'updated-at'],
  includes: [
    'label',
    'artists',
    'tracks.track-artists.artist',
    'tracks.track-artists.artist-role',
    'album-artists.artist',
    'album-artists.artist-role',
    'album-tracks.track',
    'album-dsps.dsp',
    'dsps',
    'countries',
    'primary-genre',
    'secondary-genre',
    'language',
    'version',
    'status',
    'user',
  ],
  rejections: [
    'video_read_only',
    'video_release_accepts_only_videos',
    'album_in_distribution',
    'code_given',
    'code_reserved',
  ],
  taken: {
    gtin: {
      code: 'value_taken',
      detail: 'Another album already has this upc-code.',
      pointer: '/data/attributes/upc-code',
    },
  },
});

export type Album = Stored<typeof albums>;
