/** Gives the functions of a running stage new code when the sources change. Its data, ports and queues stay. */
import { existsSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { LocalStage } from '../start.ts';
import { buildFolder } from '../template/build-folder.ts';
import { fingerprint } from '../template/synthesize.ts';
import { type Bundler, functionBundler } from './bundler.ts';
import { withChangedSources } from './changed-sources.ts';
import { reloadErrorText } from './reload-error.ts';
import { type Round, rounds } from './rounds.ts';
import { templateChanges, templateSources } from './template-changes.ts';
import { watchSources } from './watch-sources.ts';

type ReloadedStage = Pick<LocalStage, 'assembly' | 'plan' | 'replaceCode'>;

interface Options {
  /** That the stage was started with. */
  readonly environment: NodeJS.ProcessEnv;
  /** Receives a line for each reload, and errors in the sources. */
  readonly print: (text: string) => void;
}

export interface Reloading {
  end(): Promise<void>;
}

const DOCUMENTATION = 'documentation';

/** Bundles all functions once, in the background: later, only changed sources are read. */
export function reloadOnChange(stage: ReloadedStage, options: Options): Reloading {
  const outdir = join(buildFolder(options.environment), `reload.${process.pid}`);
  const ending = new AbortController();
  const reloader = new Reloader(stage, { ...options, outdir, signal: ending.signal });
  const template = rounds(() => reloader.checkTemplate());
  const reloads = rounds(async (round) => {
    await reloader.reload(round);
    if (await reloader.concernsTemplate(round)) template.add('template');
  });
  const stopWatching = watchSources(reloads.add);
  // The sources may have changed since the assembly was built.
  if (fingerprint(options.environment) === basename(stage.assembly)) void reloader.prepare();
  else reloads.add('functions');
  return {
    async end() {
      stopWatching();
      ending.abort();
      for (const each of [reloads, template]) each.end();
      await reloader.end();
      rmSync(outdir, { recursive: true, force: true });
    },
  };
}

interface ReloaderOptions extends Options {
  /** Of the bundles. */
  readonly outdir: string;
  /** Ends what is under way. */
  readonly signal: AbortSignal;
}

class Reloader {
  readonly #stage: ReloadedStage;
  readonly #options: ReloaderOptions;
  readonly #bundler: Promise<Bundler>;
  /** The bundles of the code that runs; a function of which none is known runs that of the assembly. */
  #running: ReadonlyMap<string, string> = new Map();
  #prepared: Promise<void> | undefined;
  #preparedAt = 0;

  constructor(stage: ReloadedStage, options: ReloaderOptions) {
    const { stackName } = stage.plan;
    const names = stage.plan
      .ofType('AWS::Lambda::Function')
      .map(({ name }) => name.slice(stackName.length + 1));
    this.#stage = stage;
    this.#options = options;
    this.#bundler = functionBundler(names, options.outdir);
    // Reported with the first reload.
    this.#bundler.catch(() => {});
  }

  /** Call it when the sources are those of the running code. */
  prepare(): Promise<void> {
    this.#prepared = this.#attempt(async () => {
      this.#running = await (await this.#bundler).bundle();
    }).then(() => {
      this.#preparedAt = performance.now();
    });
    return this.#prepared;
  }

  /** A broken source leaves the running code in place. */
  async reload({ paths, since }: Round): Promise<void> {
    await this.#prepared;
    // What was bundled meanwhile may contain the change.
    if (since < this.#preparedAt) this.#running = new Map();
    await this.#attempt(async () => {
      const bundles = await this.#changedBundles(paths);
      if (bundles.size === 0) return;
      await this.#replace(bundles);
      this.#running = new Map([...this.#running, ...bundles]);
      const functions = bundles.size === 1 ? [...bundles.keys()].join() : `${bundles.size} functions`;
      this.#options.print(`Reloaded ${functions} in ${((performance.now() - since) / 1000).toFixed(1)} s.`);
    });
  }

  /** @returns the bundles of the functions that run other code, or answer with other files. */
  async #changedBundles(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const site = join(this.#options.outdir, DOCUMENTATION, 'site');
    const isDocumented = paths.some(isOfDocumentation);
    const isCode = this.#running.size === 0 || !paths.every(isOfDocumentation);
    const [bundles] = await Promise.all([
      isCode ? (await this.#bundler).bundle() : this.#running,
      isDocumented && this.#run('write-site.ts', site),
    ]);
    const changed = new Map([...bundles].filter(([name, path]) => this.#running.get(name) !== path));
    const own = bundles.get(DOCUMENTATION);
    if (own && isDocumented) changed.set(DOCUMENTATION, own);
    if (changed.has(DOCUMENTATION) && !existsSync(site)) await this.#run('write-site.ts', site);
    return changed;
  }

  async concernsTemplate({ paths }: Round): Promise<boolean> {
    // A broken source has been reported.
    const known = await templateSources().catch(() => new Set<string>());
    return paths.some((path) => known.has(path));
  }

  /** The whole assembly takes several seconds. A restart then finds it ready. */
  async checkTemplate(): Promise<void> {
    await this.#attempt(async () => {
      const changes = templateChanges(this.#stage.assembly, await this.#run('synthesize-again.ts'));
      if (changes.length === 0) return;
      const [first, ...others] = changes;
      const more = others.length > 0 ? ` and ${others.length} more` : '';
      this.#options.print(`The template has changed, too (${first}${more}): restart the stage to apply it.`);
    });
  }

  async end(): Promise<void> {
    await this.#bundler.then((bundler) => bundler.end()).catch(() => {});
  }

  #run(file: Parameters<typeof withChangedSources>[0], ...args: string[]): Promise<string> {
    return withChangedSources(file, args, this.#options);
  }

  #replace(bundles: ReadonlyMap<string, string>): Promise<void> {
    const { stackName } = this.#stage.plan;
    return this.#stage.replaceCode(
      new Map(Array.from(bundles, ([name, path]) => [`${stackName}-${name}`, path])),
    );
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (this.#options.signal.aborted) return;
      this.#options.print(`Not reloaded, the running code stays:\n${reloadErrorText(error)}`);
    }
  }
}

const isOfDocumentation = (path: string) =>
  path.startsWith('docs/') || path.startsWith('infra/documentation/');
