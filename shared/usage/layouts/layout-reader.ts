/** Reads reports of stores by their layouts. */
import { readCells } from '../reading/cells.ts';
import { FileRejected } from '../reading/file-rejected.ts';
import { UNBALANCED } from '../reading/own-reader.ts';
import { isBlank, type ReaderOf, type ReportLine, type ReportReader } from '../reading/report-reader.ts';
import { MAX_LINE_LENGTH, type TextLine } from '../reading/text-lines.ts';
import { trimmedCells, type UsageColumn, usageColumns } from '../rules/report-header.ts';
import { readUsageLine } from '../rules/usage-line.ts';
import { bareColumn, headerIn, headerLack, type LayoutHeader } from './layout-header.ts';
import { LayoutLines } from './layout-lines.ts';
import type { ReportLayout } from './report-layout.ts';

/** The header is one of the first lines. */
const MAX_PREFACE_LINES = 40;

export function layoutReader(layout: ReportLayout, of: ReaderOf): ReportReader {
  const before: string[] = [];
  let lines: { readonly read: (line: TextLine) => readonly ReportLine[] } | undefined;
  return {
    read(line) {
      if (isBlank(line.text)) return [];
      if (lines) return lines.read(line);
      const header = headerIn(line.text, layout);
      if (header) {
        of.onIgnored?.(header.ignored);
        lines = linesAfter(header, before);
      } else if (before.push(line.text) === MAX_PREFACE_LINES) throw withoutHeader();
      return [];
    },
    end() {
      if (lines) return;
      throw before.length === 0 ? new FileRejected('The file is empty.') : withoutHeader();
    },
  };

  function withoutHeader(): FileRejected {
    const lack = headerLack(before, layout);
    of.onLack?.(lack);
    return new FileRejected(lack.fault);
  }

  function linesAfter(header: LayoutHeader, preface: readonly string[]) {
    const reader = new LayoutLines(
      layout,
      header,
      prefaceValues(preface, { layout, separator: header.separator }),
    );
    return { read: (line: TextLine) => readLine(line, { header, reader }) };
  }

  function readLine(line: TextLine, { header, reader }: { header: LayoutHeader; reader: LayoutLines }) {
    const { number, text } = line;
    const rejected = (read: string) => [{ number, text, read }];
    if (line.isTooLong) return rejected(`The line has more than ${MAX_LINE_LENGTH} characters.`);
    const cells = readCells(text, header.separator);
    if (!cells) return rejected(UNBALANCED);
    const trimmed = trimmedCells(cells, header.width);
    const found = reader.read(trimmed);
    if (found.is === 'values') return [{ number, text, read: readUsageLine(found.values, of.known) }];
    if (found.is === 'fault') return rejected(found.reason);
    of.onOther?.({ ...found, cells: trimmed.filter((cell) => cell !== '') });
    return [];
  }
}

/** @returns values in the lines before the header: beside their label, or below it. */
function prefaceValues(
  lines: readonly string[],
  { layout, separator }: { readonly layout: ReportLayout; readonly separator: string },
): ReadonlyMap<UsageColumn, string> {
  const rows = lines.map((line) => trimmedCells(readCells(line, separator) ?? []));
  const values = new Map<UsageColumn, string>();
  for (const column of usageColumns) {
    const labels = layout.preface[column]?.map(bareColumn);
    for (const [at, row] of labels ? rows.entries() : []) {
      const place = row.findIndex((cell) => labels?.includes(bareColumn(cell.replace(/:$/, ''))));
      const value = place < 0 ? undefined : row.length === 2 && place === 0 ? row[1] : rows[at + 1]?.[place];
      if (value) values.set(column, value);
    }
  }
  return values;
}
