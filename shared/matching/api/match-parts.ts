/** Lists that belong to a track match, stored with it and read-only (specification 2.11). */
import * as v from 'valibot';
import { attr, integer, text } from '../../kit/declare/attribute.ts';
import { defineResource, type ResourceDeclaration } from '../../kit/declare/resource.ts';

type Attributes = ResourceDeclaration['attributes'];
const never = { writable: 'never' } as const;
const name = attr(text(0), { ...never, initial: '' });
const foreignId = attr(v.nullable(text(0)), never);
const second = attr(integer(0), { ...never, initial: 0 });

/** @returns the declaration of a type with ids `<id of the match>-<number>`, served by part-sources.ts. */
const matchPart = <const T extends string, const A extends Attributes>(
  type: T,
  attributes: A,
  docs: readonly string[] = [],
) =>
  defineResource({
    type,
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
  artists: matchPart('track-match-artists', { name }, [
    'The main artists of the released track, as named when it was released.',
  ]),
  distributors: matchPart('track-match-distributors', { name }),
  'time-offsets': matchPart('track-match-time-offsets', { start: second, end: second }, [
    '`start` and `end` are seconds from the beginning of the submitted track.',
  ]),
  'alpha-artists': matchPart('track-match-alpha-artists', { name, 'alpha-id': foreignId }),
  'gamma-artists': matchPart('track-match-gamma-artists', { name, 'gamma-id': foreignId }),
} as const;

export type PartName = keyof typeof matchParts;

export const partNames = Object.keys(matchParts) as readonly PartName[];

/** Parts are numbered from 1. */
export const partId = (matchId: number | string, number: number): string => `${matchId}-${number}`;
