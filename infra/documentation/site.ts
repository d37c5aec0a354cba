/** Builds the documentation as the files that the function documentation serves. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Settings } from '../../shared/platform/settings.ts';
import { currentDocument, written } from '../openapi/documents.ts';
import { framed, htmlOf } from './html.ts';
import { summaryOf, titleOf } from './page.ts';
import { documentationPages, root } from './pages.ts';

const types = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  md: 'text/markdown; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
} as const;

interface SiteFile {
  readonly type: string;
  readonly content: string;
}

/** By path, such as /docs/errors. */
type Site = ReadonlyMap<string, SiteFile>;

/** Files that pages link to: below docs, by their paths there. Shown as they are. */
const LINKED_FOLDERS = ['docs/client', 'docs/package', 'docs/webhooks'];

/** @internal Tests read its pages. */
export function documentationSite(settings: Settings): Site {
  const pages = documentationPages(settings);
  const linked = LINKED_FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder)).map((file) => `/${folder}/${file}`),
  );
  const site = { pages, files: new Set(linked) };
  const file = (type: keyof typeof types, content: string): SiteFile => ({ type: types[type], content });
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const swagger = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const browser = (name: string) => readFileSync(join(import.meta.dirname, 'browser', name), 'utf8');
  return new Map([
    ['/docs', file('html', framed(tryOut(browser('reference.html')), pages))],
    ...pages.map((page) => [page.path, file('html', htmlOf(page, site))] as const),
    ...pages.map((page) => [`${page.path}.md`, file('md', page.markdown)] as const),
    ...linked.map((path) => [path, file(path.endsWith('.json') ? 'json' : 'txt', read(path))] as const),
    ['/openapi.json', file('json', written(currentDocument()))],
    ['/llms.txt', file('txt', overviewOf(pages))],
    ['/docs/site.css', file('css', browser('site.css'))],
    ['/docs/reference.js', file('js', browser('reference.js'))],
    ['/docs/try-out.js', file('js', browser('try-out.js'))],
    ['/docs/swagger-ui.css', file('css', readFileSync(join(swagger, 'swagger-ui.css'), 'utf8'))],
    ['/docs/swagger-ui.js', file('js', readFileSync(join(swagger, 'swagger-ui-bundle.js'), 'utf8'))],
    ['/docs/not-found', file('html', framed(NOT_FOUND, pages))],
  ]);
}

const tryOut = (content: string) => ({
  title: 'API reference',
  path: '/docs',
  content,
  head: `<link rel="stylesheet" href="/docs/swagger-ui.css">
<script src="/docs/swagger-ui.js" defer></script>
<script src="/docs/reference.js" type="module"></script>`,
});

const NOT_FOUND = {
  title: 'Not found',
  path: '/docs/not-found',
  content: '<h1>Not found</h1>\n<p>This page does not exist. See the contents for all pages.</p>',
};

/** The table of contents for programs (llmstxt.org). */
function overviewOf(pages: ReturnType<typeof documentationPages>): string {
  const lines = (section: string) =>
    pages
      .filter((page) => page.section === section)
      .map((page) => `- [${titleOf(page)}](http://localhost:3000${page.path}.md): ${summaryOf(page)}`);
  return [
    '# Music distribution API',
    '',
    '> A JSON:API for albums, tracks, artists and labels, their distribution to stores, and signed webhook events.',
    '',
    '## Guides',
    '',
    ...lines('Guides'),
    '',
    '## Reference',
    '',
    '- [OpenAPI document](http://localhost:3000/openapi.json): every route, parameter, body, response and event',
    ...lines('Reference'),
    '',
  ].join('\n');
}

/** @param folder is created; its index.json lists the files. */
export function writeSite(folder: string, settings: Settings): void {
  mkdirSync(folder, { recursive: true });
  const index: Record<string, { file: string; type: string }> = {};
  for (const [path, { type, content }] of documentationSite(settings)) {
    const file = path.slice(1).replaceAll('/', '-');
    index[path] = { file, type };
    writeFileSync(join(folder, file), content);
  }
  writeFileSync(join(folder, 'index.json'), JSON.stringify(index));
}
