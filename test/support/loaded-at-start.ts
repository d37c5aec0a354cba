import type { Metafile } from 'esbuild';

/** @returns the files of a function's bundle that are loaded when it starts. */
export function loadedAtStart(name: string, { outputs }: Metafile): Metafile['outputs'][string][] {
  const loaded = new Set(Object.keys(outputs).filter((path) => path.endsWith(`/${name}/index.mjs`)));
  for (const path of loaded) {
    for (const { path: imported, kind } of outputs[path]?.imports ?? [])
      if (kind === 'import-statement') loaded.add(imported);
  }
  return [...loaded].flatMap((path) => outputs[path] ?? []);
}
