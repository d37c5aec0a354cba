/**
 * Bundles only what a function needs of the features. For a group, that is computed from the declarations.
 * For other functions, esbuild omits the members that nothing imports.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'esbuild';
import type { Endpoint } from '../../shared/kit/declare/endpoint.ts';
import type { Resource } from '../../shared/kit/declare/resource.ts';
import { api } from '../../shared/service/api.ts';
import * as features from '../../shared/service/features.ts';
import { groupTypes } from '../functions/group-types.ts';
import { namesUsed, withOnly } from './used-imports.ts';

type ByFeature<T> = Readonly<Record<string, T | undefined>>;
const types: ByFeature<readonly Resource[]> = features.types;
const endpoints: ByFeature<readonly Endpoint[]> = features.endpoints;
const views: ByFeature<object> = features.views;
const hooks: ByFeature<object> = features.hooks;

/** The modules between a handler and the features. Each handler of a group has its own. */
const between = '(serve-group|definitions|api|features)\\.ts$';

/** Commands that read or write releases need what the groups of the catalogue need. */
const importers = /\/functions\/([\w-]+)\/handler\.ts$|\/commands\/\w+-(catalogue)\b/;

/** A text for each member of shared/service/features.ts. */
type MemberTexts = Readonly<Record<string, string>>;

export interface FeatureTexts {
  readonly all: MemberTexts;
  /** With the members that groups need, by the name of a group, or of a feature with groups. */
  readonly needed: ReadonlyMap<string, MemberTexts>;
}

/** @param load is called at the start of each build. */
export const functionFeatures = (load: () => Promise<FeatureTexts>): Plugin => ({
  name: 'function-features',
  setup(build) {
    let texts: Promise<FeatureTexts>;
    build.onStart(() => {
      texts = load();
    });
    build.onResolve(
      { filter: new RegExp(`/${between}`) },
      async ({ path, importer, resolveDir, pluginData }) => {
        const [, group, feature] = importers.exec(importer) ?? [];
        const sought: string | undefined = pluginData ?? feature ?? group;
        const { all, needed } = await texts;
        const name = sought !== undefined && needed.has(sought) ? sought : undefined;
        const members = path.endsWith('/features.ts')
          ? await namesUsed({ by: importer, of: /\/features\.ts$/, names: Object.keys(all) }, build.esbuild)
          : [];
        if (name === undefined && members.length === 0) return undefined;
        const suffix = `?${[name, ...members].join('+')}`;
        return { path: join(resolveDir, path), suffix, pluginData: { name, members } };
      },
    );
    build.onLoad({ filter: new RegExp(`/shared/service/${between}`) }, async ({ path, pluginData }) => {
      const { name, members }: { name?: string; members?: readonly string[] } = pluginData ?? {};
      const { all, needed } = await texts;
      const byMember = (name !== undefined && needed.get(name)) || all;
      return {
        contents: members?.length
          ? members.map((each) => byMember[each]).join('\n')
          : readFileSync(path, 'utf8'),
        loader: 'ts',
        resolveDir: dirname(path),
        pluginData: name,
      };
    });
    build.onResolve({ filter: /\/feature\.ts\?/ }, ({ path, resolveDir }) => {
      const [file = '', member] = path.split('?');
      return { path: join(resolveDir, file), suffix: `?${member}`, pluginData: member };
    });
    build.onLoad({ filter: /\/shared\/\w+\/feature\.ts$/ }, async ({ path, pluginData: member }) =>
      member === undefined
        ? undefined
        : { contents: await withOnly(member, path, build.esbuild), loader: 'js', watchFiles: [path] },
    );
  },
});

/** By the declarations that this thread has loaded. */
export function featureTexts(): FeatureTexts {
  const names = [
    ...api.resources.map(({ group }) => group),
    ...api.endpoints.map(({ group }) => group),
    ...Object.keys(types),
  ];
  return { all: memberTexts(undefined), needed: new Map(names.map((name) => [name, memberTexts(name)])) };
}

/** @param name of a group, or of a feature with groups. */
function groupsNamed(name: string): string[] {
  const declared = [...api.resources, ...api.endpoints].map(({ group }) => group);
  return declared.some((group) => group === name) ? [name] : (types[name] ?? []).map(({ group }) => group);
}

/** @param name of a group, or of a feature with groups. Undefined for all members. */
function memberTexts(name: string | undefined): MemberTexts {
  const isNeeded = name === undefined ? () => true : neededBy(groupsNamed(name));
  const texts = Object.entries(features).map(([member, byFeature]) => {
    const having = Object.keys(byFeature).filter((feature) => isNeeded(feature, member));
    const imports = having.map(
      (each) => `import { ${member} as ${member}_${each} } from '../${each}/feature.ts?${member}';`,
    );
    const values = having.map((each) => `${each}: ${member}_${each}`);
    return [member, [...imports, `export const ${member} = { ${values.join(', ')} };`].join('\n')];
  });
  return Object.fromEntries(texts);
}

/** @internal A test looks for what is missing. */
export function neededBy(groups: readonly string[]): (feature: string, member: string) => boolean {
  const { shown, written, reached } = groupTypes(api, groups);
  const isAbout = (member: object | undefined, some: ReadonlySet<string>): boolean =>
    Object.keys(member ?? {}).some((type) => some.has(type));
  return (feature, member) => {
    if (member === 'views') return isAbout(views[feature], shown);
    const isHooked = isAbout(hooks[feature], written);
    if (member === 'hooks') return isHooked;
    const isServed = endpoints[feature]?.some(({ group }) => groups.includes(group)) ?? false;
    if (member === 'endpoints') return isServed;
    return isHooked || isServed || (types[feature]?.some(({ type }) => reached.has(type)) ?? false);
  };
}
