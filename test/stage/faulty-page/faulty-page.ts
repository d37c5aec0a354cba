/** The console with expressions that can be given faults, as Vite builds it. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import vue from '@vitejs/plugin-vue';
import { build, type Rollup } from 'vite';
import type { Files } from '../../../infra/bundle/files.ts';
import { expressionsOf, type PageExpression } from '../../mutation/page-mutants.ts';
import { switchedExpressions } from './switched-expressions.ts';

const folder = join(import.meta.dirname, '../../../bin/operator/console/page');

/** Those that decide what is shown. What a page does when a person acts is tested where it is described. */
export const shownExpressions: readonly PageExpression[] = readdirSync(folder)
  .filter((name) => name.endsWith('.vue'))
  .flatMap((name) => expressionsOf(join(folder, name)))
  .filter(({ kind }) => !kind.startsWith('@'));

export async function faultyPage(): Promise<Files> {
  const { output } = (await build({
    root: folder,
    configFile: false,
    base: './',
    logLevel: 'error',
    plugins: [switchedExpressions(shownExpressions), vue()],
    build: { write: false, assetsInlineLimit: 0, modulePreload: false, cssCodeSplit: false },
  })) as Rollup.RollupOutput;
  return new Map(
    output.map((each) => [each.fileName, each.type === 'chunk' ? each.code : String(each.source)]),
  );
}
