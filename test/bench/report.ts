/** Tables of figures: printed as Markdown, written as JSON, and compared with an earlier run. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';

/** Figures by row and column. */
export type Figures = Readonly<Record<string, Readonly<Record<string, number>>>>;

export interface Report {
  readonly date: string;
  readonly machine: string;
  readonly tables: Readonly<Record<string, Figures>>;
}

export function reportOf(tables: Report['tables']): Report {
  const [processor] = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  const machine = `${cpus().length} cores (${processor?.model.trim()}), ${memory} GB, Node ${process.versions.node}`;
  return { date: new Date().toISOString().slice(0, 10), machine, tables };
}

export const measuredWith = ({ date, machine }: Report): string => `Measured on ${date} with ${machine}`;

/** @param earlier shown in parentheses where figures differ. */
export function printReport(report: Report, earlier?: Report): void {
  const { tables } = report;
  console.log(`\n${measuredWith(report)}.`);
  if (earlier) console.log(`In parentheses: ${earlier.date} with ${earlier.machine}.`);
  for (const [title, figures] of Object.entries(tables)) {
    const columns = [...new Set(Object.values(figures).flatMap((row) => Object.keys(row)))];
    console.log(
      `\n| ${[title, ...columns].join(' | ')} |\n| ${['---', ...columns.map(() => '--:')].join(' | ')} |`,
    );
    for (const [row, values] of Object.entries(figures)) {
      const cells = columns.map((column) => cell(values[column], earlier?.tables[title]?.[row]?.[column]));
      console.log(`| ${[row, ...cells].join(' | ')} |`);
    }
  }
}

const cell = (now: number | undefined, before: number | undefined): string =>
  before === undefined || before === now ? String(now ?? '') : `${now ?? ''} (${before})`;

export const readReport = (path: string): Report => JSON.parse(readFileSync(path, 'utf8'));

export const writeReport = (path: string, report: Report): void =>
  writeFileSync(path, `${JSON.stringify(report, null, 2)}\n`);
