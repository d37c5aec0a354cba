/** Lists that belong to a track match, stored with it and read-only (specification 2.11). */
import * as v from 'valibot';
import { attr, readOnly, text } from '../../kit/declare/attribute.ts';
import { defineResource } from '../../kit/declare/resource.ts';

const name = attr(text(0), { ...readOnly, initial: '', says: 'The name of the artist.' });
const foreignId = (says: string) => attr(v.nullable(text(0)), { ...readOnly, says });
const seconds = (says: string) => attr(v.pipe(v.number(), v.minValue(0)), { ...readOnly, initial: 0, says });

/** The ids of parts are `<id of the match>-<number>`. They are served by match-sources.ts. */
const part = {
  group: 'track-matches',
  owner: 'user',
  pageMeta: 'camel-without-range',
  operations: ['read'],
  idPattern: /^[1-9]\d{0,15}-[1-9]\d{0,3}$/,
} as const;

/** By the match's relationship names. */
export const matchParts = {
  artists: defineResource({
    ...part,
    type: 'track-match-artists',
    about: 'A main artist of the released track of a match.',
    attributes: { name },
  }),
  distributors: defineResource({
    ...part,
    type: 'track-match-distributors',
    about: 'A distributor of the released track of a match.',
    attributes: {
      name: attr(text(0), { ...readOnly, initial: '', says: 'The name of the distributor.' }),
    },
  }),
  'time-offsets': defineResource({
    ...part,
    type: 'track-match-time-offsets',
    about: 'A range of the submitted track that is the same recording as the released one.',
    attributes: {
      start: seconds('Where the range begins in the submitted track.'),
      end: seconds('Where it ends there.'),
      'matched-start': seconds('Where it begins in the released track.'),
      'matched-end': seconds('Where it ends there.'),
    },
  }),
  'alpha-artists': defineResource({
    ...part,
    type: 'track-match-alpha-artists',
    about: 'An artist of the released track on the platform Alpha.',
    attributes: { name, 'alpha-id': foreignId('The id of the artist on Alpha.') },
  }),
  'gamma-artists': defineResource({
    ...part,
    type: 'track-match-gamma-artists',
    about: 'An artist of the released track on the platform Gamma.',
    attributes: { name, 'gamma-id': foreignId('The id of the artist on Gamma.') },
  }),
} as const;

export const {
  artists: mainArtists,
  distributors,
  'time-offsets': timeOffsets,
  'alpha-artists': alphaArtists,
  'gamma-artists': gammaArtists,
} = matchParts;

export type PartName = keyof typeof matchParts;

export const partNames = Object.keys(matchParts) as readonly PartName[];

/** Parts are numbered from 1. */
export const partId = (matchId: number | string, number: number): string => `${matchId}-${number}`;
