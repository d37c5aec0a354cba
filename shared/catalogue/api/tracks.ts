/** Tracks (specification 2.3, 4.4). Rules in shared/catalogue/rules. */
import * as v from 'valibot';
import {
  attr,
  computed,
  flag,
  httpsUrl,
  integer,
  keptApart,
  keptByHooks,
  LONG_TEXT,
  multilineText,
  oneOf,
  text,
  timestamps,
} from '../../kit/declare/attribute.ts';
import type { Stored } from '../../kit/declare/fields.ts';
import { anyOf, boolean, code, date, number, partial, related } from '../../kit/declare/filter.ts';
import { toMany, toOne } from '../../kit/declare/relationship.ts';
import { defineResource } from '../../kit/declare/resource.ts';
import { rightsLengths, trackKinds } from '../rules/catalogue.ts';
import { creditForms, MAX_CREDITS } from '../rules/credits.ts';
import { comparableIsrc } from '../rules/isrc.ts';
import { trackAudio } from '../rules/track-audio.ts';
import { trendsAction } from './trends-action.ts';

const duration = v.pipe(
  v.string('must be a string'),
  v.regex(/^\d{2}:[0-5]\d:[0-5]\d$/, 'must be a duration HH:MM:SS'),
);

const md5Digest = v.pipe(
  v.string('must be a string'),
  v.regex(/^[0-9a-fA-F]{32}$/, 'must be an MD5 digest of 32 hexadecimal digits'),
);

