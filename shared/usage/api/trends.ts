/** Plays of tracks, albums and artists by day, DSP and country (specification 2.5, 4.4, 4.6). */
import * as v from 'valibot';
import { attr, calendarDay, integer, readOnly } from '../../kit/declare/attribute.ts';
import { anyOf, type Filter } from '../../kit/declare/filter.ts';
import { toOne } from '../../kit/declare/relationship.ts';
import { defineResource } from '../../kit/declare/resource.ts';
import { isCalendarDay } from '../../kit/values/calendar-day.ts';

/** Limits the days that are read instead of filtering records. */
const day = (bound: 'from' | 'to'): Filter<'date'> => ({
  field: 'date',
  from: 'index',
  parse: (value) => (isCalendarDay(value) ? () => true : null),
  finds: bound === 'from' ? 'of this day and later ones' : 'of this day and earlier ones',
  expects: 'a day, YYYY-MM-DD',
  example: '2026-01-31',
});

const dsp = toOne('dsps', { ...readOnly, always: true, says: 'The store.' });

const declared = {
  owner: 'user',
  pageMeta: 'camel',
  attributes: {
    date: attr(calendarDay(), { ...readOnly, says: 'The day of the plays.' }),
    country: attr(v.string(), {
      ...readOnly,
      says: 'The country of the listeners, two letters of ISO 3166-1.',
    }),
    plays: attr(integer(-Number.MAX_SAFE_INTEGER), {
      ...readOnly,
      says: 'The number of plays. It is negative if stores have taken back more than they reported.',
    }),
  },
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
  relationships: { dsp, album: toOne('albums', { ...readOnly, says: 'The oldest album of the track.' }) },
  group: 'tracks',
  idPattern,
});

export const albumTrends = defineResource({
  ...declared,
  type: 'album-trends',
  about: 'The plays of an album on one day, at one store, in one country.',
  relationships: { dsp, album: toOne('albums', { ...readOnly, always: true, says: 'The album.' }) },
  group: 'albums',
  idPattern,
});

export const artistTrends = defineResource({
  ...declared,
  type: 'artist-trends',
  about: 'The plays of an artist on one day, at one store, in one country, from one album.',
  relationships: { dsp, album: toOne('albums', { ...readOnly, says: 'The album of the tracks.' }) },
  group: 'artists',
  idPattern: /^[1-9]\d{0,15}-\d{8}-\d{1,4}-[A-Z]{2}-(0|[1-9]\d{0,15})$/,
});
