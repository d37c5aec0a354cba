/** Rebuilds the pages of the documentation in the background, because that takes several seconds. */
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runFile } from '../host/run-file.ts';

const siteWriter = join(import.meta.dirname, '../documentation/write-site.ts');

interface PagesOptions {
  /** The pages that the stage started with. */
  readonly built: string;
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
    if (!existsSync(folder)) cpSync(built, folder, { recursive: true });
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
    const { folder, onChange, onBroken, signal } = this.#options;
    this.#building.abort();
    this.#building = new AbortController();
    const ending = AbortSignal.any([signal, this.#building.signal]);
    this.copy();
    const index = () => readFileSync(join(folder, 'index.json'), 'utf8');
    const before = index();
    try {
      await runFile(siteWriter, [folder], ending);
      if (index() !== before) await onChange();
    } catch (error) {
      if (!ending.aborted) onBroken(error);
    }
  }
}
