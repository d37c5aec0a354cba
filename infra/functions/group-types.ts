/** The types whose records a group of routes shows, writes and looks up, by the declarations. */
import { type Api, keyRowOf, resourceOf } from '../../shared/kit/declare/api.ts';
import type { Relationship } from '../../shared/kit/declare/relationship.ts';
import type { Resource } from '../../shared/kit/declare/resource.ts';
import { countersOf } from '../../shared/kit/records/counts.ts';
import { dependentsOn } from '../../shared/kit/records/dependents.ts';
import { required } from '../../shared/kit/values/required.ts';

type Declarations = Pick<Api, 'resources' | 'keys'>;

interface GroupTypes {
  /** In responses, also as included records. */
  readonly shown: ReadonlySet<string>;
  readonly written: ReadonlySet<string>;
  /** Types whose declarations requests look up: those above, and some more. */
  readonly reached: ReadonlySet<string>;
}

/** Cascades and counters skip types that are missing from `reached` when a record is deleted. */
export function groupTypes(api: Declarations, groups: readonly string[]): GroupTypes {
  const resourcesOf = (types: Iterable<string>) => Array.from(types, (type) => resourceOf(api, type));
  const own = api.resources.filter(({ group }) => groups.includes(group));
  const responses = own.flatMap(({ actions }) => Object.values(actions).map(({ response }) => response));
  const acted = responses.flatMap((response) => ('type' in response ? [response.type] : []));
  const served = resourcesOf(new Set([...own.map(({ type }) => type), ...acted]));
  const listed = resourcesOf(new Set(served.flatMap((each) => [each.type, ...typesLinkedBy(each)])));
  const included = listed.flatMap(({ type, includes }) =>
    includes.flatMap((path) => typesOn(api, type, path)),
  );
  const shown = new Set([...listed.map(({ type }) => type), ...included]);
  const changed = own.filter(({ operations }) =>
    operations.some((does) => does !== 'list' && does !== 'read'),
  );
  const written = new Set(changed.flatMap(({ type }) => [...typesWrittenWith(api.resources, type)]));
  const linking = api.resources.filter((each) => [...written].some((type) => dependsOn(api, type, each)));
  const reached = [
    ...listed.flatMap((each) => [...typesShownWith(each), ...typesFilteredBy(api, each)]),
    ...resourcesOf(written).flatMap(typesLinkedBy),
    ...linking.map(({ type }) => type),
  ];
  return { shown, written, reached: new Set([...shown, ...written, ...reached]) };
}

/** The type at the end of a relationship, and its link type. */
const typesBehind = (relationship: Relationship | undefined): string[] =>
  relationship
    ? [relationship.type, ...(relationship.many && relationship.through ? [relationship.through.type] : [])]
    : [];

const typesLinkedBy = ({ relationships }: Resource): string[] =>
  Object.values(relationships).flatMap(typesBehind);

/** Types whose ids a single record shows without an include. */
const typesShownWith = ({ relationships }: Resource): string[] =>
  Object.values(relationships).flatMap((each) =>
    each.many && each.linkage === 'single' ? typesBehind(each) : [],
  );

/** The types on an include path that begins at a type. */
function typesOn(api: Declarations, type: string, path: string): string[] {
  const [name, ...others] = path.split('.');
  const declared = new Map(Object.entries(resourceOf(api, type).relationships));
  const relationship = required(
    declared.get(String(name)),
    `${type} has no relationship ${name} to include.`,
  );
  const further = others.length > 0 ? typesOn(api, relationship.type, others.join('.')) : [];
  return [...typesBehind(relationship), ...further];
}

/** The targets of relationships, and their targets. */
const typesFilteredBy = (api: Declarations, { filters, relationships }: Resource): string[] =>
  Object.values(filters).flatMap(({ field, via }) => {
    const relationship = relationships[field];
    const further = relationship && via && resourceOf(api, relationship.type).relationships[via];
    return [...typesBehind(relationship), ...typesBehind(further || undefined)];
  });

/** Whether creating or deleting a record of the type depends on records of the other that link to it. */
function dependsOn(api: Declarations, type: string, other: Resource): boolean {
  const counted = countersOf(api, other).map(({ link }) => link);
  const { links = {} } = keyRowOf(api, other);
  return Object.entries(other.relationships).some(
    ([name, relationship]) =>
      relationship.type === type &&
      (counted.includes(name) ||
        links[name]?.max !== undefined ||
        (!relationship.many && relationship.onDelete !== 'keep')),
  );
}

/** @returns the related types whose records count or list records of this type. */
export const linkedTypes = (keys: Api['keys'], { type, relationships }: Resource): string[] =>
  Object.entries(relationships).flatMap(([name, { counted, type: target }]) =>
    counted || keys[type]?.links?.[name]?.max !== undefined ? [target] : [],
  );

/** @returns the types of records that an interrupted deletion can leave, and those that count or list them. */
export function leftByDeletions({ resources, keys }: Pick<Api, 'resources' | 'keys'>): string[] {
  const left = resources.flatMap(({ type, relationships }) => {
    const required = Object.values(relationships).flatMap((each) =>
      each.many && each.required ? (each.through?.type ?? []) : [],
    );
    return dependentsOn({ resources }, type).filter(({ resource }) => !required.includes(resource.type));
  });
  const all = left.flatMap(({ resource }) => [resource.type, ...linkedTypes(keys, resource)]);
  return [...new Set(all)];
}

/** @returns the type, the types deleted or cleared with it, and its writable link types. */
export function typesWrittenWith(
  resources: readonly Resource[],
  type: string,
  types = new Set<string>(),
): Set<string> {
  if (types.has(type)) return types;
  types.add(type);
  for (const each of resources) {
    const relationships = Object.values(each.relationships);
    if (relationships.some((one) => !one.many && one.onDelete === 'clear' && one.type === type))
      types.add(each.type);
    const cascades = relationships.some(
      (one) => !one.many && one.onDelete === 'cascade' && one.type === type,
    );
    if (cascades) typesWrittenWith(resources, each.type, types);
    for (const one of each.type === type ? relationships : []) {
      if (one.many && one.through && one.writable !== 'never')
        typesWrittenWith(resources, one.through.type, types);
    }
  }
  return types;
}
