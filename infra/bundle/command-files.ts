/**
 * Puts the code of each command into its own file, which is loaded when the command is called. Each also imports the
 * handler. So esbuild puts all that the handler imports into one file, and not into one for each set of commands that
 * need it as well: loading a hundred files takes longer than the code that they save.
 */
import { dirname, join } from 'node:path';
import type { Plugin } from 'esbuild';

const LISTS = /\/shared\/\w+\/commands\/list\.ts$/;

/** @param handler the path of the function that runs the commands. */
export const commandFiles = (handler: string): Plugin => ({
  name: 'command-files',
  setup(build) {
    build.onResolve({ filter: /^\.\// }, ({ path, importer, resolveDir, kind }) =>
      kind === 'dynamic-import' && LISTS.test(importer)
        ? { path: join(resolveDir, path), namespace: 'command' }
        : undefined,
    );
    build.onLoad({ filter: /./, namespace: 'command' }, ({ path }) => ({
      contents: `export * from '${path}';\nexport { handler } from '${handler}';`,
      resolveDir: dirname(path),
    }));
  },
});
