/** Types whose records change with those of another type, by the declarations. */
import type { Api } from '../../shared/kit/declare/api.ts';
import type { Resource } from '../../shared/kit/declare/resource.ts';

/** @returns the related types whose records count or list records of this type. */
export const linkedTypes = (keys: Api['keys'], { type, relationships }: Resource): string[] =>
  Object.entries(relationships).flatMap(([name, { counted, type: target }]) =>
    counted || keys[type]?.links?.[name]?.max !== undefined ? [target] : [],
  );

/**
 * @returns the type, the types deleted or cleared with it, and its writable link types.
 */
export function typesWrittenWith(
  resources: readonly Resource[],
  type: string,
  known = new Set<string>(),
): Set<string> {
  if (known.has(type)) return known;
  known.add(type);
  for (const each of resources) {
    const relationships = Object.values(each.relationships);
    if (relationships.some((one) => !one.many && one.onDelete === 'clear' && one.type === type))
      known.add(each.type);
    const cascades = relationships.some(
      (one) => !one.many && one.onDelete === 'cascade' && one.type === type,
    );
    if (cascades) typesWrittenWith(resources, each.type, known);
    for (const one of each.type === type ? relationships : []) {
      if (one.many && one.through && one.writable !== 'never')
        typesWrittenWith(resources, one.through.type, known);
    }
  }
  return known;
}
