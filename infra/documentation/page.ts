/** A page of the documentation: written or generated Markdown, shown as HTML. */

export interface Page {
  /** Such as /docs/guides/paging. Below it with `.md` is the Markdown. */
  readonly path: string;
  /** The file it is written in, from the root of the repository; undefined for generated pages. */
  readonly source?: string;
  readonly section: 'Guides' | 'Reference';
  readonly markdown: string;
}

/** The text of the first heading. @throws Error for a page that does not begin with one. */
export function titleOf({ markdown, path }: Pick<Page, 'markdown' | 'path'>): string {
  const [, title] = /^# (.+)\n/.exec(markdown) ?? [];
  if (title === undefined) throw new Error(`The page ${path} does not begin with a heading.`);
  return title;
}

/** The first paragraph after the heading, on one line and without links. */
export const summaryOf = ({ markdown }: Pick<Page, 'markdown'>): string =>
  (markdown.split(/\n\n+/)[1] ?? '').replaceAll('\n', ' ').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
