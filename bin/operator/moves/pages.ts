/** Reads the lines of a file of an export in pages that fit into a request to a function. */
import { linesIn } from '../files.ts';

/** Far below the 6 MB of a request to a function. A single line can be longer. */
const PAGE_BYTES = 1_000_000;
const PAGE_LINES = 400;

/** @returns the lines in pages, with the number of the first. */
export async function* pagesOf(path: string): AsyncGenerator<{ lines: unknown[]; from: number }> {
  let lines: unknown[] = [];
  let bytes = 0;
  let from = 1;
  for await (const { text, number } of linesIn(path)) {
    if (lines.length === PAGE_LINES || (lines.length > 0 && bytes + text.length > PAGE_BYTES)) {
      yield { lines, from };
      lines = [];
      bytes = 0;
      from = number;
    }
    lines.push(JSON.parse(text));
    bytes += text.length;
  }
  if (lines.length > 0) yield { lines, from };
}

/** Lines have the id of the record to which they belong. */
export const idIn = (line: unknown): string => {
  const { id, parent } = Object(line);
  return String(id ?? parent);
};
