/**
 * Every link in the documentation has a target. Other hosts are not checked: tests run without the internet.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { preparedFiles, programFiles, sitePages } from '../../../bin/site/site-sources.ts';
import { routesOf } from '../../../shared/kit/declare/routes.ts';
import { api } from '../../../shared/service/api.ts';
import { type DocumentationPage, pages, readPage, root } from './pages.ts';

/** Beginnings of the addresses on other hosts that pages may link to. */
const elsewhere = [
  'https://ern-rp.ddex.net',
  'https://kb.ddex.net',
  'https://jsonapi.org/format/1.0/',
  'https://vitepress.dev',
  'https://openapi-ts.dev',
  'https://www.rfc-editor.org/rfc/',
  'https://docs.aws.amazon.com/',
  'https://github.com/nubo-db/dynoxide',
];

const here = 'http://localhost:3000';
/** Paths that the service serves besides the routes of the API. */
const served = sitePages();
const documentation = new Set([
  ...served.map(({ path }) => path),
  ...programFiles(served).keys(),
  ...[...preparedFiles(served).keys()].map((path) => path.replace(/^pages\/public/, '/docs')),
]);
const routes = routesOf(api).map(({ path }) => path.split('/'));

/** Ids and shell variables match any variable part of a path. */
function isServed(address: string): boolean {
  const path = address.replace(/[?#].*$/, '').replace(/^\/api\/v1(?=\/)/, '');
  const parts = path.split('/');
  const fits = (route: readonly string[]) =>
    route.length === parts.length &&
    route.every((part, index) => part === parts[index] || (part.startsWith('{') && parts[index] !== ''));
  return documentation.has(path) || routes.some(fits);
}

const pageOf = new Map(pages.map((page) => [page.file, page]));

/** @returns the fault of a link in a page; undefined if it has a target. */
function problemOf(link: string, { file, anchors }: DocumentationPage): string | undefined {
  if (link.startsWith(here)) return isServed(link.slice(here.length)) ? undefined : 'is not served';
  if (/^\w+:/.test(link)) {
    return elsewhere.some((start) => link.startsWith(start))
      ? undefined
      : 'leads to a host that is not listed';
  }
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? undefined : normalize(join(dirname(file), decodeURI(path)));
  if (target?.startsWith('..') || (target !== undefined && !existsSync(join(root, target)))) {
    return 'names no file';
  }
  const known = target === undefined ? anchors : pageOf.get(target)?.anchors;
  return anchor === undefined || known?.has(anchor) ? undefined : 'names no heading';
}

const broken = (page: DocumentationPage) =>
  page.links.flatMap((link) => {
    const problem = problemOf(link, page);
    return problem === undefined ? [] : [`${link} ${problem}`];
  });

/**
 * Paths of the API in commands, such as `api '/labels?sort=name'`, and in sentences, such as `GET /labels`.
 */
const pathsIn = ({ commands, spans }: DocumentationPage): string[] => [
  ...commands.flatMap((block) =>
    Array.from(
      block.matchAll(/(?:http:\/\/localhost:3000|\bapi ["']?(?=\/))(\/[^\s"']*)/g),
      ([, path = '']) => path,
    ),
  ),
  ...spans.flatMap((span) => /^(?:GET|POST|PATCH|DELETE) (\/\S+)$/.exec(span)?.[1] ?? []),
];

/** Files of the project that a sentence names, such as `infra/stages/stage-config.ts`. */
const filesIn = ({ spans }: DocumentationPage): string[] =>
  spans.filter((span) => /^(bin|infra|functions|shared|test|docs)\/[\w./-]+$/.test(span));

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };

/** The npm scripts named in commands and sentences. */
const scriptsIn = ({ commands, spans }: DocumentationPage): string[] =>
  [...commands, ...spans].flatMap((text) =>
    Array.from(text.matchAll(/npm run (?:-s )?([\w:-]+)/g), ([, name = '']) => name),
  );

describe.each(pages)('$file', (page) => {
  it('has no dead link', () => {
    expect(broken(page)).toEqual([]);
  });

  it('names only paths that the service serves', () => {
    // A function of the shell gets the path as its argument.
    const written = pathsIn(page).filter((path) => !path.startsWith('/$'));
    expect(written.filter((path) => !isServed(path))).toEqual([]);
  });

  it('names only scripts that npm runs', () => {
    expect(scriptsIn(page).filter((name) => !(name in scripts))).toEqual([]);
  });

  it('names only files that exist', () => {
    expect(filesIn(page).filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });
});

describe('the check of links', () => {
  it('finds dead links', () => {
    const text = [
      "# Top\n## A `b` c's\n## A `b` c's",
      '[1](#a-b-cs) [2](#a-b-cs-1) [3](#a-b-cs-2) [4](app.test.ts) [5](../none.md) [6](../../docs/webhooks.md#limits)',
      '[7](../../docs/webhooks.md#none) [8](http://localhost:3000/labels/17?include=albums) ![9](none.png)',
      '[10](http://localhost:3000/lables) [d](http://localhost:3000/docs/errors) https://elsewhere.example [11](../../../outside) [12][ref]',
      '<img src="none.svg">',
      '[ref]: none.txt',
    ].join('\n\n');
    expect(broken(readPage('test/infra/page.md', text))).toEqual([
      '#a-b-cs-2 names no heading',
      '../none.md names no file',
      '../../docs/webhooks.md#none names no heading',
      'http://localhost:3000/lables is not served',
      'https://elsewhere.example leads to a host that is not listed',
      '../../../outside names no file',
      'none.txt names no file',
      'none.png names no file',
      'none.svg names no file',
    ]);
  });

  it('finds paths in commands and sentences', () => {
    const text =
      'Send `PATCH /labels/17`.\n```sh\napi "/albums/$ALBUM?x=1"; curl http://localhost:3000/a/b\n```';
    expect(pathsIn(readPage('page.md', text))).toEqual(['/albums/$ALBUM?x=1', '/a/b', '/labels/17']);
  });
});
