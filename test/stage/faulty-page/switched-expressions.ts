/** A plugin of Vite with which each expression of a template can be given its fault while the page is shown. */
import { basename, join, relative } from 'node:path';
import type { Plugin } from 'vite';
import type { PageExpression } from '../../mutation/page-mutants.ts';
import { isAct, type PageExpressions } from './page-expressions.ts';

const inPage = join(import.meta.dirname, 'page/expressions.ts');

/** @param copy of the folder of the expressions, if the page is built in another place. */
export const switchedExpressions = ({ folder, all }: PageExpressions, copy = folder): Plugin => ({
  name: 'switched-expressions',
  enforce: 'pre',
  transform(code, id) {
    const file = join(folder, relative(copy, id));
    const own = all.flatMap((each, number) => (each.file === file ? [{ ...each, number }] : []));
    if (own.length === 0) return undefined;
    const switched = own
      .toSorted((left, right) => right.start - left.start)
      .reduce(
        (text, each) => `${text.slice(0, each.start)}${switchOf(each)}${marked(each, text.slice(each.end))}`,
        code,
      );
    const setUp = '<script setup lang="ts">';
    if (!switched.includes(setUp)) throw new Error(`${basename(id)} has no ${setUp}.`);
    return switched.replace(setUp, `${setUp}\nimport { hasFault, isCalled, modelOf } from '${inPage}';`);
  },
});

type Numbered = PageExpression & { readonly number: number };

/** @returns an expression with the value of `to` while it has the fault. Types are not checked here. */
function switchOf({ kind, from, to, number }: Numbered): string {
  if (kind.startsWith('@'))
    return isFunction(from)
      ? `(...given) => isCalled(${number}) && (${from})(...given)`
      : `isCalled(${number}) && (${from})`;
  if (kind.startsWith('v-model'))
    return `modelOf(${number}, () => ${from}, (value) => { ${from.replace(/ as \w+$/, '')} = value }).value`;
  const [, item = '', list = ''] = (kind === 'v-for' && /^(.* (?:in|of) )(.*)$/s.exec(from)) || [];
  return list === ''
    ? `(hasFault(${number}) ? (${to}) : (${from}))`
    : `${item}(hasFault(${number}) ? [] : (${list}))`;
}

/** As Vue tells functions from statements. */
const isFunction = (from: string): boolean => /^[\w$.]+$|^\([^)]*\) =>/.test(from);

/** @param rest of the text after the expression. @returns it with an attribute by which the page finds the element. */
const marked = (each: Numbered, rest: string): string =>
  isAct(each) && /^[a-z]/.test(each.tag)
    ? `${rest.slice(0, 1)} data-act-${each.number}="${each.kind}"${rest.slice(1)}`
    : rest;
