/** Track matches: released tracks that resemble a submitted track (specification 2.11, 4.12). */
import * as v from 'valibot';
import { comparableIsrc } from '../../catalogue/rules/isrc.ts';
import { comparableIswc } from '../../catalogue/rules/iswc.ts';
import { gtinOf } from '../../catalogue/rules/upc.ts';
import { attr, calendarDay, integer, readOnly, text, timestamps } from '../../kit/declare/attribute.ts';
import { boolean, code, exact, partial, related } from '../../kit/declare/filter.ts';
import { toMany, toOne } from '../../kit/declare/relationship.ts';
import { defineResource } from '../../kit/declare/resource.ts';

/** Empty if unknown. */
const known = (says: string) => attr(text(0), { ...readOnly, initial: '', says });
/** Null if unknown. */
const maybe = (says: string) => attr(v.nullable(text(0)), { ...readOnly, says });

export const trackMatches = defineResource({
  type: 'track-matches',
  about: 'A released track that a submitted track resembles.',
  group: 'track-matches',
  owner: 'user',
  pageMeta: 'camel-without-range',
  attributes: {
    'is-cover': attr(v.picklist([0, 1], 'must be 0 or 1'), {
      ...readOnly,
      initial: 0,
      says: '1 if only the composition is the same, 0 if the recording is.',
    }),
    title: known('The title of the released track.'),
    'album-title': known('The title of its album.'),
    label: known('The label of its album.'),
    'isrc-code': known('Its ISRC.'),
    'album-upc-code': known('The product code of its album.'),
    'iswc-code': maybe('The code of the composition.'),
    'release-date': attr(calendarDay(), {
      ...readOnly,
      initial: '',
      says: 'The day its album was released.',
    }),
    'video-platform-id': known('Its id on a video platform.'),
    'alpha-id': known('Its id on the platform Alpha.'),
    'alpha-title': known('Its title on Alpha.'),
    'alpha-album-id': known('The id of its album on Alpha.'),
    'alpha-album-name': known('The title of its album on Alpha.'),
    'beta-id': maybe('Its id on the platform Beta.'),
    'gamma-id': known('Its id on the platform Gamma.'),
    'gamma-title': known('Its title on Gamma.'),
    'gamma-album-id': known('The id of its album on Gamma.'),
    'gamma-album-name': known('The title of its album on Gamma.'),
    'confidence-score': attr(v.nullable(integer(70, 100)), {
      ...readOnly,
      says: 'How certain the match is, from 70 to 100.',
    }),
    ...timestamps,
  },
  relationships: {
    track: toOne('tracks', { ...readOnly, always: true, says: 'The submitted track.' }),
    'track-analysis': toOne('track-analyses', { ...readOnly, says: 'How the match was found.' }),
    artists: toMany('track-match-artists', { ...readOnly, says: 'The main artists of the released track.' }),
    distributors: toMany('track-match-distributors', {
      ...readOnly,
      says: 'Who distributes the released track.',
    }),
    'time-offsets': toMany('track-match-time-offsets', {
      ...readOnly,
      says: 'Where the recordings are the same.',
    }),
    'alpha-artists': toMany('track-match-alpha-artists', { ...readOnly, says: 'Its artists on Alpha.' }),
    'gamma-artists': toMany('track-match-gamma-artists', { ...readOnly, says: 'Its artists on Gamma.' }),
  },
  operations: ['list', 'read'],
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
  sorts: ['title', 'created-at', 'updated-at', 'release-date'],
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
