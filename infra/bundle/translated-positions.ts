/** Replaces positions in a bundle, in any text such as a stack trace, by positions in its sources. */
import type { SourceMap } from 'node:module';

/** @param pathOf a source, relative to the bundle. */
export const translatedPositions = (
  text: string,
  map: SourceMap,
  pathOf: (source: string) => string,
): string =>
  text.replace(/[^\s"'()]*index[-\w]*\.mjs:(\d+):(\d+)/g, (position, line, column) => {
    // Stack traces count from 1, source maps from 0.
    const entry = map.findEntry(Number(line) - 1, Number(column) - 1);
    if (!('originalSource' in entry)) return position;
    return `${pathOf(entry.originalSource)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
