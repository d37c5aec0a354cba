/** Builds with esbuild initially and after each source change. */
import {
  type BuildOptions,
  context,
  formatMessages,
  type Message,
  type Metafile,
  type Plugin,
} from 'esbuild';
import { BrokenSource } from '../host/broken-source.ts';

/** Files that change together, as in a checkout, trigger one build. */
const QUIET_MILLISECONDS = 100;

interface Handlers {
  /** Must not throw. The next build waits for it. @param since its start, by `performance.now()`. */
  onBuilt(outputs: Metafile['outputs'], since: number): Promise<void>;
  onBroken?(error: BrokenSource): void;
}

/** @returns a function that stops it. */
export async function watchedBuild(options: BuildOptions, handlers: Handlers): Promise<() => Promise<void>> {
  const plugins = [...(options.plugins ?? []), pluginOf(handlers)];
  const building = await context({ ...options, plugins, metafile: true, logLevel: 'silent' });
  await building.watch({ delay: QUIET_MILLISECONDS });
  return () => building.dispose();
}

const pluginOf = ({ onBuilt, onBroken }: Handlers): Plugin => ({
  name: 'watched-build',
  setup(build) {
    let since = 0;
    build.onStart(() => {
      since = performance.now();
    });
    build.onEnd(async ({ errors, metafile }) => {
      if (metafile) await onBuilt(metafile.outputs, since);
      else onBroken?.(new BrokenSource(await textOf(errors)));
    });
  },
});

async function textOf(errors: Message[]): Promise<string> {
  const options = {
    kind: 'error',
    color: process.stdout.isTTY,
    terminalWidth: process.stdout.columns,
  } as const;
  return (await formatMessages(errors, options)).join('').trimEnd();
}
