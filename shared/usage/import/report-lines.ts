/** Reads a store's report line by line, and separates valid from rejected lines. */
import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { countryData } from '../../reference/data/countries.ts';
import { dspData } from '../../reference/data/dsps.ts';
import { isUsageHeader, readUsageLine, type UsageLine } from '../rules/usage-line.ts';
import { usageHeader } from './report-format.ts';
import { MAX_LINE_LENGTH, type TextLine, textLines } from './text-lines.ts';

/** Thrown if nothing in a file can be imported. The message is a sentence for the operator. */
export class FileRejected extends Error {
  override name = 'FileRejected';
}

export interface ReportLine {
  readonly number: number;
  /** The original text. */
  readonly text: string;
  /** The parsed line, or why it is rejected. */
  readonly read: UsageLine | string;
}

/**
 * @param sha256 of the announced file, which the content must have. Null for content written by the service.
 * @returns the non-empty lines after the header.
 * @throws FileRejected for a file that is empty, has another header, or differs from the announced one.
 */
export async function* reportLines(
  content: AsyncIterable<Uint8Array>,
  sha256: string | null,
): AsyncGenerator<ReportLine[]> {
  const known = {
    dsps: new Set(dspData.rows().map(({ id }) => id)),
    countries: new Set(countryData.rows().map((country) => country['alpha2-code'])),
  };
  const hash = createHash('sha256');
  let hasHeader = false;
  for await (const lines of textLines(hashed(content, hash))) {
    const some = lines.filter(({ text }) => text.trim() !== '');
    if (!hasHeader && some.length > 0) {
      requireHeader(some.shift());
      hasHeader = true;
    }
    yield some.map((line) => ({ number: line.number, text: line.text, read: readLine(line, known) }));
  }
  if (!hasHeader) throw new FileRejected('The file is empty.');
  if (sha256 !== null && hash.digest('hex') !== sha256)
    throw new FileRejected('The file has changed since it was announced.');
}

async function* hashed(content: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>) {
  for await (const piece of content) {
    hash.update(piece);
    yield piece;
  }
}

function requireHeader(line: TextLine | undefined): void {
  const cells = line && cellsOf(line);
  if (!cells || !isUsageHeader(cells))
    throw new FileRejected(`The first line must be the header ${usageHeader}.`);
}

function readLine(line: TextLine, known: Parameters<typeof readUsageLine>[1]): UsageLine | string {
  if (line.isTooLong) return `The line has more than ${MAX_LINE_LENGTH} characters.`;
  const cells = cellsOf(line);
  return cells ? readUsageLine(cells, known) : 'The line has unbalanced quotes.';
}

/** Values contain no line ends. Parsing each line separately limits a stray quote to its own line. */
function cellsOf({ text }: TextLine): readonly string[] | undefined {
  if (!text.includes('"')) return text.split(',');
  try {
    return parse(text, { relax_column_count: true })[0];
  } catch {
    return undefined;
  }
}
