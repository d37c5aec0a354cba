/** What the site makes of Markdown: pictures of states, forms for operations, and links within the stage. */
import { posix } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';
import { foldSections } from './folds.ts';
import { statesPicture } from './states-picture.ts';
import { extendTables } from './tables.ts';

type Rule = NonNullable<MarkdownRenderer['renderer']['rules']['fence']>;

export function extend({ core, renderer }: MarkdownRenderer): void {
  core.ruler.push('tables', extendTables);
  core.ruler.push('folds', foldSections);
  const { rules } = renderer;
  rules.fence = fences(ruleOf(rules, 'fence'));
  rules.html_block = forms(ruleOf(rules, 'html_block'));
  rules.link_open = links(ruleOf(rules, 'link_open'));
  rules.code_inline = codes(ruleOf(rules, 'code_inline'));
}

/** VitePress has a rule for all that is extended. */
function ruleOf(rules: MarkdownRenderer['renderer']['rules'], name: string): Rule {
  const rule = rules[name];
  if (!rule) throw new Error(`VitePress has no rule for ${name}.`);
  return rule;
}

const fences =
  (otherwise: Rule): Rule =>
  (tokens, index, ...rest) => {
    const { info = '', content = '' } = tokens[index] ?? {};
    const picture = pictures[info];
    return picture ? picture(content) : otherwise(tokens, index, ...rest);
  };

const forms =
  (otherwise: Rule): Rule =>
  (tokens, index, ...rest) => {
    const { content = '' } = tokens[index] ?? {};
    const [, tag, operations] = /^<!-- try ([\w-]+): ([\w ]+) -->/.exec(content) ?? [];
    if (tag !== undefined) return `<TryOut tag="${tag}" operations="${operations}" />\n`;
    const [, component] = /^<!-- show (\w+) -->/.exec(content) ?? [];
    return component === undefined ? otherwise(tokens, index, ...rest) : `<${component} />\n`;
  };

/**
 * Links to pages are from the root of the site, because /docs has no slash at its end. Other paths of the
 * stage are not pages.
 */
const links =
  (otherwise: Rule): Rule =>
  (tokens, index, options, env, self) => {
    const token = tokens[index];
    const path = pathOf(token?.attrGet('href') ?? '', String(env.relativePath));
    if (path === undefined) return otherwise(tokens, index, options, env, self);
    const isPage = path.startsWith('/docs');
    token?.attrSet('href', isPage ? path.replace(/^\/docs\/?/, '/') : path);
    if (isPage) return otherwise(tokens, index, options, env, self);
    token?.attrSet('target', '_self');
    return self.renderToken(tokens, index, options);
  };

/** @returns the path on the stage that a link of a page leads to; undefined for headings and other hosts. */
function pathOf(link: string, page: string): string | undefined {
  const own = link.replace(/^http:\/\/localhost:3000(?=\/)/, '');
  if (/^(https?:|#)/.test(own)) return undefined;
  return own.startsWith('/') ? own : posix.join('/docs', posix.dirname(page), own);
}

/** Words up to this length stay on one line, also at hyphens. It fits on a phone. */
const LONGEST_WORD = 36;

const codes =
  (otherwise: Rule): Rule =>
  (tokens, index, options, env, self) => {
    const token = tokens[index];
    if (token && token.content.length > LONGEST_WORD) token.attrJoin('class', 'long');
    const html = otherwise(tokens, index, options, env, self);
    if (!token || token.content.length <= LONGEST_WORD) return html;
    return html.replace(/(?<=>).*(?=<)/s, (text) =>
      text
        .split(' ')
        .map((word) => (word.length > LONGEST_WORD ? word : `<span class="word">${word}</span>`))
        .join(' '),
    );
  };

/** By the language of the code block. */
const pictures: Readonly<Record<string, ((text: string) => string) | undefined>> = {
  states: statesPicture,
  journey: journeyPicture,
};

/** @param text pairs of lines: a step with its states, and what happens. */
function journeyPicture(text: string): string {
  const steps = text.trim().matchAll(/^(\w+): (.+)\n(.+)$/gm);
  const items = Array.from(steps, ([, name = '', states = '', about = '']) => {
    const shown = states.split(', ').map((state) => `<li><code>${state}</code></li>`);
    const sentence = about.replace(/`([^`]+)`/g, '<code>$1</code>');
    return `<li><strong>${name}</strong><p>${sentence}</p><ul>${shown.join('')}</ul></li>`;
  });
  return `<ol class="journey">${items.join('')}</ol>\n`;
}
