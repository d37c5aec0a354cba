/** Reads reports with our own columns, in any order. */
import { DecimalForms } from '../rules/decimal-forms.ts';
import { namedColumns, type ReportColumns, readHeader, trimmedCells } from '../rules/report-header.ts';
import { readUsageLine } from '../rules/usage-line.ts';
import { readCells } from './cells.ts';
import { FileRejected } from './file-rejected.ts';
import { usageHeader } from './report-format.ts';
import { isBlank, type ReaderOf, type ReportReader } from './report-reader.ts';
import { MAX_LINE_LENGTH, type TextLine } from './text-lines.ts';

const SEPARATORS = [',', ';', '\t', '|'];

interface Header extends ReportColumns {
  readonly separator: string;
  readonly decimals: DecimalForms;
}

export function ownReader({ known, onIgnored }: ReaderOf): ReportReader {
  let header: Header | undefined;
  return {
    read(line) {
      if (isBlank(line.text)) return [];
      if (header === undefined) {
        header = headerOf(line.text);
        if (header) onIgnored?.(header.ignored);
        return [];
      }
      const read = readLine(line, header);
      const { number, text } = line;
      return [{ number, text, read: typeof read === 'string' ? read : readUsageLine(read, known) }];
    },
    end() {
      if (header === undefined) throw new FileRejected('The file is empty.');
      if (header.decimals.fault !== undefined) throw new FileRejected(header.decimals.fault);
    },
  };
}

/**
 * @param text the header, or the line that precedes it for Excel ("sep=;").
 * @returns how lines are read, or undefined for the line for Excel.
 * @throws FileRejected
 */
function headerOf(text: string): Header | undefined {
  if (/^sep=.$/i.test(text)) return undefined;
  const [best] = SEPARATORS.map((separator) => {
    const cells = readCells(text, separator) ?? [];
    return { separator, cells, named: namedColumns(cells) };
  }).sort((left, right) => right.named - left.named || right.cells.length - left.cells.length);
  if (!best || (best.named === 0 && !areNames(best.cells)) || text.includes('\r') || isOther(text))
    throw new FileRejected(fileFault(text));
  const columns = readHeader(best.cells);
  if (typeof columns === 'string') throw new FileRejected(columns);
  return { ...columns, separator: best.separator, decimals: new DecimalForms(best.separator) };
}

/** Whether cells can be the names of columns of another report. Lines of values have numbers. */
const areNames = (cells: readonly string[]): boolean =>
  cells.length > 1 && cells.every((cell) => !/^[\s\d.,+-]*\d/.test(cell));

const isOther = (text: string): boolean => /^\s*[<{[]/.test(text);

function fileFault(text: string): string {
  const columns = `A report is CSV with the header ${usageHeader}.`;
  if (/^\s*</.test(text)) return `The file is an XML or HTML document. ${columns}`;
  if (/^\s*[{[]/.test(text)) return `The file is a JSON document. ${columns}`;
  if (text.includes('\r')) return 'The lines of the file end with CR alone. Save it with LF or CRLF.';
  return `The first line must be the header ${usageHeader}.`;
}

/** @returns the values of our columns, or a fault. */
function readLine(
  line: TextLine,
  { separator, places, width, decimals }: Header,
): readonly string[] | string {
  if (line.isTooLong) return `The line has more than ${MAX_LINE_LENGTH} characters.`;
  const cells = readCells(line.text, separator);
  if (!cells) return UNBALANCED;
  const trimmed = trimmedCells(cells, width);
  if (trimmed.length !== width) return `The line has ${trimmed.length} columns instead of ${width}.`;
  const values = places.map((place) => trimmed[place] ?? NO_CELL);
  return values.with(REVENUE, decimals.read(values[REVENUE] ?? NO_CELL));
}

export const UNBALANCED = 'The line has unbalanced quotes.';
const NO_CELL = '';
const REVENUE = usageHeader.split(',').indexOf('revenue');
