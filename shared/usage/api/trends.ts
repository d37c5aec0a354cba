/** Plays of tracks, albums and artists by day, DSP and country (specification 2.5, 4.4, 4.6). */
import * as v from 'valibot';
import { attr, calendarDay, integer } from '../../kit/declare/attribute.ts';
import { anyOf, type Filter } from '../../kit/declare/filter.ts';
import { toOne } from '../../kit/declare/relationship.ts';
import { defineResource } from '../../kit/declare/resource.ts';
import { isCalendarDay } from '../../kit/values/calendar-day.ts';

const never = { writable: 'never' } as const;

/** Limits the days that are read instead of filtering records. */
const day = (bound: 'from' | 'to'): Filter<'date'> => ({
  field: 'date',
  from: 'index',
  parse: (wanted) => (isCalendarDay(wanted) ? () => true : null),
  finds: bound === 'from' ? 'of this day and later ones' : 'of this day and earlier ones',
  expects: 'a day, YYYY-MM-DD',
  example: '2026-01-31',
});

const docsOf = (subjects: string, about: string): readonly string[] => [
  `GET /${subjects}/{id}/trends. Newest first, then by DSP and country. Without \`filter[date-from]\` and \`filter[date-to]\`, the range is the last 30 days. With only \`filter[date-from]\`, it ends today. With only \`filter[date-to]\`, it is the 30 days up to that day. A range can have any length. If it ends before it begins, the response is a 400.`,
  'Days without plays have no entry, unless a report lists them with 0 plays.',
  about,
];

const declared = {
  owner: 'user',
  pageMeta: 'camel',
  attributes: {
    date: attr(calendarDay(), never),
    /** Two letters. */
    country: attr(v.string(), never),
    plays: attr(integer(0), never),
  },
  relationships: { dsp: toOne('dsps', never), album: toOne('albums', never) },
  operations: ['read'],
  filters: {
    dsp: anyOf('dsp'),
    country: anyOf('country', { example: 'US' }),
    'date-from': day('from'),
    'date-to': day('to'),
  },
  includes: ['dsp', 'album'],
} as const;

/** Subject, day, DSP and country. */
const idPattern = /^[1-9]\d{0,15}-\d{8}-\d{1,4}-[A-Z]{2}$/;

export const trackTrends = defineResource({
  ...declared,
  type: 'track-trends',
  about: 'The plays of a track on one day, at one store, in one country.',
  fields: {
    date: 'The day of the plays.',
    country: 'The country of the listeners, two letters of ISO 3166-1.',
    plays: 'The number of plays.',
    dsp: 'The store.',
    album: 'The oldest album of the track.',
  },
  group: 'tracks',
  docs: docsOf('tracks', 'The `album` is the oldest album of the track.'),
  idPattern,
});

export const albumTrends = defineResource({
  ...declared,
  type: 'album-trends',
  about: 'The plays of an album on one day, at one store, in one country.',
  fields: {
    date: 'The day of the plays.',
    country: 'The country of the listeners, two letters of ISO 3166-1.',
    plays: 'The number of plays.',
    dsp: 'The store.',
    album: 'The album.',
  },
  group: 'albums',
  docs: docsOf('albums', 'A track counts for the album that was its oldest when the report was imported.'),
  idPattern,
});

export const artistTrends = defineResource({
  ...declared,
  type: 'artist-trends',
  about: 'The plays of an artist on one day, at one store, in one country, from one album.',
  fields: {
    date: 'The day of the plays.',
    country: 'The country of the listeners, two letters of ISO 3166-1.',
    plays: 'The number of plays.',
    dsp: 'The store.',
    album: 'The album of the tracks.',
  },
  group: 'artists',
  docs: docsOf(
    'artists',
    'Each day, DSP, country and album has its own entry. A track counts for its main and featured artists at the time of the import.',
  ),
  idPattern: /^[1-9]\d{0,15}-\d{8}-\d{1,4}-[A-Z]{2}-(0|[1-9]\d{0,15})$/,
});
