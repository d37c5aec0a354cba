/** Compares a template with the running one. Function code is ignored, because reloads replace it. */
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { BuildOptions } from 'esbuild';
import { readAssembly, type Template } from '../template/assembly.ts';
import { ignoredTypes } from '../template/resource-types.ts';
import { root } from '../template/synthesize.ts';

/** @param running and changed are folders of cloud assemblies. @returns logical ids. */
export function templateChanges(running: string, changed: string): string[] {
  const before = resourcesOf(running);
  const after = resourcesOf(changed);
  const ids = new Set([...before.keys(), ...after.keys()]);
  return [...ids].filter((id) => !isDeepStrictEqual(before.get(id), after.get(id)));
}

function resourcesOf(assembly: string): ReadonlyMap<string, Template['Resources'][string]> {
  const meant = Object.entries(readAssembly(assembly).template.Resources).filter(
    ([, { Type }]) => !ignoredTypes.has(Type),
  );
  return new Map(
    meant.map(([id, resource]) => {
      if (resource.Type !== 'AWS::Lambda::Function') return [id, resource];
      const { Code, ...rest } = resource.Properties;
      return [id, { ...resource, Properties: rest }];
    }),
  );
}

/** Rebuilds the template's own code when one of its sources changes. */
export const templateBuild: BuildOptions = {
  absWorkingDir: root,
  entryPoints: ['infra/app.ts'],
  outdir: root,
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  write: false,
  plugins: [
    {
      name: 'settings',
      setup(build) {
        const watchFiles = ['cdk.json', 'package-lock.json'].map((file) => join(root, file));
        build.onLoad({ filter: /\/infra\/app\.ts$/ }, () => ({ watchFiles }));
      },
    },
  ],
};
