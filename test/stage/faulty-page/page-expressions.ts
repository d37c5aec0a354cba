/** The expressions of the templates of pages, which are numbered by their places here. */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expressionsOf, type PageExpression } from '../../mutation/page-mutants.ts';

export interface PageExpressions {
  readonly folder: string;
  readonly all: readonly PageExpression[];
  /** By their numbers. Those that a template has several times are counted. */
  readonly names: readonly string[];
}

/** What a page does when a person acts. */
export const isAct = ({ kind }: PageExpression): boolean =>
  kind.startsWith('@') || kind.startsWith('v-model');

function expressionsIn(folder: string): PageExpressions {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.vue'))
    .toSorted()
    .flatMap((name) => expressionsOf(join(folder, name)));
  const seen = new Map<string, number>();
  const names = all.map(({ file, kind, from }) => {
    const name = `${basename(file)} ${kind} ${from}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
  return { folder, all, names };
}

const root = join(import.meta.dirname, '../../..');
export const consoleExpressions = expressionsIn(join(root, 'bin/operator/console/page'));
export const siteExpressions = expressionsIn(join(root, 'bin/site/.vitepress/theme'));
