/** What the site is built from: pages, files that they link to, and the operations that forms send. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Files } from '../../infra/bundle/files.ts';
import { currentDocument, textOf } from '../openapi/documents.ts';
import { menuOf, overviewOf } from './contents.ts';
import { apiDocument, operationsOf } from './generated/document.ts';
import { formsOf } from './generated/operations.ts';
import { markdownPathOf, type Page } from './page.ts';
import { documentationPages, root } from './pages.ts';

/** Files that pages link to: below docs, by their paths there. Shown as they are. */
const LINKED_FOLDERS = ['docs/client', 'docs/package', 'docs/webhooks'];

const linkedFiles = (): string[] =>
  LINKED_FOLDERS.flatMap((folder) => readdirSync(join(root, folder)).map((file) => `${folder}/${file}`));

export function sitePages(): Page[] {
  const pages = documentationPages();
  const files = new Set([...linkedFiles(), ...pages.flatMap(({ source }) => source ?? [])]);
  return pages.map((page) => withoutForeignLinks(page, files));
}

/** Outside of blocks of code. Relative to the file, so that it also works in a repository browser. */
const LINK = /(?<code>^```.*?^```)|\[(?<text>[^\]]+)\]\((?!https?:|#|\/)(?<file>[^)#\s]+)(?:#[^)\s]*)?\)/gms;

/**
 * Shows links to files that the site does not have as text.
 * @param files paths from the root, such as docs/webhooks.md.
 * @throws Error for a link to a missing page.
 */
function withoutForeignLinks(page: Page, files: ReadonlySet<string>): Page {
  const { source } = page;
  if (source === undefined) return page;
  const markdown = page.markdown.replace(LINK, (whole, ...rest) => {
    const { code, text = '', file = '' } = rest.at(-1) as Partial<Record<'code' | 'text' | 'file', string>>;
    const target = posix.join(posix.dirname(source), file);
    if (code !== undefined || files.has(target)) return whole;
    if (target.startsWith('docs/'))
      throw new Error(`${source} links to ${file}, which the site does not have.`);
    return text;
  });
  return { ...page, markdown };
}

/** Lines. Longer texts are more than nine screens. */
const LONGEST_UNFOLDED = 230;

/** A group of code blocks, of which a page shows one. */
const CODE_GROUP = /^::: code-group$.*?(?<first>^```.*?^```$).*?^:::$/gms;

/** The sections of long texts are folded (.vitepress/folds.ts). */
const siteMarkdownOf = ({ source, markdown }: Page): string =>
  source !== undefined && markdown.replace(CODE_GROUP, '$<first>').split('\n').length > LONGEST_UNFOLDED
    ? `---\nfolded: true\n---\n${markdown}`
    : markdown;

/** @returns the files of the folder that VitePress builds (.vitepress/config.ts). */
export function preparedFiles(pages: readonly Page[]): Files {
  const operations = Map.groupBy(operationsOf(apiDocument()), ({ tag }) => tag);
  return new Map([
    ['menu.json', JSON.stringify(menuOf(pages))],
    ...pages.map((page) => [markdownPathOf(page).replace('/docs', 'pages'), siteMarkdownOf(page)] as const),
    ...linkedFiles().map(
      (path) =>
        [`pages/public/${path.replace(/^docs\//, '')}`, readFileSync(join(root, path), 'utf8')] as const,
    ),
    ...Array.from(operations, ([tag, own]): [string, string] => [
      `pages/public/operations/${tag}.json`,
      JSON.stringify(formsOf(own)),
    ]),
  ]);
}

/** @returns files for programs, which VitePress does not build, by the paths that serve them. */
export const programFiles = (pages: readonly Page[]): Files =>
  new Map([
    ...pages.map((page) => [markdownPathOf(page), page.markdown] as const),
    ['/openapi.json', textOf(currentDocument())],
    ['/llms.txt', overviewOf(pages)],
  ]);
