/** Folds the sections of pages that are marked for it (../site-sources.ts), under their headings. */
import type { MarkdownRenderer } from 'vitepress';

type Rule = Parameters<MarkdownRenderer['core']['ruler']['push']>[1];
type Token = Parameters<Rule>[0]['tokens'][number];

export const foldSections: Rule = ({ tokens, env, Token }) => {
  if (!env.frontmatter?.folded) return;
  const html = (content: string) => Object.assign(new Token('html_block', '', 0), { content });
  let isWithin = false;
  const folded = tokens.flatMap((token, place) => {
    if (tokens[place - 1]?.tag === 'h2' && token.type === 'inline') withoutLink(token);
    if (token.tag !== 'h2') return [token];
    if (token.nesting === -1) return [token, html('</summary>')];
    const before = isWithin ? '</details>' : '';
    isWithin = true;
    return [html(`${before}<details class="fold"><summary>`), token];
  });
  tokens.splice(0, tokens.length, ...folded, ...(isWithin ? [html('</details>')] : []));
};

/** The link of a heading to itself would be a control within another one. */
function withoutLink({ children }: Token): void {
  const link = children?.findIndex((each) => each.attrGet('class') === 'header-anchor') ?? -1;
  if (link >= 0) children?.splice(link);
}
