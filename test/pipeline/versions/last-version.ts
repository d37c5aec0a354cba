/** The code of the last version, as docs/versions.md names it, beside that of the tree. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

const [, commit = ''] =
  /^Commit: `([0-9a-f]{40})`/m.exec(readFileSync(join(root, 'docs/versions.md'), 'utf8')) ?? [];

const git = (...args: readonly string[]) => ['git', ['-C', root, ...args]] as const;

/** Clones can be shallow, and archives of the tree have no history. */
export const isKnown =
  spawnSync(...git('cat-file', '-e', `${commit}^{commit}`), { stdio: 'ignore' }).status === 0;

if (!isKnown) {
  const missing = `The functions of the last version were not tested, because the history lacks ${commit || 'it'}. Run: git fetch --unshallow`;
  if (process.env['REQUIRE_HISTORY']) throw new Error(missing);
  process.stderr.write(`${missing}\n`);
}

export interface Code {
  /** @returns what a file exports. */
  readonly load: (path: string) => Readonly<Record<string, unknown>>;
  readonly has: (path: string) => boolean;
}

/** Unpacks the code into a folder for temporary files, with the packages of the tree. */
export function lastVersion(): Code {
  const folder = mkdtempSync(join(tmpdir(), 'last-version-'));
  const archive = execFileSync(...git('archive', commit, 'package.json', 'functions', 'infra', 'shared'), {
    maxBuffer: 1e8,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return codeIn(folder);
}

/** Loaded by Node itself, so that modules of the same name are those of the folder. */
function codeIn(folder: string): Code {
  const require = createRequire(join(folder, 'package.json'));
  return {
    load: (path) => require(`./${path}`),
    has: (path) => existsSync(join(folder, path)),
  };
}
