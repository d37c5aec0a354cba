/** Lists that belong to a track match, stored with it and read-only (specification 2.11). */
import * as v from 'valibot';
import { attr, text } from '../../kit/declare/attribute.ts';
import { defineResource, type ResourceDeclaration } from '../../kit/declare/resource.ts';

type Attributes = ResourceDeclaration['attributes'];
const never = { writable: 'never' } as const;
const name = attr(text(0), { ...never, initial: '' });
const foreignId = attr(v.nullable(text(0)), never);
const seconds = attr(v.pipe(v.number(), v.minValue(0)), { ...never, initial: 0 });

interface Described<A> {
  readonly about: string;
  readonly fields: Readonly<Record<Extract<keyof A, string>, string>>;
  readonly docs?: readonly string[];
}

/** @returns the declaration of a type with ids `<id of the match>-<number>`, served by match-sources.ts. */
const matchPart = <const T extends string, const A extends Attributes>(
  type: T,
  attributes: A,
  { docs = [], ...described }: Described<A>,
) =>
  defineResource({
    type,
    ...described,
    group: 'track-matches',
    owner: 'user',
    pageMeta: 'camel-without-range',
    docs,
    attributes,
    relationships: {},
    operations: ['read'],
    idPattern: /^[1-9]\d{0,15}-[1-9]\d{0,3}$/,
  });

/** By the match's relationship names. */
export const matchParts = {
  artists: matchPart(
    'track-match-artists',
    { name },
    {
      about: 'A main artist of the released track of a match.',
      fields: { name: 'The name of the artist.' },
      docs: ['The main artists of the released track, as named when it was released.'],
    },
  ),
  distributors: matchPart(
    'track-match-distributors',
    { name },
    {
      about: 'A distributor of the released track of a match.',
      fields: { name: 'The name of the distributor.' },
    },
  ),
  'time-offsets': matchPart(
    'track-match-time-offsets',
    { start: seconds, end: seconds, 'matched-start': seconds, 'matched-end': seconds },
    {
      about: 'A range of the submitted track that is the same recording as the released one.',
      fields: {
        start: 'Where the range begins in the submitted track.',
        end: 'Where it ends there.',
        'matched-start': 'Where it begins in the released track.',
        'matched-end': 'Where it ends there.',
      },
      docs: [
        'Positions are seconds from the beginning of each track, with up to three decimals, and are right to half a second.',
      ],
    },
  ),
  'alpha-artists': matchPart(
    'track-match-alpha-artists',
    { name, 'alpha-id': foreignId },
    {
      about: 'An artist of the released track on the platform Alpha.',
      fields: { name: 'The name of the artist.', 'alpha-id': 'The id of the artist on Alpha.' },
    },
  ),
  'gamma-artists': matchPart(
    'track-match-gamma-artists',
    { name, 'gamma-id': foreignId },
    {
      about: 'An artist of the released track on the platform Gamma.',
      fields: { name: 'The name of the artist.', 'gamma-id': 'The id of the artist on Gamma.' },
    },
  ),
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
