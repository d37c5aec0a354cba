/**
 * Whether the handler of each group lists the features of all types that it reaches, shows and writes, and no others. What
 * it reaches is computed from the declarations of the whole service: a type that a handler does not know would be skipped
 * when records that link to a deleted one are deleted, cleared or counted.
 */
import { describe, expect, it } from 'vitest';
import { typesWrittenWith } from '../../infra/functions/types-written-with.ts';
import { catalogueWritten } from '../../shared/catalogue/written.ts';
import type { Feature } from '../../shared/kit/crud/feature.ts';
import { type Api, keyRowOf, resourceOf } from '../../shared/kit/declare/api.ts';
import type { Relationship } from '../../shared/kit/declare/relationship.ts';
import type { Resource } from '../../shared/kit/declare/resource.ts';
import type { GroupHandler } from '../../shared/kit/group-handler.ts';
import { countersOf } from '../../shared/kit/records/counts.ts';
import { api, declared } from '../../shared/service/api.ts';
import { catalogueFeatures } from '../../shared/service/commands/catalogue-parts.ts';
import { features } from '../../shared/service/definitions.ts';
import { makeHandler } from '../../shared/service/handler.ts';
import { bundled } from './synthesis.ts';

const resources: readonly Resource[] = api.resources;
const parts: readonly (readonly [string, Api])[] = Object.entries(declared);
const groups = [...new Set([...api.resources, ...api.endpoints].map(({ group }) => group))];
const { inputs } = (await bundled()).metafile;

const resourcesOf = (types: Iterable<string>): Resource[] =>
  Array.from(types, (type) => resourceOf(api, type));

/** The target type of a relationship, and its link type. */
const typesBehind = (relationship: Relationship | undefined): string[] =>
  relationship
    ? [relationship.type, ...(relationship.many && relationship.through ? [relationship.through.type] : [])]
    : [];

const linkedBy = ({ relationships }: Resource): string[] => Object.values(relationships).flatMap(typesBehind);

/** Types whose ids a single record shows without an include. */
const shownWithEach = ({ relationships }: Resource): string[] =>
  Object.values(relationships).flatMap((each) =>
    each.many && each.linkage === 'single' ? typesBehind(each) : [],
  );

/** The types on an include path that begins at a type. */
function typesOn(path: string, type: string): string[] {
  const [name = '', ...others] = path.split('.');
  const relationship = resourceOf(api, type).relationships[name];
  const further = others.length > 0 && relationship ? typesOn(others.join('.'), relationship.type) : [];
  return [...typesBehind(relationship), ...further];
}

/** The types that a filter reads: the targets of a relationship, and their targets. */
const filteredBy = ({ filters, relationships }: Resource): string[] =>
  Object.values(filters).flatMap(({ field, via }) => {
    const relationship = relationships[field];
    const further = relationship && via && resourceOf(api, relationship.type).relationships[via];
    return [...typesBehind(relationship), ...typesBehind(further || undefined)];
  });

/** The types whose lists and records a group responds with: its own, what its actions show, and what these link to. */
function typesAskedOf(group: string): Set<string> {
  const own = resources.filter((each) => each.group === group);
  const acted = own.flatMap(({ actions }) =>
    Object.values(actions).flatMap(({ response }) => ('type' in response ? [response.type] : [])),
  );
  const shown = new Set([...own.map(({ type }) => type), ...acted]);
  return new Set([...shown, ...resourcesOf(shown).flatMap(linkedBy)]);
}

/** These, and those of their include paths. */
function typesShownBy(group: string): Set<string> {
  const asked = typesAskedOf(group);
  const included = resourcesOf(asked).flatMap(({ type, includes }) =>
    includes.flatMap((path) => typesOn(path, type)),
  );
  return new Set([...asked, ...included]);
}

