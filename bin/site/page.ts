/** A page of the documentation: written or generated Markdown. */

/** In the order of the menu. */
export const sections = ['Start', 'Guides', 'Resources', 'Reference', 'Operation'] as const;

export interface Page {
  /** Such as /docs/guides/paging. */
  readonly path: string;
  /** The file it is written in, from the root of the repository; undefined for generated pages. */
  readonly source?: string;
  readonly section: (typeof sections)[number];
  /** The part of the section that has it, if the section has parts. */
  readonly part?: string;
  readonly markdown: string;
}

/** @example markdownPathOf({ path: '/docs/errors' }) // '/docs/errors.md' */
export const markdownPathOf = ({ path }: Pick<Page, 'path'>): string =>
  path === '/docs' ? '/docs/index.md' : `${path}.md`;

/** The text of the first heading. @throws Error for a page that does not begin with one. */
export function titleOf({ markdown, path }: Pick<Page, 'markdown' | 'path'>): string {
  const [, title] = /^# (.+)\n/.exec(markdown) ?? [];
  if (title === undefined) throw new Error(`The page ${path} does not begin with a heading.`);
  return title;
}

/** The first paragraph after the heading, on one line and without links. */
export const summaryOf = ({ markdown }: Pick<Page, 'markdown'>): string =>
  (markdown.split(/\n\n+/)[1] ?? '').replaceAll('\n', ' ').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
