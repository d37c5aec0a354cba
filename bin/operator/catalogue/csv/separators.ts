/** Finds out what separates the cells of a spreadsheet, which depends on the country of the program that wrote it. */
import { columnNamed } from './columns.ts';

export interface Separated {
  readonly text: string;
  readonly separator: string;
}

const SEPARATORS = [',', ';', '\t', '|'] as const;

/** @returns the text without a line such as "sep=;", and the separator that this or the names of columns show. */
export function separatorOf(text: string): Separated {
  const bare = text.replace(/^\ufeff/, '');
  const [line = '', stated] = /^"?sep=([,;\t|])"?[^\S\r\n]*(?=[\r\n]|$)/i.exec(bare) ?? [];
  // The line end stays, so that lines are counted as in the file.
  if (stated !== undefined) return { text: bare.slice(line.length), separator: stated };
  const header = bare.trimStart().replace(/[\r\n].*$/s, '');
  const counted = SEPARATORS.map((separator) => ({ separator, names: namesIn(header, separator) }));
  const [best] = counted.toSorted((left, right) => right.names - left.names);
  return { text: bare, separator: best?.separator ?? ',' };
}

const namesIn = (header: string, separator: string): number =>
  header.split(separator).filter((name) => columnNamed(name.replaceAll('"', '').trim().toLowerCase())).length;
