/** The console with expressions that can be given faults, as Vite builds it. */
import vue from '@vitejs/plugin-vue';
import { build, type Rollup } from 'vite';
import type { Files } from '../../../infra/bundle/files.ts';
import { consoleExpressions } from './page-expressions.ts';
import { switchedExpressions } from './switched-expressions.ts';

export async function faultyConsole(): Promise<Files> {
  const { output } = (await build({
    root: consoleExpressions.folder,
    configFile: false,
    base: './',
    logLevel: 'error',
    plugins: [switchedExpressions(consoleExpressions), vue()],
    build: { write: false, assetsInlineLimit: 0, modulePreload: false, cssCodeSplit: false },
  })) as Rollup.RollupOutput;
  return new Map(
    output.map((each) => [each.fileName, each.type === 'chunk' ? each.code : String(each.source)]),
  );
}
