/** The browser that comes with the packages, for Linux on x64, with the libraries and fonts that the system may lack. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const packages = join(import.meta.dirname, '../../node_modules');

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The browser of other systems, if there is one. */
export const installed = INSTALLED.find(existsSync);

/** In the titles of tests that were skipped, for the end of the run. */
export const SKIPPED = ' (skipped: no browser)';

export const isShipped = process.platform === 'linux' && process.arch === 'x64';

/**
 * It takes two seconds, so what was unpacked is kept beside the packages, and `npm ci` empties it.
 * @returns the folder of the browser `chromium`, `fonts` and `al2023/lib`.
 */
export async function unpackBrowser(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(packages, '@sparticuz/chromium/package.json'), 'utf8'));
  const folder = join(packages, '.cache', `chromium-${version}`);
  if (existsSync(folder)) return folder;
  const draft = `${folder}.${process.pid}`;
  await mkdir(draft, { recursive: true });
  // With the libraries that functions of Lambda lack.
  const env = { ...process.env, TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'unpack-chromium.ts')], { env });
  writeFileSync(join(draft, 'fonts/fonts.conf'), fontSettings(folder));
  try {
    renameSync(draft, folder);
  } catch {
    // Another run has unpacked it.
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
}

/** Without a font, the browser ends when it shows a text. The settings of the package name folders of Lambda. */
const fontSettings = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${join(folder, 'fonts')}</dir><cachedir>${join(folder, 'fonts/cache')}</cachedir></fontconfig>
`;
