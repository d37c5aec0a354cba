/** Track matches: released tracks that resemble a submitted track (specification 2.11, 4.12). */
import * as v from 'valibot';
import { comparableIsrc } from '../../catalogue/rules/isrc.ts';
import { gtinOf } from '../../catalogue/rules/upc.ts';
import { attr, calendarDay, integer, text, timestamps } from '../../kit/declare/attribute.ts';
import { boolean, code, exact, partial, related } from '../../kit/declare/filter.ts';
import { toMany, toOne } from '../../kit/declare/relationship.ts';
import { defineResource } from '../../kit/declare/resource.ts';

/** Such as T0345246801. */
const comparableIswc = (code: string): string => comparableIsrc(code).replaceAll('.', '');

const never = { writable: 'never' } as const;
/** Empty if unknown. */
const known = attr(text(0), { ...never, initial: '' });
/** Null if unknown. */
const maybe = attr(v.nullable(text(0)), never);

export const trackMatches = defineResource({
  type: 'track-matches',
  about: 'A released track that a submitted track resembles.',
  fields: {
    'is-cover': '1 if only the composition is the same, 0 if the recording is.',
    title: 'The title of the released track.',
    'album-title': 'The title of its album.',
    label: 'The label of its album.',
    'isrc-code': 'Its ISRC.',
    'album-upc-code': 'The product code of its album.',
    'iswc-code': 'The code of the composition.',
    'release-date': 'The day its album was released.',
    'video-platform-id': 'Its id on a video platform.',
    'alpha-id': 'Its id on the platform Alpha.',
    'alpha-title': 'Its title on Alpha.',
    'alpha-album-id': 'The id of its album on Alpha.',
    'alpha-album-name': 'The title of its album on Alpha.',
    'beta-id': 'Its id on the platform Beta.',
    'gamma-id': 'Its id on the platform Gamma.',
    'gamma-title': 'Its title on Gamma.',
    'gamma-album-id': 'The id of its album on Gamma.',
    'gamma-album-name': 'The title of its album on Gamma.',
    'confidence-score': 'How certain the match is, from 70 to 100.',
    track: 'The submitted track.',
    'track-analysis': 'How the match was found.',
    artists: 'The main artists of the released track.',
    distributors: 'Who distributes the released track.',
    'time-offsets': 'Where the recordings are the same.',
    'alpha-artists': 'Its artists on Alpha.',
    'gamma-artists': 'Its artists on Gamma.',
  },
  group: 'track-matches',
  owner: 'user',
  pageMeta: 'camel-without-range',
  docs: [
    'When a distribution request is created, each track of its album is compared with the released tracks of the platform. The next request of the album replaces the matches of its tracks. A match with the same released track keeps its id.',
    'Tracks with the same ISRC, compared in upper case without hyphens, are the same recording: `is-cover` 0 and `confidence-score` 100. A similar title and main artist is `is-cover` 1, with a score of 70 to 99. Case, accents, punctuation, bracketed versions and featured artists are ignored. Only the first 300 characters of titles and the first 100 of names are compared. Equal names are found among the first ten main artists of a track, similar names among the first three.',
    'The audio is compared, too, some seconds after the request. A released track with the same recording, or a part of it, is `is-cover` 0, with `time-offsets` and a score of 70 to 100 for how alike they sound. An equal ISRC still scores 100. A released track that is found in several ways is one match. Tracks with `allow-fingerprint-scan` false and videos are neither heard nor found by their sound. `meta.audio` of the track tells whether its audio has been analyzed, and what was measured.',
    'Operators add matches that other services have found, for example on video platforms. These have no `track-analysis`, and stay until they are withdrawn. Later requests do not change them. They never hold a review.',
    '`is-cover` is 0 or 1, as in the samples of the specification. `filter[is-cover]` also takes true and false.',
    'A track keeps its best matches, at most 90. At most 40 of them are those of other services, which come first.',
    'Unknown texts are empty, unknown `iswc-code` and `beta-id` are null, and unknown lists are empty. Platform ids and distributors are known only to other services. `release-date` is that of the matched album.',
    'Lists with `filter[track]` and lists of one track are consistent, unless the matches of the tracks have more than about 6 MB. Other lists may lack changes of the last milliseconds.',
    'A list searches the matches of all its tracks, up to about 12 MB. Beyond that, the response is a 400 that asks for `filter[track]`.',
  ],
  attributes: {
    'is-cover': attr(v.picklist([0, 1], 'must be 0 or 1'), { ...never, initial: 0 }),
    title: known,
    'album-title': known,
    label: known,
    'isrc-code': known,
    'album-upc-code': known,
    'iswc-code': maybe,
    'release-date': attr(calendarDay(), { ...never, initial: '' }),
    'video-platform-id': known,
    'alpha-id': known,
    'alpha-title': known,
    'alpha-album-id': known,
    'alpha-album-name': known,
    'beta-id': maybe,
    'gamma-id': known,
    'gamma-title': known,
    'gamma-album-id': known,
    'gamma-album-name': known,
    'confidence-score': attr(v.nullable(integer(70, 100)), never),
    ...timestamps,
  },
  relationships: {
    track: toOne('tracks', never),
    'track-analysis': toOne('track-analyses', never),
    artists: toMany('track-match-artists', never),
    distributors: toMany('track-match-distributors', never),
    'time-offsets': toMany('track-match-time-offsets', never),
    'alpha-artists': toMany('track-match-alpha-artists', never),
    'gamma-artists': toMany('track-match-gamma-artists', never),
  },
  operations: ['list', 'read'],
  listsLargeRows: true,
  filters: {
    track: related('track'),
    'is-cover': boolean('is-cover'),
    title: partial('title'),
    'album-title': partial('album-title'),
    'isrc-code': code('isrc-code', comparableIsrc, { example: 'DEAB12600001' }),
    'album-upc-code': code('album-upc-code', gtinOf, { example: '0614141999996' }),
    'iswc-code': code('iswc-code', comparableIswc, { example: 'T-034.524.680-1' }),
    label: exact('label', { example: 'Blue Room' }),
  },
  sorts: ['title', 'created-at', 'release-date'],
  includes: [
    'track.user',
    'track.albums',
    'track.artists',
    'track-analysis',
    'artists',
    'distributors',
    'time-offsets',
    'alpha-artists',
    'gamma-artists',
  ],
});
