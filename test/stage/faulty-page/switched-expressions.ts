/** A plugin of Vite with which each expression of a template can be given its fault while the page is shown. */
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';
import type { PageExpression } from '../../mutation/page-mutants.ts';

const inPage = join(import.meta.dirname, 'in-page.ts');

/** @param expressions whose faults have the index as their number. */
export const switchedExpressions = (expressions: readonly PageExpression[]): Plugin => ({
  name: 'switched-expressions',
  enforce: 'pre',
  transform(code, id) {
    const own = expressions.flatMap((each, number) => (each.file === id ? [{ ...each, number }] : []));
    if (own.length === 0) return undefined;
    const switched = own
      .toSorted((left, right) => right.start - left.start)
      .reduce((text, each) => `${text.slice(0, each.start)}${switchOf(each)}${text.slice(each.end)}`, code);
    const setUp = '<script setup lang="ts">';
    if (!switched.includes(setUp)) throw new Error(`${basename(id)} has no ${setUp}.`);
    return switched.replace(setUp, `${setUp}\nimport { hasFault } from '${inPage}';`);
  },
});

/** @returns an expression with the value of `to` while it has the fault. Types are not checked here. */
function switchOf({ kind, from, to, number }: PageExpression & { readonly number: number }): string {
  const [, item = '', list = ''] = (kind === 'v-for' && /^(.* (?:in|of) )(.*)$/s.exec(from)) || [];
  return list === ''
    ? `(hasFault(${number}) ? (${to}) : (${from}))`
    : `${item}(hasFault(${number}) ? [] : (${list}))`;
}
