/** Declares what a track match lists beside its attributes, such as its artists: read-only, stored with the match. */
import { attr, text } from '../../kit/declare/attribute.ts';
import { defineResource, type ResourceDeclaration } from '../../kit/declare/resource.ts';

type Attributes = ResourceDeclaration['attributes'];
type Part<T extends string, A extends Attributes> = ResourceDeclaration<
  T,
  'track-matches',
  A,
  Readonly<Record<never, never>>,
  Readonly<Record<never, never>>,
  'user'
>;

/** An attribute of a part. */
export const partName = attr(text(0), { writable: 'never', initial: '' });

/**
 * @returns the declaration of a type whose ids are `<id of the match>-<number>`. Its records are found by
 * shared/matching/part-source.ts.
 * @example
 * export const trackMatchArtists = matchPart({ type: 'track-match-artists', docs: [], attributes: { name: partName } });
 */
export const matchPart = <const T extends string, const A extends Attributes>(
  declaration: Pick<Part<T, A>, 'type' | 'docs' | 'attributes'>,
): Part<T, A> =>
  defineResource({
    group: 'track-matches',
    owner: 'user',
    pageMeta: 'camel-without-range',
    relationships: {},
    operations: ['read'],
    actions: {},
    idPattern: /^[1-9]\d{0,15}-[1-9]\d{0,3}$/,
    ...declaration,
  });
