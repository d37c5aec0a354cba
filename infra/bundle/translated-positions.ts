/** Replaces positions in a bundle, in any text such as a stack trace, by positions in its sources. */
import type { SourceMap } from 'node:module';

interface Sources {
  /** @returns the map of a file of the bundle, such as `index.mjs`. */
  readonly mapOf: (file: string) => SourceMap | undefined;
  /** @param source relative to the bundle. */
  readonly pathOf: (source: string) => string;
}

export const translatedPositions = (text: string, { mapOf, pathOf }: Sources): string =>
  text.replace(/[^\s"'()]*?([-\w]+\.mjs):(\d+):(\d+)/g, (position, file, line, column) => {
    // Stack traces count from 1, source maps from 0.
    const entry = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!entry || !('originalSource' in entry)) return position;
    return `${pathOf(entry.originalSource)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
