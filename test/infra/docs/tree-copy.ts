/** A copy of the tree in which tests apply examples and run programs of the project. */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { root } from './pages.ts';

const omitted = ['node_modules', 'cdk.out', '.git'];

export class TreeCopy implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'tree-copy-'));

  constructor() {
    const names = readdirSync(root).filter(
      (name) => !omitted.includes(name) && !/^\.(local|build)/.test(name),
    );
    // Some folders have their own packages.
    const filter = (source: string) => basename(source) !== 'node_modules';
    for (const name of names) cpSync(join(root, name), join(this.folder, name), { recursive: true, filter });
    symlinkSync(join(root, 'node_modules'), join(this.folder, 'node_modules'));
  }

  /** Runs a program that must succeed. @returns its output. */
  async run(file: string, ...more: string[]): Promise<string> {
    const { failed, text } = await this.#ran(file, more);
    if (failed) expect.fail(text);
    return text;
  }

  /** Runs a program that must fail. @returns its output. */
  async runInVain(file: string, ...more: string[]): Promise<string> {
    const { failed, text } = await this.#ran(file, more);
    expect(failed, text).toBe(true);
    return text;
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true });
  }

  async #ran(file: string, more: readonly string[]): Promise<{ failed: boolean; text: string }> {
    const environment = Object.entries(process.env).filter(
      ([name]) => !/^(VITEST|NODE_ENV$|AWS_)/.test(name),
    );
    const options = {
      cwd: this.folder,
      env: { ...Object.fromEntries(environment), NO_COLOR: '1' },
      maxBuffer: 1e8,
    };
    return promisify(execFile)(join(this.folder, 'node_modules/.bin', file), more, options).then(
      ({ stdout, stderr }) => ({ failed: false, text: stdout + stderr }),
      ({ stdout, stderr }) => ({ failed: true, text: `${stdout}${stderr}` }),
    );
  }
}
