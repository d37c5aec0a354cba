/** Tracks (specification 2.3, 4.4). Rules in shared/catalogue/rules. */
import * as v from 'valibot';
import { USUAL_QUALITY } from '../../audio/rules/master-files.ts';
import {
  attr,
  documentedAs,
  flag,
  hidden,
  httpsUrl,
  integer,
  LONG_TEXT,
  multilineText,
  oneOf,
  text,
  timestamps,
  visibleText,
} from '../../kit/declare/attribute.ts';
import type { Stored } from '../../kit/declare/fields.ts';
import { anyOf, boolean, code, date, number, partial, related } from '../../kit/declare/filter.ts';
import { toMany, toOne } from '../../kit/declare/relationship.ts';
import { defineResource } from '../../kit/declare/resource.ts';
import { aiUsage } from '../rules/ai-usage.ts';
import { rightsLengths, trackKinds } from '../rules/catalogue.ts';
import { creditForms, MAX_CREDITS } from '../rules/credits.ts';
import { comparableIsrc } from '../rules/isrc.ts';
import { comparableIswc, iswc } from '../rules/iswc.ts';
import { LYRICS_PATTERN, lyricsFaults, storedLyrics } from '../rules/synced-lyrics.ts';
import { trackAudio } from '../rules/track-audio.ts';
import { shift } from './shift-flag.ts';
import { titleTranslations } from './title-translations.ts';
import { trendsAction } from './trends-action.ts';

const duration = v.pipe(
  v.string('must be a string'),
  v.regex(/^\d{2}:[0-5]\d:[0-5]\d$/, 'must be a duration HH:MM:SS'),
);

const md5Digest = v.pipe(
  v.string('must be a string'),
  v.regex(/^[0-9a-fA-F]{32}$/, 'must be an MD5 digest of 32 hexadecimal digits'),
);

const sha256Digest = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

const lyricsText = v.pipe(multilineText(0, LONG_TEXT), v.metadata({ pattern: LYRICS_PATTERN }));

const syncedLyrics = v.pipe(
  lyricsText,
  v.rawCheck(({ dataset, addIssue }) => {
    for (const message of dataset.typed ? lyricsFaults(dataset.value) : []) addIssue({ message });
  }),
  v.transform(storedLyrics),
);

