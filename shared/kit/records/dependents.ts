/** The relationships by which other records depend on a record that is deleted. */
import type { Resource } from '../declare/resource.ts';

export interface Dependent {
  /** The type of the records that link to the deleted one. */
  readonly resource: Resource;
  /** Their to-one relationship. */
  readonly by: string;
  /** Whether they are deleted too, or lose the link. */
  readonly onDelete: 'cascade' | 'clear';
}

export const dependentsOn = (
  { resources }: { readonly resources: readonly Resource[] },
  type: string,
): Dependent[] =>
  resources.flatMap((resource) =>
    Object.entries(resource.relationships).flatMap(([by, relationship]): Dependent[] => {
      if (relationship.many || relationship.type !== type) return [];
      const { onDelete } = relationship;
      return onDelete === 'keep' ? [] : [{ resource, by, onDelete }];
    }),
  );
