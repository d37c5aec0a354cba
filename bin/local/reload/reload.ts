/** Replaces the code of a running stage's functions when sources change. Data, ports and queues stay. */
import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { stageConfig } from '../../../infra/stages/stage-config.ts';
import { sourceErrorText, withoutOurFrames } from '../host/error-text.ts';
import { FunctionFailure } from '../lambda/execution-environment.ts';
import type { LocalStage } from '../start.ts';
import { buildFolder } from '../template/build-folder.ts';
import { fingerprint, root, synthesizeTemplate } from '../template/synthesize.ts';
import { bundlesIn, functionBundles, siteSources } from './function-bundles.ts';
import { PagesReloader } from './reload-pages.ts';
import { templateBuild, templateChanges } from './template-changes.ts';
import { watchedBuild } from './watched-build.ts';

type ReloadedStage = Pick<LocalStage, 'assembly' | 'plan' | 'replaceCode' | 'site'>;

interface ReloadOptions {
  /** The one that the stage was started with. */
  readonly environment: NodeJS.ProcessEnv;
  /** Receives a line for each reload, and errors in the sources. */
  readonly print: (text: string) => void;
}

export interface Reloading {
  end(): Promise<void>;
}

const DOCUMENTATION = 'documentation';

/** Bundles all functions once in the background. Later builds read only changed sources. */
export function reloadOnChange(stage: ReloadedStage, options: ReloadOptions): Reloading {
  const outdir = join(buildFolder(options.environment), `reload.${process.pid}`);
  const ending = new AbortController();
  const reloader = new Reloader(stage, { ...options, outdir, signal: ending.signal });
  const { stackName } = stage.plan;
  const { functionSettings } = stageConfig('local', options.environment);
  const names = stage.plan
    .ofType('AWS::Lambda::Function')
    .map(({ name }) => name.slice(stackName.length + 1));
  const builds = Promise.all([
    watchedBuild(functionBundles(names, outdir, functionSettings), {
      onBuilt: (outputs, since) => reloader.reload(bundlesIn(outputs), since),
      onBroken: (error) => reloader.report(error),
    }),
    watchedBuild(templateBuild, { onBuilt: () => reloader.checkTemplate() }),
  ]);
  return {
    async end() {
      ending.abort();
      for (const end of await builds) await end();
      await reloader.ended();
      rmSync(outdir, { recursive: true, force: true });
    },
  };
}

interface ReloaderOptions extends ReloadOptions {
  /** The folder of the bundles. */
  readonly outdir: string;
  /** Ends what is under way. */
  readonly signal: AbortSignal;
}

/** The running bundles by function, and a hash of the documentation's sources. */
interface Code {
  readonly bundles: ReadonlyMap<string, string>;
  readonly site: string;
}

class Reloader {
  readonly #stage: ReloadedStage;
  readonly #options: ReloaderOptions;
  readonly #pages: PagesReloader;
  #running: Code | undefined;
  #isTemplateBuilt = false;

  constructor(stage: ReloadedStage, options: ReloaderOptions) {
    this.#stage = stage;
    this.#options = options;
    this.#pages = new PagesReloader({
      built: stage.site.folder,
      environment: options.environment,
      folder: join(options.outdir, DOCUMENTATION, 'site'),
      onChange: () => this.#replacePages(),
      onBroken: (error) => this.report(error, 'The pages of the documentation are not rebuilt:'),
      signal: options.signal,
    });
  }

  /** Keeps the running code if the new code does not load. */
  async reload(bundles: Code['bundles'], since: number): Promise<void> {
    await this.#attempt(async () => {
      const built = { bundles, site: hashOf(siteSources()) };
      const running = this.#running ?? (this.#isOfAssembly() ? built : { bundles: new Map(), site: '' });
      const changed = new Map([...bundles].filter(([name, path]) => running.bundles.get(name) !== path));
      if (running.site !== built.site) this.#pages.rebuild(built.site);
      if (changed.has(DOCUMENTATION)) this.#pages.copy();
      if (changed.size > 0) await this.#replace(changed);
      this.#running = built;
      if (changed.size > 0) this.#reportReload(changed, since);
    });
  }

  #reportReload(changed: Code['bundles'], since: number): void {
    const functions = changed.size === 1 ? [...changed.keys()].join() : `${changed.size} functions`;
    this.#options.print(`Reloaded ${functions} in ${((performance.now() - since) / 1000).toFixed(1)} s.`);
  }

  /** Takes several seconds. */
  async checkTemplate(): Promise<void> {
    const isFirst = !this.#isTemplateBuilt;
    this.#isTemplateBuilt = true;
    if (isFirst && this.#isOfAssembly()) return;
    const { environment, outdir, signal } = this.#options;
    const { assembly: bundled } = this.#stage;
    await this.#attempt(async () => {
      const directory = join(outdir, 'template');
      await synthesizeTemplate(environment, { bundled, directory, signal });
      const changes = templateChanges(bundled, directory);
      if (changes.length === 0) return;
      const [first, ...others] = changes;
      const more = others.length > 0 ? ` and ${others.length} more` : '';
      this.#options.print(`The template has changed, too (${first}${more}): restart the stage to apply it.`);
    });
  }

  /** Resolves when nothing is under way, after the signal. */
  ended(): Promise<void> {
    return this.#pages.rebuilt();
  }

  /** The sources may have changed since the assembly was built. */
  #isOfAssembly(): boolean {
    return fingerprint(this.#options.environment) === basename(this.#stage.assembly);
  }

  async #replacePages(): Promise<void> {
    const handler = this.#running?.bundles.get(DOCUMENTATION);
    if (handler === undefined) return;
    await this.#replace(new Map([[DOCUMENTATION, handler]]));
    this.#stage.site.replaced();
    this.#options.print('Reloaded the pages of the documentation.');
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
      this.report(error);
    }
  }

  report(error: unknown, result = 'Not reloaded, the running code stays:'): void {
    if (this.#options.signal.aborted) return;
    this.#options.print(`${result}\n${reloadErrorText(error)}`);
  }
}

function hashOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

/** Formats an error in changed sources. */
function reloadErrorText(error: unknown): string {
  // Thrown while a bundle was loaded, with positions in the sources.
  if (error instanceof FunctionFailure)
    return withoutOurFrames(JSON.parse(error.outcome.payload).trace.join('\n'));
  return sourceErrorText(error);
}
