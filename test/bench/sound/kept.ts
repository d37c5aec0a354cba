/** Keeps what is computed from the corpus in a temporary folder for the next run. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CORPUS = join(import.meta.dirname, '../../support/audio/corpus');

/**
 * @param sources the files of the corpus and of this folder from which it is computed. When one changes,
 * except for its layout, it is computed again.
 */
export async function kept<T>(
  name: string,
  { sources, compute }: { readonly sources: readonly string[]; readonly compute: () => Promise<T> },
): Promise<T> {
  const digest = createHash('sha256');
  for (const source of sources)
    for (const file of [join(CORPUS, source), join(import.meta.dirname, source)])
      for (const found of globSync(file)) digest.update(readFileSync(found, 'utf8').replaceAll(/[\s,]/g, ''));
  const folder = join(tmpdir(), `sound-bench-${digest.digest('hex').slice(0, 12)}`);
  const file = join(folder, `${name.replaceAll(/\W+/g, '-')}.json`);
  if (!existsSync(file)) {
    const computed = await compute();
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${file}.part`, JSON.stringify(computed));
    renameSync(`${file}.part`, file);
  }
  return JSON.parse(readFileSync(file, 'utf8'));
}