const typesWrittenBy = (group: string) =>
  new Set(
    api.resources
      .filter(
        (each) => each.group === group && each.operations.some((does) => does !== 'list' && does !== 'read'),
      )
      .flatMap(({ type }) => [...typesWrittenWith(api.resources, type)]),
  );

/** Whether creating or deleting a record of the type depends on records of the other that link to it. */
function isLinkedBy(type: string, other: Resource): boolean {
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

/** All types whose declarations the group can look up in a request. */
function typesReachedBy(group: string): Set<string> {
  const shown = typesShownBy(group);
  const written = typesWrittenBy(group);
  const linking = resources.filter((each) => [...written].some((type) => isLinkedBy(type, each)));
  const asked = resourcesOf(typesAskedOf(group));
  return new Set([
    ...shown,
    ...asked.flatMap(shownWithEach),
    ...asked.flatMap(filteredBy),
    ...written,
    ...resourcesOf(written).flatMap(linkedBy),
    ...linking.map(({ type }) => type),
  ]);
}

/** The features whose declarations the code of the group imports: its hooks, views, sources, actions and endpoints. */
function featuresImportedBy(group: string): Set<string> {
  const seen = new Set<string>();
  const follow = (file: string): void => {
    if (seen.has(file) || file.endsWith('/declared.ts')) return;
    seen.add(file);
    for (const { path } of inputs[file]?.imports ?? []) follow(path);
  };
  follow(`functions/${group}/handler.ts`);
  return new Set([...seen].flatMap((file) => /^shared\/([\w-]+)\/api\//.exec(file)?.[1] ?? []));
}

const isAbout = ({ reference, views, sources, hooks }: Feature, group: string): boolean => {
  const shown = typesShownBy(group);
  const written = typesWrittenBy(group);
  const named = [reference, views, sources].flatMap((each) => Object.keys(each ?? {}));
  return named.some((type) => shown.has(type)) || Object.keys(hooks ?? {}).some((type) => written.has(type));
};

const servedBy = async (group: string) =>
  ((await import(`../../functions/${group}/handler.ts`)) as { handler: GroupHandler }).handler.serves;

describe('the handler of a group', () => {
  it('is rejected without the feature that declares its types', () => {
    expect(() => makeHandler('labels', { features: [] })).toThrow('labels has no routes');
  });

  it.each(groups)('of %s lists the features that it needs', async (group) => {
    const listed = (await servedBy(group)).features;
    const needed = Object.entries(features).filter(([, feature]) => isAbout(feature, group));
    const named = Object.entries(features).filter(([, feature]) => listed.includes(feature));
    expect(named.map(([name]) => name)).toEqual(needed.map(([name]) => name));
  });

  it.each(groups)(
    'of %s knows the declarations that it reaches, and those of no other feature',
    async (group) => {
      const known = (await servedBy(group)).api;
      const reached = typesReachedBy(group);
      const imported = featuresImportedBy(group);
      const needed = parts.filter(
        ([name, each]) => imported.has(name) || each.resources.some(({ type }) => reached.has(type)),
      );
      expect(known.resources.map(({ type }) => type).toSorted()).toEqual(
        needed.flatMap(([, each]) => each.resources.map(({ type }) => type)).toSorted(),
      );
      expect(known.endpoints).toHaveLength(needed.flatMap(([, each]) => each.endpoints).length);
      expect(Object.keys(known.keys)).toHaveLength(
        needed.flatMap(([, each]) => Object.keys(each.keys)).length,
      );
    },
  );
});

it('lets imports of catalogues run the rules of all features for their records', () => {
  const { resources: imported } = catalogueWritten;
  const deciding = Object.values(features).filter((feature: Pick<Feature, 'hooks'>) =>
    imported.some(({ type }) => feature.hooks?.[type]?.decide),
  );
  expect(deciding.length).toBeGreaterThan(0);
  expect(deciding.filter((feature) => !catalogueFeatures.includes(feature))).toEqual([]);
});
