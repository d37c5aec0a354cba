/** Builds the documentation as the files that the function documentation serves. */
import { createHash } from 'node:crypto';
import { renameSync, rmSync } from 'node:fs';
import { extname } from 'node:path';
import { digestOf, type Files, writeFiles } from '../../infra/bundle/files.ts';
import { keptBuild } from '../../infra/bundle/kept-build.ts';
import type { Settings } from '../../shared/platform/settings.ts';
import { limitsOf } from './generated/limits.ts';
import { preparedFiles, programFiles, sitePages } from './site-sources.ts';
import { builderFiles, runVitepress } from './vitepress.ts';

/** The list of the files, beside them. */
interface SiteIndex {
  /** The digest of all files. */
  readonly digest: string;
  /** Hashes of the scripts in pages, for the content security policy. */
  readonly scripts: readonly string[];
  /** What is written in files for a value of the stage, and the value. */
  readonly values: Readonly<Record<string, string>>;
  /** By the paths that serve them. */
  readonly files: Readonly<Record<string, { readonly file: string; readonly type: string }>>;
}

/** In it, the local stage fills in the values of other settings. */
export const INDEX = 'index.json';

/**
 * Writes the site in place of what the folder has.
 * @param folder is created; its index.json lists the files.
 * @throws Error if a page links to a missing page, or cannot be built.
 */
export async function writeSite(folder: string, settings: Settings): Promise<void> {
  const pages = sitePages();
  const prepared = preparedFiles(pages);
  const built = await keptBuild([prepared, builderFiles()], {
    name: 'documentation',
    build: () => runVitepress(prepared),
  });
  const served = Array.from(built, ([path, text]) => [servedAt(path), text] as const);
  const files: Files = new Map([...served, ...programFiles(pages)]);
  const index: SiteIndex = {
    digest: digestOf(files),
    scripts: scriptHashes(files),
    values: limitsOf(settings),
    files: placesOf(files),
  };
  const draft = `${folder}.draft`;
  writeFiles(draft, new Map(Array.from(files, ([path, text]) => [fileOf(path), text])));
  writeFiles(draft, new Map([[INDEX, JSON.stringify(index)]]));
  rmSync(folder, { recursive: true, force: true });
  renameSync(draft, folder);
}

/** @param path of a built file. @example servedAt('guides/paging.html') // '/docs/guides/paging' */
function servedAt(path: string): string {
  if (path === '404.html') return '/docs/not-found';
  return `/docs/${path}`.replace(/(\/index)?\.html$/, '');
}

const fileOf = (path: string): string => path.slice(1).replaceAll('/', '-');

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
};

const placesOf = (files: Files): SiteIndex['files'] =>
  Object.fromEntries(
    Array.from(files, ([path, text]) => {
      const type = isPage(text) ? 'text/html; charset=utf-8' : types[extname(path)];
      return [path, { file: fileOf(path), type: type ?? 'text/plain; charset=utf-8' }];
    }),
  );

const isPage = (text: string): boolean => text.startsWith('<!DOCTYPE html>');

/** Hashes of the scripts within pages, so that the policy allows no others. */
function scriptHashes(files: Files): string[] {
  const scripts = [...files.values()]
    .filter(isPage)
    .flatMap((page) =>
      Array.from(page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs), ([, script = '']) => script),
    );
  return [...new Set(scripts)].map(
    (script) => `sha256-${createHash('sha256').update(script).digest('base64')}`,
  );
}
