/** Reads a store's report line by line, and separates valid from rejected lines. */
import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { countryData } from '../../reference/data/countries.ts';
import { dspData } from '../../reference/data/dsps.ts';
import { isUsageHeader, readUsageLine, type UsageLine, type ValidCodes } from '../rules/usage-line.ts';
import { DECIDING_BYTES, encodingOf } from './report-encoding.ts';
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
 * @returns the lines after the header that have a value.
 * @throws FileRejected for a file that is empty, has another header, or differs from the announced one.
 */
export async function* reportLines(
  content: AsyncIterable<Uint8Array>,
  sha256: string | null,
): AsyncGenerator<ReportLine[]> {
  const valid: ValidCodes = {
    dsps: new Set(dspData.rows().map(({ id }) => id)),
    countries: new Set(countryData.rows().map((country) => country['alpha2-code'])),
  };
  const hash = createHash('sha256');
  let separator: string | undefined;
  for await (const lines of decodedLines(hashed(content, hash))) {
    const some = lines.filter(({ text }) => !BLANK.test(text));
    while (separator === undefined && some.length > 0) separator = separatorOf(some.shift());
    const read = (line: TextLine) => readLine(line, separator, valid);
    yield some.map((line) => ({ number: line.number, text: line.text, read: read(line) }));
  }
  if (separator === undefined) throw new FileRejected('The file is empty.');
  if (sha256 !== null && hash.digest('hex') !== sha256)
    throw new FileRejected('The file has changed since it was announced.');
}

async function* hashed(content: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>) {
  for await (const piece of content) {
    hash.update(piece);
    yield piece;
  }
}

/** @throws FileRejected for a file that is not text. */
async function* decodedLines(content: AsyncGenerator<Uint8Array>): AsyncGenerator<TextLine[]> {
  let start: Uint8Array = Buffer.alloc(0);
  while (start.length < DECIDING_BYTES) {
    const next = await content.next();
    if (next.done) break;
    start = Buffer.concat([start, next.value]);
  }
  const recognized = encodingOf(start);
  if ('fault' in recognized) throw new FileRejected(recognized.fault);
  yield* textLines(joined(start, content), recognized.encoding);
}

async function* joined(start: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield start;
  yield* rest;
}

/** Spreadsheet programs also write lines that are only formatted. */
const BLANK = /^(?:[\s,;|]|"")*$/;

const SEPARATORS = [',', ';', '\t', '|'];

/**
 * @param line the header, or the line that precedes it for Excel ("sep=;").
 * @returns what separates the columns of the header, or undefined for the line for Excel.
 * @throws FileRejected
 */
function separatorOf(line: TextLine | undefined): string | undefined {
  const { text = '' } = line ?? {};
  if (/^sep=.$/i.test(text)) return undefined;
  const separator = SEPARATORS.find((each) => isUsageHeader(cellsIn(text, each) ?? []));
  if (separator === undefined) throw new FileRejected(headerFault(text));
  return separator;
}

function headerFault(text: string): string {
  const columns = `A report is CSV with the header ${usageHeader}.`;
  if (/^\s*</.test(text)) return `The file is an XML or HTML document. ${columns}`;
  if (/^\s*[{[]/.test(text)) return `The file is a JSON document. ${columns}`;
  if (/^#?HEAD[\t|]/.test(text)) return `The file is a sales report of DDEX (DSR). ${columns}`;
  if (text.includes('\r')) return 'The lines of the file end with CR alone. Save it with LF or CRLF.';
  return `The first line must be the header ${usageHeader}.`;
}

function readLine(line: TextLine, separator: string | undefined, valid: ValidCodes): UsageLine | string {
  if (line.isTooLong) return `The line has more than ${MAX_LINE_LENGTH} characters.`;
  const cells = cellsIn(line.text, separator ?? ',');
  return cells ? readUsageLine(cells, valid) : 'The line has unbalanced quotes.';
}

/** Values contain no line ends. Parsing each line separately limits a stray quote to its own line. */
function cellsIn(text: string, separator: string): readonly string[] | undefined {
  if (!text.includes('"')) return text.split(separator);
  try {
    return parse(text, { relax_column_count: true, delimiter: separator })[0];
  } catch {
    return undefined;
  }
}