export const tracks = defineResource({
  type: 'tracks',
  about: 'A recording or music video. It is on one or several albums.',
  group: 'tracks',
  owner: 'user',
  pageMeta: 'kebab',
  attributes: {
    title: attr(visibleText(1, 300), {
      ...documentedAs(text(1, 300)),
      required: true,
      says: 'The title that stores show, without the version.',
    }),
    'title-translations': titleTranslations(300),
    'is-explicit': attr(flag(), { required: true, says: 'Whether it has explicit lyrics or content.' }),
    'rights-owner-year': attr(integer(1900), {
      required: true,
      says: 'The year of the rights in the recording (℗).',
    }),
    'rights-owner-name': attr(visibleText(1, rightsLengths.owner), {
      ...documentedAs(text(1, rightsLengths.owner)),

      required: true,
      says: 'The name of the owner of the rights in the recording.',
    }),
    order: attr(integer(1), { required: true, says: 'Its number on the disc of its oldest album, from 1.' }),
    disc: attr(integer(1), { writable: 'never', initial: 1, says: 'Its disc on its oldest album, from 1.' }),
    'full-audiofile-url': attr(v.nullable(httpsUrl(500)), {
      requiredUnless: 'it is a music video',
      says: `The address of the audio file, from which stores get the music: ${USUAL_QUALITY}. Other formats are accepted with a warning.`,
    }),
    md5: attr(v.nullable(md5Digest), {
      says: 'The MD5 digest of the audio file, to detect a damaged transfer.',
    }),
    'isrc-code': attr(v.nullable(text(0, 100)), { says: 'The International Standard Recording Code.' }),
    'iswc-code': attr(v.nullable(iswc), {
      says: 'The International Standard Musical Work Code of the composition.',
    }),
    'version-description': attr(v.nullable(visibleText(0, 200)), {
      ...documentedAs(v.nullable(text(0, 200))),

      says: 'What distinguishes the recording from others of the title, such as Live.',
    }),
    length: attr(v.nullable(duration), { says: 'The duration, HH:MM:SS.' }),
    lyrics: attr(v.nullable(multilineText(0, LONG_TEXT)), { apart: true, says: 'The words of the song.' }),
    'synced-lyrics': attr(v.nullable(syncedLyrics), {
      apart: true,
      sent: v.nullable(lyricsText),
      shown: v.nullable(lyricsText),
      says: 'Time-synced lyrics in LRC format.',
    }),
    'preview-start': attr(v.nullable(integer(0)), {
      says: 'Where the preview in stores begins, in seconds.',
    }),
    'is-video': attr(flag(), { initial: false, says: 'Whether it is a music video.' }),
    /** Checked and stored by the hooks. */
    'extended-credits': attr(v.array(v.unknown(), 'must be a list'), {
      kept: false,
      initial: [],
      maxItems: MAX_CREDITS,
      ...creditForms,
      says: 'The people who worked on it, with their roles.',
    }),
    'allow-fingerprint-scan': attr(flag(), {
      initial: true,
      says: 'Whether its sound may be compared with that of other tracks.',
    }),
    'ai-usage': attr(v.nullable(aiUsage), {
      says: 'What artificial intelligence was used for. An empty list states that it was not used, null states nothing.',
    }),
    publishing: attr(v.string(), {
      writable: 'never',
      kept: false,
      says: 'The year and name of the rights owner, for the ℗ line.',
    }),
    /** When the last words of `synced-lyrics` begin, in milliseconds. */
    'synced-lyrics-end': attr(v.nullable(integer(0)), hidden),
    /** Number of extended credits. A track without credits has no row for them. */
    'credits-count': attr(integer(0), { ...hidden, initial: 0 }),
    /** Approximate bytes of the row of extended credits; 0 in older records. */
    'credits-size': attr(integer(0), { ...hidden, initial: 0 }),
    /** The oldest album, whose place the track shows. */
    'oldest-album': attr(v.nullable(text(1, 16)), hidden),
    /** The code with which a store got the track; empty if only an album of it was delivered. */
    'delivered-isrc': attr(v.nullable(text(0, 100)), hidden),
    /** Whether the service has given the track its `isrc-code`, which then never changes. */
    'isrc-given': attr(flag(), { ...hidden, initial: false }),
    kind: attr(oneOf(trackKinds), { ...hidden, initial: 'song' }),
    /** Shown in `meta`. Null until the file is analyzed. */
    audio: attr(v.nullable(trackAudio), hidden),
    /** The MD5 digest of the audio file that was analyzed. Null until it is analyzed, and once it changes. */
    'heard-md5': attr(v.nullable(md5Digest), hidden),
    /** The same of a file that was read, but cannot be analyzed. Rows of 0.2.0 have none. */
    'unheard-md5': attr(v.nullable(md5Digest), hidden),
    /** The SHA-256 digest of the file that was read, whether it was analyzed or cannot be. Rows of 0.2.0 have none. */
    'read-sha256': attr(v.nullable(sha256Digest), hidden),
    /** Whether its fingerprints describe only a part of the sound that was analyzed. */
    'heard-in-part': attr(flag(), { ...hidden, initial: false }),
    /**
     * Released tracks of other owners in which its sound was found, or that of the audio which was replaced and not
     * heard since.
     */
    'foreign-sounds': attr(integer(0), { ...hidden, initial: 0 }),
    /** The MD5 digest of the file in which they were found. Rows of 0.2.0 have none. */
    'foreign-md5': attr(v.nullable(md5Digest), hidden),
    /** How many of them another stage has found in that file, among tracks that this stage may not have. */
    'foreign-elsewhere': attr(integer(0), { ...hidden, initial: 0 }),
    /** Whether it has a Dolby Atmos master. */
    'has-atmos': attr(flag(), { ...hidden, initial: false }),
    ...timestamps,
  },
  relationships: {
    albums: toMany('albums', {
      through: { type: 'album-tracks', near: 'track', far: 'album', place: ['disc', 'order'] },
      required: true,
      writable: 'always',
      emptied: { code: 'track_needs_album', detail: 'A track must be on at least one album.' },
      says: 'The albums that it is on.',
    }),
    'primary-genre': toOne('genres', { required: true, says: 'The genre under which stores list it.' }),
    'secondary-genre': toOne('genres', { says: 'A second genre.' }),
    language: toOne('languages', { required: true, says: 'The language of the lyrics.' }),
    version: toOne('versions', { says: 'A usual version, such as Remix.' }),
    artists: toMany('artists', {
      blocksDeletion: {
        code: 'artist_has_albums',
        detail: 'The artist is still on tracks. Remove the artist from them first.',
      },
      says: 'Artists that are named without a role.',
    }),
    'track-artists': toMany('track-artists', { inverse: 'track', says: 'Its artists with their roles.' }),
    'album-tracks': toMany('album-tracks', { inverse: 'track', says: 'Its places on albums.' }),
    'track-matches': toMany('track-matches', { inverse: 'track', says: 'Released tracks that resemble it.' }),
    user: toOne('users', { from: 'owner', says: 'The user who owns it.' }),
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
  updateFlags: { shift },
  filters: {
    title: partial('title'),
    'is-explicit': boolean('is-explicit'),
    order: number('order'),
    disc: number('disc'),
    'rights-owner-year': number('rights-owner-year'),
    'primary-genre': anyOf('primary-genre'),
    'isrc-code': code('isrc-code', comparableIsrc, { example: 'DEAB12600001' }),
    'iswc-code': code('iswc-code', comparableIswc, { example: 'T-034.524.680-1' }),
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
