/** What the site makes of Markdown: pictures of states, forms for operations, and links within the stage. */
import { posix } from 'node:path';
import dagre from '@dagrejs/dagre';
import type { MarkdownRenderer } from 'vitepress';

type Rules = MarkdownRenderer['renderer']['rules'];
type Rule = NonNullable<Rules['fence']>;

export function extend({ renderer }: MarkdownRenderer): void {
  const { rules } = renderer;
  rules.fence = fences(rules.fence);
  rules.html_block = forms(rules.html_block);
  rules.link_open = links(rules.link_open);
  rules.code_inline = codes(rules.code_inline);
}

const fences =
  (otherwise: Rules['fence']): Rule =>
  (tokens, index, ...rest) => {
    const { info = '', content = '' } = tokens[index] ?? {};
    const picture = pictures[info];
    return picture ? picture(content) : (otherwise?.(tokens, index, ...rest) ?? '');
  };

const forms =
  (otherwise: Rules['html_block']): Rule =>
  (tokens, index, ...rest) => {
    const { content = '' } = tokens[index] ?? {};
    const [, tag, operations] = /^<!-- try ([\w-]+): ([\w ]+) -->/.exec(content) ?? [];
    if (tag !== undefined) return `<TryOut tag="${tag}" operations="${operations}" />\n`;
    const [, component] = /^<!-- show (\w+) -->/.exec(content) ?? [];
    return component === undefined ? (otherwise?.(tokens, index, ...rest) ?? '') : `<${component} />\n`;
  };

/**
 * Links to pages are from the root of the site, because /docs has no slash at its end. Other paths of the
 * stage are not pages.
 */
const links =
  (otherwise: Rules['link_open']): Rule =>
  (tokens, index, options, env, self) => {
    const token = tokens[index];
    const path = pathOf(token?.attrGet('href') ?? '', String(env.relativePath));
    if (path === undefined) return otherwise?.(tokens, index, options, env, self) ?? '';
    const isPage = path.startsWith('/docs');
    token?.attrSet('href', isPage ? path.replace(/^\/docs\/?/, '/') : path);
    if (isPage) return otherwise?.(tokens, index, options, env, self) ?? '';
    token?.attrSet('target', '_self');
    return self.renderToken(tokens, index, options);
  };

/** @returns the path on the stage that a link of a page leads to; undefined for headings and other hosts. */
function pathOf(link: string, page: string): string | undefined {
  const own = link.replace(/^http:\/\/localhost:3000(?=\/)/, '');
  if (/^(https?:|#)/.test(own)) return undefined;
  return own.startsWith('/') ? own : posix.join('/docs', posix.dirname(page), own);
}

const ERRORS_PAGE = 'errors.md';

/** The codes on the page of errors are targets of links. */
const codes =
  (otherwise: Rules['code_inline']): Rule =>
  (tokens, index, options, env, self) => {
    const token = tokens[index];
    const isFirst = env.relativePath === ERRORS_PAGE && !env.codes?.has(token?.content);
    if (isFirst && token) {
      env.codes = new Set([...(env.codes ?? []), token.content]);
      token.attrSet('id', token.content);
    }
    return otherwise?.(tokens, index, options, env, self) ?? '';
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

interface Move {
  readonly from: string;
  readonly to: string;
  readonly cause: string;
}

const movesIn = (text: string): Move[] =>
  Array.from(text.matchAll(/^(\w+) -> (\w+): (.+)$/gm), ([, from = '', to = '', cause = '']) => ({
    from,
    to,
    cause,
  }));

const CHARACTER = 7.4;
const HEIGHT = 34;
const LINE = 15;

/**
 * @param text lines such as `pending -> sent: approve (operator)`.
 * @returns a picture with the text as its description.
 */
function statesPicture(text: string): string {
  const moves = movesIn(text);
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'TB', nodesep: 40, ranksep: 34, edgesep: 16, marginx: 8, marginy: 8 });
  for (const state of new Set(moves.flatMap(({ from, to }) => [from, to])))
    graph.setNode(state, { width: state.length * CHARACTER + 28, height: HEIGHT });
  for (const { from, to, causes } of joined(moves))
    graph.setEdge(from, to, {
      causes,
      width: Math.max(...causes.map((cause) => cause.length)) * CHARACTER * 0.8,
      height: causes.length * LINE,
      labelpos: 'c',
    });
  dagre.layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  const states = graph.nodes().map((name) => {
    const { x, y, width: wide, height: high } = graph.node(name);
    return `<g><rect x="${x - wide / 2}" y="${y - high / 2}" width="${wide}" height="${high}" rx="8"/><text x="${x}" y="${y + 5}">${name}</text></g>`;
  });
  const arrows = graph.edges().map((edge) => arrow(graph.edge(edge)));
  return [
    `<figure class="states"><svg viewBox="0 0 ${Math.ceil(width)} ${Math.ceil(height)}" width="${Math.ceil(width)}" role="img" aria-label="${text.trim().replaceAll('\n', '; ')}">`,
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z"/></marker></defs>',
    ...arrows,
    ...states,
    '</svg></figure>\n',
  ].join('');
}

/** The moves between the same states are one arrow. */
function joined(moves: readonly Move[]) {
  return [...Map.groupBy(moves, ({ from, to }) => `${from} ${to}`).values()].map((same) => ({
    from: same[0]?.from ?? '',
    to: same[0]?.to ?? '',
    causes: same.map(({ cause }) => cause),
  }));
}

interface Arrow {
  readonly points: readonly { readonly x: number; readonly y: number }[];
  readonly causes: readonly string[];
  readonly x: number;
  readonly y: number;
}

function arrow(edge: object): string {
  const { points, causes, x, y } = edge as Arrow;
  const path = points.map((point, index) => `${index === 0 ? 'M' : 'L'}${point.x} ${point.y}`).join('');
  const first = y - ((causes.length - 1) * LINE) / 2 + 4;
  const labels = causes.map((cause, index) => `<text x="${x}" y="${first + index * LINE}">${cause}</text>`);
  return `<g class="move"><path d="${path}" marker-end="url(#arrow)"/>${labels.join('')}</g>`;
}
