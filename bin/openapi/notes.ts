/** The prose of the API's document, which is Markdown beside the declarations. Functions do not read it. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { api } from '../../shared/service/api.ts';

const shared = join(import.meta.dirname, '../../shared');

/**
 * @returns the paragraphs, each on one line. Lists and tables keep their lines.
 * @internal
 */
export const paragraphsOf = (markdown: string): readonly string[] =>
  markdown
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replaceAll(/\n(?![-*|] )/g, ' '));

const paragraphsIn = (file: string) => paragraphsOf(readFileSync(join(shared, file), 'utf8'));

/** Behavior that all resources share and the specification leaves open. */
export const conventions = paragraphsIn('service/conventions.md');

/** What clients should know of a type besides its fields and operations, by type. */
export const notes = notesIn(globSync('*/api/*.md', { cwd: shared }).toSorted());

/**
 * @param files below shared/.
 * @throws Error for a file without a type, which no page would show.
 * @internal
 */
export function notesIn(files: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const types = new Set<string>(api.resources.map(({ type }) => type));
  const stray = files.filter((file) => !types.has(basename(file, '.md')));
  if (stray.length > 0) throw new Error(`These texts have the name of no declared type: ${stray.join(', ')}`);
  return Object.fromEntries(files.map((file) => [basename(file, '.md'), paragraphsIn(file)]));
}
