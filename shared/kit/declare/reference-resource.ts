/** Declares reference data, which is owned by the platform, the same for every user, and read-only. */
import { defineResource, type ResourceDeclaration, type WithDefaults } from './resource.ts';

type Attributes = ResourceDeclaration['attributes'];
type Relationships = ResourceDeclaration['relationships'];
type Declaration<T extends string, A extends Attributes, R extends Relationships> = ResourceDeclaration<
  T,
  'reference',
  A,
  R,
  Readonly<Record<never, never>>,
  'platform'
>;

/**
 * @param declaration as for `defineResource`, without the members that all reference data shares. Add its
 * records to `shared/reference/records.ts`.
 * @throws Error like `defineResource`.
 * @example
 * export const versions = referenceResource({
 *   type: 'versions',
 *   about: 'A usual version of a recording.',
 *   fields: { name: 'Its name.' },
 *   pageMeta: 'camel',
 *   attributes: { name: attr(text(1, 100)) },
 *   relationships: {},
 *   filters: { id: anyOf('id'), name: anyOf('name') },
 * });
 */
export const referenceResource = <
  const T extends string,
  const A extends Attributes,
  const R extends Relationships,
>(
  declaration: Omit<WithDefaults<Declaration<T, A, R>>, 'group' | 'owner' | 'operations' | 'actions'>,
): Declaration<T, A, R> =>
  defineResource({ group: 'reference', owner: 'platform', operations: ['list', 'read'], ...declaration });
