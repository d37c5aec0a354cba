/**
 * Imports the code of commands statically. A dynamic import of a module that is in the same bundle makes esbuild
 * wrap the modules, and keep what nothing uses of them: 360 KB of the function operate.
 */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Plugin } from 'esbuild';

const DYNAMIC = /\(\) => import\(('[^']+')\)/g;

export const staticCommands: Plugin = {
  name: 'static-commands',
  setup(build) {
    build.onLoad({ filter: /\/shared\/\w+\/commands\/list\.ts$/ }, ({ path }) => {
      const imports: string[] = [];
      const list = readFileSync(path, 'utf8').replace(DYNAMIC, (_, from) => {
        const name = `code${imports.length}`;
        imports.push(`import * as ${name} from ${from};`);
        return `async () => ${name}`;
      });
      // On the first line, so that positions stay those of the source.
      return { contents: `${imports.join(' ')} ${list}`, loader: 'ts', resolveDir: dirname(path) };
    });
  },
};
