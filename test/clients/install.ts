/** Set-up of the tests of clients: installs what they use, unless it is there. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = import.meta.dirname;
/** The lock file that was installed. */
const installed = join(folder, 'node_modules/.installed.json');

/** @throws Error when npm has failed. */
export default function install(): void {
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === lock) return;
  console.log('Installing the clients, linters and generators of test/clients.');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error('npm ci has failed in test/clients.');
  writeFileSync(installed, lock);
}
