/** Renders Markdown as HTML within the site's header and navigation. */
import { posix } from 'node:path';
import GithubSlugger from 'github-slugger';
import { Marked } from 'marked';
import { type Page, titleOf } from './page.ts';

const escaped = (text: string): string =>
  text.replace(
    /[&<>"]/g,
    (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] ?? '',
  );

export interface Frame {
  readonly title: string;
  /** Of the page that is shown. */
  readonly path: string;
  /** HTML. */
  readonly content: string;
  /** More elements of the head. */
  readonly head?: string;
}

/** @param pages all of the site, for the navigation. */
export function framed({ title, path, content, head = '' }: Frame, pages: readonly Page[]): string {
  const link = (to: string, text: string) =>
    `<li><a href="${to}"${to === path ? ' aria-current="page"' : ''}>${escaped(text)}</a></li>`;
  const listOf = (section: Page['section']) =>
    pages.filter((page) => page.section === section).map((page) => link(page.path, titleOf(page)));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} - Music distribution</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/site.css">
${head}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header><a href="/docs">Music distribution API</a><a class="to-contents" href="#contents">Contents</a></header>
<main id="content">
${content}
</main>
<nav id="contents" aria-label="Documentation">
<ul>${link('/docs', 'API reference')}</ul>
<h2>Guides</h2>
<ul>${listOf('Guides').join('')}</ul>
<h2>Reference</h2>
<ul>${listOf('Reference').join('')}<li><a href="/openapi.json">OpenAPI document</a></li><li><a href="/llms.txt">llms.txt</a></li></ul>
</nav>
</body>
</html>
`;
}

/** @throws Error for a link to a file that the site does not have. */
export function htmlOf(page: Page, site: { pages: readonly Page[]; files: ReadonlySet<string> }): string {
  const slugger = new GithubSlugger();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = slugger.slug(text.replaceAll('`', ''));
        const content = this.parser.parseInline(tokens);
        return `<h${depth} id="${id}"><a href="#${id}">${content}</a></h${depth}>\n`;
      },
      link({ href, tokens }) {
        const address = addressOf(href, page, site);
        const text = this.parser.parseInline(tokens);
        return address === undefined ? text : `<a href="${escaped(address)}">${text}</a>`;
      },
      // Wide tables scroll within the page.
      table(token) {
        const row = (cells: typeof token.header, tag: string) =>
          `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`;
        const body = token.rows.map((cells) => row(cells, 'td')).join('\n');
        return `<div class="table" tabindex="0"><table><thead>${row(token.header, 'th')}</thead><tbody>${body}</tbody></table></div>\n`;
      },
    },
  });
  const content = marked.parse(page.markdown, { async: false });
  const note = `<p class="note"><a href="${page.path}.md">This page as Markdown</a></p>`;
  return framed(
    { title: titleOf(page), path: page.path, content: `<article>${content}${note}</article>` },
    site.pages,
  );
}

/**
 * Links of written pages are relative to their files, so that they also work in a repository browser.
 * @returns undefined for a file of the repository that is not part of the documentation.
 */
function addressOf(
  href: string,
  { source, path }: Page,
  { pages, files }: { pages: readonly Page[]; files: ReadonlySet<string> },
): string | undefined {
  if (/^(https?:|#|\/)/.test(href)) return href;
  const [file = '', fragment] = href.split('#');
  const target = posix.join(posix.dirname(source ?? ''), file);
  const found =
    pages.find((page) => page.source === target)?.path ??
    (files.has(`/${target}`) ? `/${target}` : undefined);
  if (found === undefined && !target.startsWith('docs/')) return undefined;
  if (found === undefined)
    throw new Error(`${path} links to ${href}, which is not part of the documentation.`);
  return fragment === undefined ? found : `${found}#${fragment}`;
}
