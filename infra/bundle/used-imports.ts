/** What modules use of each other, as esbuild finds it. */
import { dirname } from 'node:path';
import type { Plugin, PluginBuild } from 'esbuild';

type Esbuild = PluginBuild['esbuild'];

/**
 * @param names that the imported module exports.
 * @returns those that the module uses.
 * @example await namesUsed({ by: '/shared/service/api.ts', of: /\/features\.ts$/, names: ['keys', 'work'] }, esbuild)
 */
export async function namesUsed(
  { by, of, names }: { readonly by: string; readonly of: RegExp; readonly names: readonly string[] },
  { build }: Esbuild,
): Promise<string[]> {
  const exported = names.map((name) => `export { ${name} } from '${NAME}${name}';`).join('\n');
  const { metafile } = await build({
    entryPoints: [by],
    bundle: true,
    format: 'esm',
    write: false,
    metafile: true,
    plugins: [
      {
        name: 'names',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: of }, () => ({ path: 'names', namespace: 'names', sideEffects: false }));
          onLoad({ filter: /./, namespace: 'names' }, () => ({ contents: exported }));
        },
      },
      importsStay,
    ],
  });
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  return imports.flatMap(({ path }) => (path.startsWith(NAME) ? [path.slice(NAME.length)] : []));
}

const NAME = 'name:';

/** @returns the text of a module with one of its exports, and what that imports. */
export async function withOnly(name: string, module: string, { build }: Esbuild): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: `export { ${name} } from ${JSON.stringify(module)};`, resolveDir: dirname(module) },
    bundle: true,
    format: 'esm',
    write: false,
    plugins: [importsStay],
  });
  return outputFiles.map(({ text }) => text).join('');
}

/** What a module imports stays an import if it is used. */
const importsStay: Plugin = {
  name: 'imports-stay',
  setup({ onResolve }) {
    onResolve({ filter: /./ }, ({ path, kind, importer }) =>
      kind === 'entry-point' || importer.endsWith('<stdin>')
        ? undefined
        : { path, external: true, sideEffects: false },
    );
  },
};
