/** Reads a store's report line by line, and separates valid from rejected lines. */
import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { countryData } from '../../reference/data/countries.ts';
import { dspData } from '../../reference/data/dsps.ts';
import { DecimalForms } from '../rules/decimal-forms.ts';
import { namedColumns, type ReportColumns, readHeader, trimmedCells } from '../rules/report-header.ts';
import { type KnownValues, readUsageLine, type UsageLine } from '../rules/usage-line.ts';
import { FileRejected } from './file-rejected.ts';
import { DECIDING_BYTES, encodingOf } from './report-encoding.ts';
import { usageHeader } from './report-format.ts';
import { MAX_LINE_LENGTH, type TextLine, textLines } from './text-lines.ts';

export interface ReportLine {
  readonly number: number;
  /** The original text. */
  readonly text: string;
  /** The parsed line, or why it is rejected. */
  readonly read: UsageLine | string;
}

interface Announced {
  /** Of the announced file, which the content must have. Null for content written by the service. */
  readonly sha256: string | null;
  /** The last day that lines may have. */
  readonly lastDay: string;
  /** Gets the names of columns that are not read. */
  readonly onIgnored?: (names: readonly string[]) => void;
}

/**
 * @returns the lines after the header that have a value.
 * @throws FileRejected for a file that is empty, lacks columns, differs from the announced one, or has ambiguous
 * amounts.
 */
export async function* reportLines(
  content: AsyncIterable<Uint8Array>,
  { sha256, lastDay, onIgnored }: Announced,
): AsyncGenerator<ReportLine[]> {
  const known: KnownValues = {
    dsps: new Set(dspData.rows().map(({ id }) => id)),
    countries: new Set(countryData.rows().map((country) => country['alpha2-code'])),
    lastDay,
  };
  const hash = createHash('sha256');
  let layout: Layout | undefined;
  for await (const lines of decodedLines(hashed(content, hash))) {
    const some = lines.filter(({ text }) => !BLANK.test(text));
    while (layout === undefined && some.length > 0) {
      layout = layoutOf(some.shift());
      if (layout) onIgnored?.(layout.ignored);
    }
    const read = layoutReader(layout, known);
    yield some.map((line) => ({ number: line.number, text: line.text, read: read(line) }));
  }
  if (layout === undefined) throw new FileRejected('The file is empty.');
  if (layout.decimals.fault !== undefined) throw new FileRejected(layout.decimals.fault);
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

interface Layout extends ReportColumns {
  readonly separator: string;
  readonly decimals: DecimalForms;
}

/**
 * @param line the header, or the line that precedes it for Excel ("sep=;").
 * @returns how lines are read, or undefined for the line for Excel.
 * @throws FileRejected
 */
function layoutOf(line: TextLine | undefined): Layout | undefined {
  const { text = '' } = line ?? {};
  if (/^sep=.$/i.test(text)) return undefined;
  const [best] = SEPARATORS.map((separator) => {
    const cells = cellsIn(text, separator) ?? [];
    return { separator, cells, named: namedColumns(cells) };
  }).sort((left, right) => right.named - left.named);
  if (!best || best.named === 0 || text.includes('\r')) throw new FileRejected(headerFault(text));
  const columns = readHeader(best.cells);
  if (typeof columns === 'string') throw new FileRejected(columns);
  return { ...columns, separator: best.separator, decimals: new DecimalForms(best.separator) };
}

function headerFault(text: string): string {
  const columns = `A report is CSV with the header ${usageHeader}.`;
  if (/^\s*</.test(text)) return `The file is an XML or HTML document. ${columns}`;
  if (/^\s*[{[]/.test(text)) return `The file is a JSON document. ${columns}`;
  if (/^#?HEAD[\t|]/.test(text)) return `The file is a sales report of DDEX (DSR). ${columns}`;
  if (text.includes('\r')) return 'The lines of the file end with CR alone. Save it with LF or CRLF.';
  return `The first line must be the header ${usageHeader}.`;
}

const layoutReader = (layout: Layout | undefined, known: KnownValues) => (line: TextLine) =>
  layout ? readLine(line, layout, known) : 'The line precedes the header.';

function readLine(
  line: TextLine,
  { separator, places, width, decimals }: Layout,
  known: KnownValues,
): UsageLine | string {
  if (line.isTooLong) return `The line has more than ${MAX_LINE_LENGTH} characters.`;
  const cells = cellsIn(line.text, separator);
  if (!cells) return 'The line has unbalanced quotes.';
  const trimmed = trimmedCells(cells, width);
  if (trimmed.length !== width) return `The line has ${trimmed.length} columns instead of ${width}.`;
  const values = places.map((place) => trimmed[place] ?? NO_CELL);
  return readUsageLine(values.with(REVENUE, decimals.read(values[REVENUE] ?? NO_CELL)), known);
}

const NO_CELL = '';
const REVENUE = usageHeader.split(',').indexOf('revenue');

/** Values contain no line ends. Parsing each line separately limits a stray quote to its own line. */
function cellsIn(text: string, separator: string): readonly string[] | undefined {
  if (!text.includes('"')) return text.split(separator);
  try {
    return parse(text, { relax_column_count: true, delimiter: separator })[0];
  } catch {
    return undefined;
  }
}
