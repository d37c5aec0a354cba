/**
 * Omits the native parts of ssh2, which are optional and not built when it is installed. It loads each in a `try`, and
 * does without those that throw.
 */
import type { Plugin } from 'esbuild';

export const withoutNativeParts: Plugin = {
  name: 'without-native-parts',
  setup(build) {
    build.onResolve({ filter: /\.node$|^cpu-features$/ }, ({ path }) => ({ path, namespace: 'native' }));
    build.onLoad({ filter: /./, namespace: 'native' }, ({ path }) => ({
      contents: `throw new Error('The bundle does not contain ${path}.');`,
    }));
  },
};
