/** Links of written pages are relative to their files, so that they also work in a repository browser. */
import { posix } from 'node:path';
import type { Page } from './page.ts';

/** Outside of blocks of code. */
const LINK = /(?<code>^```.*?^```)|\[(?<text>[^\]]+)\]\((?!https?:|#|\/)(?<file>[^)#\s]+)(?:#[^)\s]*)?\)/gms;

/**
 * Shows links to files of the repository that the site does not have as text.
 * @param files the paths of all files of the site that pages can link to, such as docs/webhooks.md.
 * @throws Error for a link to a missing page.
 */
export function withoutForeignLinks(page: Page, files: ReadonlySet<string>): Page {
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
