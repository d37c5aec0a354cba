/** Holds the report of a run against specification.md: which rules of the specification have no passing test. */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

export interface Row {
  readonly section: string;
  readonly rule: string;
  /** Below test/, without `.test.ts`. */
  readonly file: string;
  /** `%s` and the like stand for values. */
  readonly title: string;
}

/** What test/reporter.ts writes of a run. */
export interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  }[];
}

export interface CountedReport extends Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
}

export const specification = (): Row[] =>
  rowsOf(readFileSync(join(import.meta.dirname, 'specification.md'), 'utf8'));

/** @throws Error for a line of the table that has not four cells. */
export function rowsOf(markdown: string): Row[] {
  const [, , ...lines] = markdown.split('\n').filter((line) => line.startsWith('|'));
  return lines.map((line) => {
    const [section = '', rule = '', file = '', title = '', ...more] = line
      .slice(1, -1)
      .split(' | ')
      .map((cell) => cell.trim());
    if (title === '' || more.length > 0) throw new Error(`Not a row of four cells: ${line}`);
    return { section, rule, file, title };
  });
}

/** @returns a line for each row without a test that has passed; a skipped test proves nothing. */
export function unproven(rows: readonly Row[], { testResults }: Report): string[] {
  const passed = new Map<string, string[]>();
  for (const { name, assertionResults } of testResults) {
    const file = relative(import.meta.dirname, name).replace(/\.test\.ts$/, '');
    passed.set(
      file,
      assertionResults.flatMap(({ title, status }) => (status === 'passed' ? [title] : [])),
    );
  }
  return rows
    .filter(({ file, title }) => !passed.get(file)?.some((each) => patternOf(title).test(each)))
    .map(
      ({ section, rule, file, title }) =>
        `${section} ${rule}: no test "${title}" has passed in test/${file}.test.ts`,
    );
}

function patternOf(title: string): RegExp {
  const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(
    `^${title
      .split(/%[sijdfo]/)
      .map(literal)
      .join('.*')}$`,
    's',
  );
}
