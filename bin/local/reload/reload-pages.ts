/** Rebuilds the pages of the documentation in the background, because that takes several seconds. */
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeSiteTo } from '../documentation/build-site.ts';

interface PagesOptions {
  /** Where the pages are that the stage started with, unless they could not be built. */
  readonly built: string | undefined;
  /** With overrides of the stage's settings. */
  readonly environment: NodeJS.ProcessEnv;
  /** Beside the bundle of the function. */
  readonly folder: string;
  /** Called after pages have changed. */
  readonly onChange: () => Promise<void>;
  readonly onBroken: (error: unknown) => void;
  /** Ends what is under way. */
  readonly signal: AbortSignal;
}

export class PagesReloader {
  readonly #options: PagesOptions;
  #building = new AbortController();
  #sources = '';
  #rebuilt: Promise<void> = Promise.resolve();

  constructor(options: PagesOptions) {
    this.#options = options;
  }

  /** Gives the function the pages that the stage started with, unless it has newer ones. */
  copy(): void {
    const { built, folder } = this.#options;
    if (built !== undefined && existsSync(built) && !existsSync(folder))
      cpSync(built, folder, { recursive: true });
  }

  /** Resolves when the last rebuild has ended. */
  rebuilt(): Promise<void> {
    return this.#rebuilt;
  }

  /**
   * Ends an earlier build that is under way.
   * @param sources a hash of the sources. It does nothing if they are those of the last build.
   */
  rebuild(sources: string): void {
    if (sources === this.#sources) return;
    this.#sources = sources;
    this.#rebuilt = this.#rebuild();
  }

  async #rebuild(): Promise<void> {
    const { folder, environment, onChange, onBroken, signal: ended } = this.#options;
    this.#building.abort();
    this.#building = new AbortController();
    const signal = AbortSignal.any([ended, this.#building.signal]);
    this.copy();
    const file = join(folder, 'index.json');
    const index = () => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);
    const before = index();
    try {
      await writeSiteTo(folder, { environment, signal });
      if (index() !== before) await onChange();
    } catch (error) {
      if (!signal.aborted) onBroken(error);
    }
  }
}
