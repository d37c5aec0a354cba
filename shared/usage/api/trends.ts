/** Plays of tracks, albums and artists by day, DSP and country (specification 2.5, 4.4, 4.6). Made of imported reports: shared/usage. */
import * as v from 'valibot';
import { attr, calendarDay, integer } from '../../kit/declare/attribute.ts';
import { anyOf, type Filter } from '../../kit/declare/filter.ts';
import { toOne } from '../../kit/declare/relationship.ts';
import { defineResource } from '../../kit/declare/resource.ts';
import { isCalendarDay } from '../../kit/values/calendar-day.ts';

const never = { writable: 'never' } as const;

/** Bounds the days that are read: no record is compared with it. */
const day: Filter<'date'> = {
  field: 'date',
  from: 'index',
  parse: (wanted) => (isCalendarDay(wanted) ? () => true : null),
  expects: 'a day, YYYY-MM-DD',
  example: '2026-01-31',
};

const docsOf = (subjects: string, about: string): readonly string[] => [
  `GET /${subjects}/{id}/trends. Newest first, then by DSP and country. Without \`filter[date-from]\` and \`filter[date-to]\`: the last 30 days. \`filter[date-from]\` alone: up to today; \`filter[date-to]\` alone: the 30 days that end with it. A range can have any length; one that ends before it begins is a 400.`,
  'Days without plays have no entry, unless a report has named them with 0 plays.',
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
    'date-from': day,
    'date-to': day,
  },
  includes: ['dsp', 'album'],
} as const;

/** A subject, a day, a DSP and a country. */
const idPattern = /^[1-9]\d{0,15}-\d{8}-\d{1,4}-[A-Z]{2}$/;

export const trackTrends = defineResource({
  ...declared,
  type: 'track-trends',
  group: 'tracks',
  docs: docsOf('tracks', 'The `album` is the oldest that the track is on.'),
  idPattern,
});

export const albumTrends = defineResource({
  ...declared,
  type: 'album-trends',
  group: 'albums',
  docs: docsOf('albums', 'A track counts for the album that was its oldest when the report was imported.'),
  idPattern,
});

export const artistTrends = defineResource({
  ...declared,
  type: 'artist-trends',
  group: 'artists',
  docs: docsOf(
    'artists',
    'One entry for each day, DSP, country and album. A track counts for those who were its main or featured artists when the report was imported.',
  ),
  idPattern: /^[1-9]\d{0,15}-\d{8}-\d{1,4}-[A-Z]{2}-(0|[1-9]\d{0,15})$/,
});
