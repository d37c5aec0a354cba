/** Translates positions in stack traces of deployed functions to the sources. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { type BundledSettings, bundleFunctions } from './bundle.ts';
import { translatedPositions } from './translated-positions.ts';

const root = join(import.meta.dirname, '../..');

/**
 * @param trace text with positions such as `file:///var/task/index.mjs:1:2345`.
 * @param name of the function. Its bundle is rebuilt, so the checkout must be the deployed commit.
 * @param settings of the stage.
 */
export async function withSourcePositions(
  trace: string,
  name: string,
  settings: BundledSettings,
): Promise<string> {
  const outdir = mkdtempSync(join(tmpdir(), 'source-positions-'));
  try {
    await bundleFunctions([name], outdir, settings);
    return translatedPositions(trace, {
      mapOf: (file) => readMap(join(outdir, name, `${file}.map`)),
      pathOf: (source) => relative(root, join(outdir, name, source)),
    });
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

const readMap = (path: string): SourceMap | undefined =>
  existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, 'utf8'))) : undefined;
