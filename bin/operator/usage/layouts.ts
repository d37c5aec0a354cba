/** The layouts of reports: those of the project, and files that operators wrote. */
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as v from 'valibot';
import { FileRejected } from '../../../shared/usage/import/file-rejected.ts';
import { reportLines } from '../../../shared/usage/import/report-lines.ts';
import {
  layoutSchema,
  ownLayout,
  type ReportLayout,
  withValues,
} from '../../../shared/usage/layouts/report-layout.ts';
import { listed, type UsageColumn } from '../../../shared/usage/rules/report-header.ts';
import { lastUsageDay } from '../../../shared/usage/rules/usage-day.ts';
import { jsonIn, unreadable } from '../files.ts';
import { rejection } from '../rejection.ts';

const FOLDER = join(import.meta.dirname, '../../../docs/layouts');

type Arguments = Readonly<Record<string, unknown>>;

/** @returns the layout that `--layout` and `--set` give; null for our own columns. @throws Rejection */
export async function layoutIn(args: Arguments): Promise<ReportLayout | null> {
  const { layout: name, set } = args;
  const values = Array.isArray(set) ? set.map(String) : [];
  if (typeof name !== 'string' && values.length === 0) return null;
  const layout = typeof name === 'string' ? await readLayout(name) : ownLayout;
  const changed = withValues(layout, values);
  if (typeof changed === 'string') throw rejection('invalid_value', changed);
  return changed;
}

async function readLayout(name: string): Promise<ReportLayout> {
  const isPath = /[./\\]/.test(name);
  if (!isPath && !(await layoutNames()).includes(name))
    throw rejection(
      'invalid_value',
      `There is no layout ${name}. The layouts are ${listed(await layoutNames())}.`,
    );
  return layoutAt(isPath ? name : join(FOLDER, `${name}.json`));
}

async function layoutAt(path: string): Promise<ReportLayout> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw unreadable(path, error);
  });
  const { success, output, issues } = v.safeParse(layoutSchema, jsonIn(text));
  if (success) return output;
  const faults = issues.map((issue) => `${v.getDotPath(issue) ?? 'the file'} ${issue.message}`);
  throw rejection('invalid_value', `${path} is not a layout: ${faults.join('; ')}.`);
}

/** Of the layouts of the project. */
const layoutNames = async (): Promise<string[]> =>
  (await readdir(FOLDER))
    .filter((file) => file.endsWith('.json'))
    .map((file) => basename(file, '.json'))
    .toSorted();

/**
 * Looks at the header before anything is uploaded.
 * @param start the beginning of the report.
 * @throws Rejection with the layout that fits, or with what the layout lacks.
 */
export async function requireHeader(start: Uint8Array, layout: ReportLayout | null): Promise<void> {
  const own = await headerOf(start, layout);
  if (own.fault === undefined) return;
  if (own.isDsr) throw rejection('usage_file_refused', own.fault);
  const fitting = layout === null ? await fittingLayouts(start) : [];
  if (fitting.length === 0) {
    // The stage says what other files are.
    if (layout === null) return;
    throw rejection('usage_file_refused', own.fault);
  }
  const [first, ...others] = fitting.map(({ layout: { name }, needed }) =>
    [`--layout ${name}`, ...needed.map((column) => `--set ${column}=VALUE`)].join(' '),
  );
  const names = listed(fitting.map(({ layout: { name } }) => name));
  const detail = `The report has the columns of the layout ${names}. Repeat with ${[first, ...others].join(', or with ')}.`;
  throw rejection('usage_file_refused', detail);
}

interface Fitting {
  readonly layout: ReportLayout;
  /** Columns of which the operator must give the value. */
  readonly needed: readonly UsageColumn[];
  readonly ignored: number;
}

/** What a report need not say, with a value for a trial. */
const SETTABLE = { dsp_id: '1', currency: 'EUR' } as const;

/** @returns the layouts whose columns the report has, the one that reads most of them first. */
async function fittingLayouts(start: Uint8Array): Promise<readonly Fitting[]> {
  const fitting: Fitting[] = [];
  for (const name of await layoutNames()) {
    const layout = await readLayout(name);
    const headerWith = (values: Partial<typeof SETTABLE>) =>
      headerOf(start, { ...layout, constants: { ...values, ...layout.constants } });
    const { fault, ignored } = await headerWith(SETTABLE);
    if (fault !== undefined) continue;
    const { dsp_id, currency } = SETTABLE;
    const [withoutDsp, withoutCurrency] = [await headerWith({ currency }), await headerWith({ dsp_id })];
    const needed = [
      ...(withoutDsp.fault === undefined ? [] : ['dsp_id' as const]),
      ...(withoutCurrency.fault === undefined ? [] : ['currency' as const]),
    ];
    fitting.push({ layout, needed, ignored });
  }
  return fitting.toSorted((left, right) => left.ignored - right.ignored);
}

/** @returns why the report has no header that can be read, or how many columns are not read. */
async function headerOf(start: Uint8Array, layout: ReportLayout | null) {
  let ignored: number | undefined;
  let isDsr = false;
  const announced = {
    sha256: null,
    lastDay: lastUsageDay(new Date()),
    layout,
    onIgnored: (names: readonly string[]) => {
      ignored = names.length;
    },
    onDsr: () => {
      isDsr = true;
    },
  };
  try {
    for await (const _ of reportLines(only(start), announced)) if (ignored !== undefined) break;
  } catch (error) {
    if (!(error instanceof FileRejected)) throw error;
    if (ignored === undefined) return { fault: error.message, ignored: 0, isDsr };
  }
  return { fault: undefined, ignored: ignored ?? 0, isDsr };
}

async function* only(bytes: Uint8Array) {
  yield bytes;
}
