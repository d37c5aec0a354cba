/** Declares reference data: owned by the platform, the same for every user, and read-only. */
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
 * @param declaration as for `defineResource`, without what all reference data has in common. Its records belong in
 * `shared/reference/records.ts`.
 * @throws Error as `defineResource` does.
 * @example
 * export const versions = referenceResource({
 *   type: 'versions',
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
