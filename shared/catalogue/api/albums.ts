/** Albums: the releases of a catalogue (specification 2.14, 3.3). Rules in shared/catalogue/rules. */
import * as v from 'valibot';
import {
  attr,
  calendarDay,
  countOf,
  flag,
  httpsUrl,
  integer,
  keptApartWhenLong,
  multilineText,
  oneOf,
  text,
  timestamps,
} from '../../kit/declare/attribute.ts';
import type { Stored } from '../../kit/declare/fields.ts';
import { code, date, known, partial, related } from '../../kit/declare/filter.ts';
import { toMany, toOne } from '../../kit/declare/relationship.ts';
import { defineResource } from '../../kit/declare/resource.ts';
import { albumStatuses } from '../../reference/rules/album-statuses.ts';
import { albumFormats, qaStatuses, rightsLengths } from '../rules/catalogue.ts';
import { gtinOf } from '../rules/upc.ts';
import { trendsAction } from './trends-action.ts';

const upc = v.pipe(
  v.string('must be a string'),
  v.check((value) => gtinOf(value) !== undefined, 'must have 12 or 13 digits with a valid check digit'),
  v.metadata({ pattern: '^\\d{12,13}$' }),
);

/** The ids that follow an album's id are reserved for its album-dsps (album id plus DSP id). */
export const ALBUM_ID_SPACING = 256;

export const albums = defineResource({
  type: 'albums',
  about: 'A release: an album, an EP, a single or a video. It is what stores get.',
  fields: {
    title: 'The title that stores show.',
    release_date: 'The day on which stores may publish it.',
    'is-explicit': 'Whether it has explicit lyrics or content.',
    'rights-owner-year': 'The year of the rights in the recordings (℗).',
    'rights-owner-name': 'The name of the owner of the rights in the recordings.',
    artwork: 'The address of the cover image. Required before a delivery.',
    'upc-code': 'The product code (UPC or EAN).',
    'catalogue-number': 'The number that the label gave the release.',
    description: 'A text about the release.',
    copyright: 'The text of the © line. Without it, stores get none.',
    publishing: 'The text of the ℗ line. By default, it is the year and name of the rights owner.',
    format: 'What kind of release it is.',
    'last-status': 'Where the album is on its way to the stores.',
    'qa-status': 'The result of the last review.',
    'tracks-count': 'The number of tracks.',
    label: 'The label that it is released on.',
    'primary-genre': 'The genre under which stores list it.',
    'secondary-genre': 'A second genre.',
    language: 'The language of its titles.',
    version: 'What distinguishes it from other editions, such as Live or Remix.',
    user: 'The user who owns it.',
    status: 'The record of `last-status`.',
    tracks: 'Its tracks, in their order.',
    artists: 'Its artists, each once.',
    'album-artists': 'Its artists with their roles.',
    'album-tracks': 'The places of its tracks.',
    countries: 'The countries that requests for it have by default.',
    'album-dsps': 'The stores that are chosen for it, as records.',
    dsps: 'The stores that are chosen for it.',
  },
  group: 'albums',
  owner: 'user',
  pageMeta: 'kebab',
  docs: [
    'A `upc-code` is unique on the platform. A code of 12 digits equals the same code with a leading zero. It is shown as sent, and `filter[upc-code]` finds either form.',
    'On stages that give UPCs, an album without `upc-code` gets one when its delivery is approved. A code that was given never changes, also after a takedown (422 `code_given`). Codes with the prefix of the stage cannot be chosen (422 `code_reserved`), except one that the owner was given before.',
    'Creating, changing or deleting a video release (format `video`) or its album-artists requires the video feature of the account (403 `video_read_only`). All tracks of a video release are music videos, so a release with songs cannot become one (422 `video_release_accepts_only_videos`).',
    '`meta.live-on` has the ids of the DSPs that have the album now, regardless of the `last-status` of the last request: the last delivery that such a DSP accepted or skipped, and did not reject later, is not a takedown.',
    '`countries` are the default countries of distribution requests for the album. An empty list means all countries.',
    '`qa-status` is `awaiting_conversion` while the video master of a track is `pending` or `invalid`. Otherwise it is the result of the last review, or null.',
    'An album with tracks cannot be deleted (422 `album_has_tracks`). Deleting an album deletes its album-artists. Its distribution requests and deliveries remain, without an album.',
    'An album has at most 1,000 tracks and 40 album-artists (422 `limit_reached`).',
    '`artists` lists each artist of the album-artists once.',
  ],
  attributes: {
    title: attr(text(1, 255), { required: true }),
    release_date: attr(calendarDay(), { required: true }),
    'is-explicit': attr(flag(), { required: true }),
    'rights-owner-year': attr(integer(1900), { required: true }),
    'rights-owner-name': attr(text(1, rightsLengths.owner), { required: true }),
    artwork: attr(v.nullable(httpsUrl(500))),
    'upc-code': attr(v.nullable(upc)),
    'catalogue-number': attr(v.nullable(text(0, 50))),
    description: keptApartWhenLong(v.nullable(multilineText(0, 5000))),
    copyright: attr(v.nullable(text(0, rightsLengths.line))),
    publishing: attr(v.nullable(text(0, rightsLengths.line))),
    format: attr(oneOf(albumFormats), { initial: 'album' }),
    'last-status': attr(oneOf(albumStatuses), { writable: 'never', initial: 'draft' }),
    'qa-status': attr(v.nullable(oneOf(qaStatuses)), { writable: 'never' }),
    'tracks-count': countOf('album-tracks.album'),
    /** The DSPs that currently have the album. */
    'live-dsps': attr(v.array(text(1)), { writable: 'never', readable: 'never', initial: [] }),
    /** Whether the album was ever delivered to a DSP. */
    'was-delivered': attr(flag(), { writable: 'never', readable: 'never', initial: false }),
    /** The `upc-code` in comparable form. */
    gtin: attr(v.nullable(text(13, 13)), { writable: 'never', readable: 'never' }),
    /** Whether the service has given the album its `upc-code`, which then never changes. */
    'upc-given': attr(flag(), { writable: 'never', readable: 'never', initial: false }),
    ...timestamps,
  },
  relationships: {
    label: toOne('labels', {
      blocksDeletion: {
        code: 'label_has_albums',
        detail: 'The label still has albums. Assign them to another label first.',
      },
    }),
    'primary-genre': toOne('genres'),
    'secondary-genre': toOne('genres'),
    language: toOne('languages'),
    version: toOne('versions'),
    user: toOne('users', { from: 'owner' }),
    status: toOne('album-statuses', { from: { attribute: 'last-status' } }),
    tracks: toMany('tracks', {
      through: { type: 'album-tracks', near: 'album', far: 'track', place: ['disc', 'order'] },
    }),
    artists: toMany('artists', { through: { type: 'album-artists', near: 'album', far: 'artist' } }),
    'album-artists': toMany('album-artists', { inverse: 'album' }),
    'album-tracks': toMany('album-tracks', { inverse: 'album' }),
    countries: toMany('countries'),
    'album-dsps': toMany('album-dsps', { inverse: 'album' }),
    dsps: toMany('dsps', { writable: 'never' }),
  },
  operations: ['list', 'read', 'create', 'update', 'delete'],
  meta: v.strictObject({ 'live-on': v.array(v.string()) }),
  actions: {
    trends: trendsAction('Album', 'an album by day, DSP and country'),
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