export const tracks = defineResource({
  type: 'tracks',
  about: 'A recording or music video. It is on one or several albums.',
  fields: {
    title: 'The title that stores show, without the version.',
    'is-explicit': 'Whether it has explicit lyrics or content.',
    'rights-owner-year': 'The year of the rights in the recording (℗).',
    'rights-owner-name': 'The name of the owner of the rights in the recording.',
    order: 'Its number on the disc of its oldest album, from 1.',
    disc: 'Its disc on its oldest album, from 1.',
    'full-audiofile-url': 'The address of the audio file, from which stores get the music.',
    md5: 'The MD5 digest of the audio file, to detect a damaged transfer.',
    'isrc-code': 'The International Standard Recording Code.',
    'version-description': 'What distinguishes the recording from others of the title, such as Live.',
    length: 'The duration, HH:MM:SS.',
    lyrics: 'The words of the song.',
    'preview-start': 'Where the preview in stores begins, in seconds.',
    'is-video': 'Whether it is a music video.',
    'extended-credits': 'The people who worked on it, with their roles.',
    'allow-fingerprint-scan': 'Whether its sound may be compared with that of other tracks.',
    publishing: 'The year and name of the rights owner, for the ℗ line.',
    albums: 'The albums that it is on.',
    'primary-genre': 'The genre under which stores list it.',
    'secondary-genre': 'A second genre.',
    language: 'The language of the lyrics.',
    version: 'A usual version, such as Remix.',
    artists: 'Artists that are named without a role.',
    'track-artists': 'Its artists with their roles.',
    'album-tracks': 'Its places on albums.',
    'track-matches': 'Released tracks that resemble it.',
    user: 'The user who owns it.',
  },
  group: 'tracks',
  owner: 'user',
  pageMeta: 'kebab',
  docs: [
    'A track is on 1 to 20 albums, with up to 40 track-artists and up to 20 direct `artists` (422 `limit_reached`). Removing the last album is a 422 `track_needs_album`.',
    '`order` and the read-only `disc` are the place on the oldest album. Writing `order` sets it on all albums of the track and keeps the disc. On a newly added album, the track goes on disc 1. A place that another track has is a 422. In lists by one album (`filter[album]`, `/albums/{id}/tracks`), filters and sorts by `order` and `disc` use the place on that album.',
    'A `version-description` takes precedence over a `version` sent with it and clears the relationship, even if sent alone. A `version` sent alone, or with a null text, sets the text to its name. A null `version` keeps the text. A text that equals the stored one or is blank counts as not sent, so that whole tracks can be sent back. A null or empty text removes the stored one.',
    'A request that changes more than about 100 records, such as exchanging 20 albums for 20 others, is a 422 `too_many_changes`. Split it into several requests.',
    'Turning a song into a music video removes its Dolby Atmos master and `full-audiofile-url`; turning it back removes the video master. Audio sent for a music video is ignored, and `meta.ignored` lists it. A song that opted out of fingerprint scans cannot become a video unless `allow-fingerprint-scan` is sent as true (422 `fingerprint_scan_required_for_video`).',
    '`publishing` is the year and name of the rights owner.',
    '`isrc-code` is shown as it was sent. `filter[isrc-code]` finds it in any spelling, with or without hyphens and in either case.',
    'On stages that give ISRCs, a track without `isrc-code` gets one when the delivery of an album is approved. A code that was given never changes, also after a takedown (422 `code_given`). Codes with the prefix of the stage cannot be chosen (422 `code_reserved`), except one that the owner was given before, for the same recording.',
    '`md5` is the MD5 digest of the audio file. If the file does not match it, the delivery ends in `error`. It becomes null when `full-audiofile-url` does. Send a new one with the URL of another file.',
    '`lyrics` have at most 50,000 characters.',
    '`meta.audio` is what was heard of the audio file of a song when an album with it was last requested: `status` (`pending`, `completed` or `failed`), `error` (why it could not be analyzed), `duration`, `silence-at-start` and `silence-at-end` in seconds, `sample-rate` in Hz, `channels`, `loudness` in LUFS, `peak` in dBFS, `clipping`, the number of places where the recording is cut off at full scale, and `warnings`, sentences on what may be wrong with the file although it was analyzed. A file that is at least 1 % shorter than it says has a warning, and one of which half is missing is `failed`. Audio above +6 dBFS has a warning, too. It is null before, for music videos, for tracks that opted out of fingerprint scans, and after the audio file changes.',
    'Items of `extended-credits` have four members; others are ignored, and `meta.ignored` lists them. Names are trimmed and compared NFC-normalized and case-insensitively. A credit whose role is no longer listed can be sent again with the same role, name and `artist-id`; its position may differ.',
  ],
  attributes: {
    title: attr(text(1, 300), { required: true }),
    'is-explicit': attr(flag(), { required: true }),
    'rights-owner-year': attr(integer(1900), { required: true }),
    'rights-owner-name': attr(text(1, rightsLengths.owner), { required: true }),
    order: attr(integer(1), { required: true }),
    disc: attr(integer(1), { writable: 'never', initial: 1 }),
    'full-audiofile-url': attr(v.nullable(httpsUrl(500))),
    md5: attr(v.nullable(md5Digest)),
    'isrc-code': attr(v.nullable(text(0, 100))),
    'version-description': attr(v.nullable(text(0, 200))),
    length: attr(v.nullable(duration)),
    lyrics: keptApart(v.nullable(multilineText(0, LONG_TEXT))),
    'preview-start': attr(v.nullable(integer(0))),
    'is-video': attr(flag(), { initial: false }),
    /** Items are checked by the hooks. */
    'extended-credits': keptByHooks(v.array(v.unknown(), 'must be a list'), {
      initial: [],
      maxItems: MAX_CREDITS,
      ...creditForms,
    }),
    'allow-fingerprint-scan': attr(flag(), { initial: true }),
    publishing: computed(null, v.string()),
    /** Number of extended credits. A track without credits has no row for them. */
    'credits-count': attr(integer(0), { writable: 'never', readable: 'never', initial: 0 }),
    /** Approximate bytes of the row of extended credits; 0 in older records. */
    'credits-size': attr(integer(0), { writable: 'never', readable: 'never', initial: 0 }),
    /** The oldest album, whose place the track shows. */
    'oldest-album': attr(v.nullable(text(1, 16)), { writable: 'never', readable: 'never' }),
    /** The code with which a store got the track; empty if only an album of it was delivered. */
    'delivered-isrc': attr(v.nullable(text(0, 100)), { writable: 'never', readable: 'never' }),
    /** Whether the service has given the track its `isrc-code`, which then never changes. */
    'isrc-given': attr(flag(), { writable: 'never', readable: 'never', initial: false }),
    kind: attr(oneOf(trackKinds), { writable: 'never', readable: 'never', initial: 'song' }),
    /** Shown in `meta`. Null until the file is analyzed. */
    audio: attr(v.nullable(trackAudio), { writable: 'never', readable: 'never', initial: null }),
    /** Released tracks of other owners in which its sound was found. */
    'foreign-sounds': attr(integer(0), { writable: 'never', readable: 'never', initial: 0 }),
    ...timestamps,
  },
  relationships: {
    albums: toMany('albums', {
      through: { type: 'album-tracks', near: 'track', far: 'album', place: ['disc', 'order'] },
      required: true,
      writable: 'always',
      emptied: { code: 'track_needs_album', detail: 'A track must be on at least one album.' },
    }),
    'primary-genre': toOne('genres', { required: true }),
    'secondary-genre': toOne('genres'),
    language: toOne('languages', { required: true }),
    version: toOne('versions'),
    artists: toMany('artists', {
      blocksDeletion: {
        code: 'artist_has_albums',
        detail: 'The artist is still on tracks. Remove the artist from them first.',
      },
    }),
    'track-artists': toMany('track-artists', { inverse: 'track' }),
    'album-tracks': toMany('album-tracks', { inverse: 'track' }),
    'track-matches': toMany('track-matches', { inverse: 'track' }),
    user: toOne('users', { from: 'owner' }),
  },
  operations: ['list', 'read', 'create', 'update', 'delete'],
  meta: v.strictObject({ audio: v.nullable(trackAudio) }),
  actions: {
    trends: trendsAction('Track', 'a track by day, DSP and country'),
  },
  rejections: [
    'limit_reached',
    'video_read_only',
    'video_not_allowed',
    'video_track_is_shared',
    'video_release_accepts_only_videos',
    'fingerprint_scan_required_for_video',
    'track_in_distribution',
    'code_given',
    'code_reserved',
  ],
  filters: {
    title: partial('title'),
    'is-explicit': boolean('is-explicit'),
    order: number('order'),
    disc: number('disc'),
    'rights-owner-year': number('rights-owner-year'),
    'primary-genre': anyOf('primary-genre'),
    'isrc-code': code('isrc-code', comparableIsrc, { example: 'DEAB12600001' }),
    album: related('albums'),
    'created-at-gte': date('created-at', 'gte'),
    'created-at-lte': date('created-at', 'lte'),
  },
  sorts: ['title', 'order', 'disc', 'created-at', 'updated-at'],
  includes: [
    'albums.label',
    'albums.artists',
    'primary-genre',
    'secondary-genre',
    'language',
    'version',
    'artists',
    'track-artists.artist',
    'track-artists.artist-role',
    'album-tracks.album',
    'user',
  ],
});

export type Track = Stored<typeof tracks>;
