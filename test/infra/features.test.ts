/** Whether the handler of each group lists the features of all types that it shows and writes, and no others. */
import { describe, expect, it } from 'vitest';
import { typesWrittenWith } from '../../infra/functions/function-list.ts';
import type { Feature } from '../../shared/kit/crud/feature.ts';
import { resourceOf } from '../../shared/kit/declare/api.ts';
import type { GroupHandler } from '../../shared/kit/group-handler.ts';
import { api } from '../../shared/service/api.ts';
import { features } from '../../shared/service/definitions.ts';

const groups = [...new Set([...api.resources, ...api.endpoints].map(({ group }) => group))];

/** The types that an include path leads to, beginning at a type. */
function typesOn(path: string, type: string): string[] {
  const [name = '', ...others] = path.split('.');
  const next = resourceOf(api, type).relationships[name]?.type ?? '';
  return [next, ...(others.length > 0 ? typesOn(others.join('.'), next) : [])];
}

/** Its own types, those they link to, and those of the include paths of both: a list of related records takes them, too. */
function typesShownBy(group: string): Set<string> {
  const own = api.resources.filter((each) => each.group === group);
  const linked = own.flatMap(({ relationships }) => Object.values(relationships).map(({ type }) => type));
  const listed = [...own.map(({ type }) => type), ...linked];
  const included = listed.flatMap((type) =>
    resourceOf(api, type).includes.flatMap((path) => typesOn(path, type)),
  );
  return new Set([...listed, ...included]);
}

const typesWrittenBy = (group: string) =>
  new Set(
    api.resources
      .filter(
        (each) => each.group === group && each.operations.some((does) => does !== 'list' && does !== 'read'),
      )
      .flatMap(({ type }) => [...typesWrittenWith(api.resources, type)]),
  );

const isAbout = ({ reference, views, sources, hooks }: Feature, group: string): boolean => {
  const shown = typesShownBy(group);
  const written = typesWrittenBy(group);
  const named = [reference, views, sources].flatMap((each) => Object.keys(each ?? {}));
  return named.some((type) => shown.has(type)) || Object.keys(hooks ?? {}).some((type) => written.has(type));
};

describe('the handler of a group', () => {
  it.each(groups)('of %s lists the features that it needs', async (group) => {
    const { handler } = (await import(`../../functions/${group}/handler.ts`)) as { handler: GroupHandler };
    const nameOf = (feature: Feature) => Object.entries(features).find(([, each]) => each === feature)?.[0];
    const needed = Object.values(features).filter((feature) => isAbout(feature, group));
    expect(handler.serves.features.map(nameOf).toSorted()).toEqual(needed.map(nameOf).toSorted());
  });
});
