/**
 * Takes from the built-in modules of Node only what a bundle uses. Importing one as an ES module evaluates all its exports:
 * `node:util` loads a comparison of texts, `node:process` opens the standard streams, and `node:http` loads WebSocket and
 * fetch. That would take 4 ms of a function's start, and 10 ms more where something imports `node:http`.
 */
import type { Plugin } from 'esbuild';

/** Some packages import these without the prefix. */
const MODULES =
  /^(node:[\w/]+|assert|buffer|child_process|crypto|dns|events|fs|https?|net|os|path|stream|tls|util|zlib)$/;

export const builtInModules: Plugin = {
  name: 'built-in-modules',
  setup(build) {
    build.onResolve({ filter: MODULES }, ({ path, kind }) => ({
      path: path.replace(/^(?!node:)/, 'node:'),
      namespace: kind === 'import-statement' ? 'built-in' : 'whole-built-in',
    }));
    build.onLoad({ filter: /./, namespace: 'built-in' }, ({ path }) => ({ contents: exportsOf(path) }));
    build.onLoad({ filter: /./, namespace: 'whole-built-in' }, ({ path }) => ({
      contents: `module.exports = ${taken(path)};`,
    }));
  },
};

const taken = (path: string): string => `process.getBuiltinModule('${path}')`;

/** @returns a module whose exports esbuild omits if they are not used. */
function exportsOf(path: string): string {
  const names = Object.keys(process.getBuiltinModule(path) ?? {}).filter((name) => name !== 'default');
  const each = names.map((name) => `export const ${name} = /* @__PURE__ */ (() => builtIn.${name})();`);
  return [`const builtIn = /* @__PURE__ */ ${taken(path)};`, 'export default builtIn;', ...each].join('\n');
}
