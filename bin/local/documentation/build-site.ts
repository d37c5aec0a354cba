/** Builds the documentation in a separate process, because that takes longer than everything else of a start. */
import { renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runFile } from '../host/run-file.ts';
import { isDocumented, markDocumented, siteFolder } from '../template/site-folder.ts';
import { fingerprint, overridesIn } from '../template/synthesize.ts';

const siteWriter = join(import.meta.dirname, 'write-site.ts');

interface SiteOptions {
  /** With overrides of the stage's settings. */
  readonly environment: NodeJS.ProcessEnv;
  /** Ends it. */
  readonly signal?: AbortSignal;
}

/** @throws BrokenSource, or AbortError. */
export const writeSiteTo = (folder: string, { environment, signal }: SiteOptions): Promise<void> =>
  runFile(siteWriter, [folder, JSON.stringify(overridesIn(environment))], { signal });

/** Completes a cloud assembly that has no documentation yet. @throws BrokenSource, or AbortError. */
export async function buildSite(assembly: string, options: SiteOptions): Promise<void> {
  const folder = siteFolder(assembly);
  if (folder === undefined || isDocumented(assembly)) return;
  const draft = `${folder}.${process.pid}`;
  try {
    await writeSiteTo(join(draft, 'site'), options);
    // Another process can have built it in the meantime.
    if (isDocumented(assembly)) return;
    rmSync(folder, { recursive: true, force: true });
    renameSync(join(draft, 'site'), folder);
    // If a source has changed in the meantime, the site is shown until the next start builds it again.
    if (fingerprint(options.environment) === basename(assembly)) markDocumented(assembly);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
