/** What the site makes of tables: names as targets of links, and long lists that are folded. */
import type { MarkdownRenderer } from 'vitepress';

type Rule = Parameters<MarkdownRenderer['core']['ruler']['push']>[1];
type State = Parameters<Rule>[0];
type Token = State['tokens'][number];

/** Heads of first columns whose names can be linked to. */
const NAMING_HEADS = new Set(['Field', 'Code']);
/** Lists of more values are folded. */
const MOST_VALUES = 6;
/** Texts up to this length stay on one line, also at hyphens. */
const SHORT = 12;

export function extendTables(state: State): void {
  for (const [place, { content }] of state.tokens.entries()) {
    const opening = state.tokens[place - 1];
    const isCell = opening?.type === 'td_open' || opening?.type === 'th_open';
    if (isCell && content.length <= SHORT) opening.attrJoin('class', 'short');
  }
  const cells = cellsOf(state.tokens);
  const ids = new Set(state.tokens.map((token) => token.attrGet('id')));
  for (const { head, isFirst, children } of cells) {
    const [first] = children;
    if (isFirst && first?.type === 'code_inline' && NAMING_HEADS.has(head) && !ids.has(first.content)) {
      ids.add(first.content);
      first.attrSet('id', first.content);
    }
    fold(children, state);
  }
}

interface Cell {
  /** The heading of its table's first column. */
  readonly head: string;
  readonly isFirst: boolean;
  readonly children: Token[];
}

function cellsOf(tokens: readonly Token[]): Cell[] {
  const cells: Cell[] = [];
  let head: string | undefined;
  let isFirst = false;
  for (const [place, { type, children, content }] of tokens.entries()) {
    if (type === 'table_open') head = undefined;
    if (type === 'tr_open') isFirst = true;
    if (type !== 'inline') continue;
    const { type: before } = tokens[place - 1] ?? {};
    if (before === 'th_open') head ??= content;
    if (before !== 'td_open') continue;
    cells.push({ head: head ?? '', isFirst, children: children ?? [] });
    isFirst = false;
  }
  return cells;
}

/** Puts a long list of values into a part that opens, named by the text before it. */
function fold(children: Token[], { Token }: State): void {
  const [first, ...list] = children;
  const isList = list.every(
    ({ type, content }, place) =>
      place === list.length - 1 || (place % 2 === 0 ? type === 'code_inline' : content === ', '),
  );
  const values = list.filter(({ type }) => type === 'code_inline').length;
  if (first?.type !== 'text' || !isList || values <= MOST_VALUES) return;
  const html = (content: string) => Object.assign(new Token('html_inline', '', 0), { content });
  first.content = `${first.content.replace(/one of $/, '')}${values} values`;
  children.splice(0, 1, html('<details><summary>'), first, html('</summary>'));
  children.push(html('</details>'));
}
