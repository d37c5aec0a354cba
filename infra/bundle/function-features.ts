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

type ByFeature<T> = Readonly<Record<string, T | undefined>>;
const types: ByFeature<readonly Resource[]> = features.types;
const endpoints: ByFeature<readonly Endpoint[]> = features.endpoints;
const views: ByFeature<object> = features.views;
const hooks: ByFeature<object> = features.hooks;

/** The modules between a handler and the features. Each handler of a group has its own. */
const between = '(serve-group|definitions|api|features)\\.ts$';

/** Commands that read or write releases need what the groups of the catalogue need. */
const importers = /\/functions\/([\w-]+)\/handler\.ts$|\/commands\/\w+-(catalogue)\b/;

/** Texts of modules like shared/service/features.ts. */
export interface FeatureTexts {
  readonly all: string;
  /** With the members that groups need, by the name of a group, or of a feature with groups. */
  readonly needed: ReadonlyMap<string, string>;
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
        const name: string | undefined = pluginData ?? feature ?? group;
        if (name === undefined || !(await texts).needed.has(name)) return undefined;
        return { path: join(resolveDir, path), suffix: `?${name}`, pluginData: name };
      },
    );
    build.onLoad({ filter: new RegExp(`/shared/service/${between}`) }, async ({ path, pluginData: name }) => {
      const { all, needed } = await texts;
      return {
        contents: path.endsWith('/features.ts') ? (needed.get(name) ?? all) : readFileSync(path, 'utf8'),
        loader: 'ts',
        resolveDir: dirname(path),
        pluginData: name,
      };
    });
  },
});

/** By the declarations that this thread has loaded. */
export function featureTexts(): FeatureTexts {
  const names = [
    ...api.resources.map(({ group }) => group),
    ...api.endpoints.map(({ group }) => group),
    ...Object.keys(types),
  ];
  return { all: featuresText(undefined), needed: new Map(names.map((name) => [name, featuresText(name)])) };
}

/** @param name of a group, or of a feature with groups. */
function groupsNamed(name: string): string[] {
  const declared = [...api.resources, ...api.endpoints].map(({ group }) => group);
  return declared.some((group) => group === name) ? [name] : (types[name] ?? []).map(({ group }) => group);
}

/** @returns the text of a module like shared/service/features.ts. @param name undefined for all members. */
function featuresText(name: string | undefined): string {
  const isNeeded = name === undefined ? () => true : neededBy(groupsNamed(name));
  const lines = Object.entries(features).flatMap(([member, byFeature]) => {
    const having = Object.keys(byFeature).filter((feature) => isNeeded(feature, member));
    const imports = having.map(
      (each) => `import { ${member} as ${member}_${each} } from '../${each}/feature.ts';`,
    );
    return [
      ...imports,
      `export const ${member} = { ${having.map((each) => `${each}: ${member}_${each}`)} };`,
    ];
  });
  return lines.join('\n');
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
    const isServed = endpoints[feature]?.some(({ group }) => groups.includes(group));
    return isHooked || isServed || (types[feature]?.some(({ type }) => reached.has(type)) ?? false);
  };
}
