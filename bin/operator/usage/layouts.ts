/** The layouts of reports: those of the project, and files that operators wrote. */
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as v from 'valibot';
import { reportLines } from '../../../shared/usage/import/report-lines.ts';
import {
  layoutSchema,
  ownLayout,
  type ReportLayout,
  withValues,
} from '../../../shared/usage/layouts/report-layout.ts';
import { FileRejected } from '../../../shared/usage/reading/file-rejected.ts';
import type { HeaderLack } from '../../../shared/usage/reading/report-reader.ts';
import { headerFault, listed, type UsageColumn } from '../../../shared/usage/rules/report-header.ts';
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
 * Checks the header before anything is uploaded.
 * @param start the beginning of the report.
 * @throws Rejection with the layout that fits, or with what the given or the nearest layout lacks.
 */
export async function requireHeader(start: Uint8Array, layout: ReportLayout | null): Promise<void> {
  const own = await headerOf(start, layout);
  if (own.fault === undefined) return;
  if (own.isDsr) throw rejection('usage_file_refused', own.fault);
  const { fitting, nearest } = await layoutsFor(start);
  const given = layout === null ? [] : [own.fault];
  if (fitting.length > 0)
    throw rejection('usage_file_refused', [...given, fittingSentences(fitting)].join(' '));
  if (layout !== null) throw rejection('usage_file_refused', own.fault);
  // The stage says what is wrong with other files, and with our own columns.
  if (nearest && nearest.lack.named > Math.max(1, await ownColumnsIn(start)))
    throw rejection('usage_file_refused', nearestSentences(nearest));
}

function fittingSentences(fitting: readonly Fitting[]): string {
  const [first, ...others] = fitting.map(({ layout: { name }, needed }) =>
    [`--layout ${name}`, ...needed.map((column) => `--set ${column}=VALUE`)].join(' '),
  );
  const names = listed(fitting.map(({ layout: { name } }) => name));
  return `The report has the columns of the layout ${names}. Repeat with ${[first, ...others].join(', or with ')}.`;
}

const nearestSentences = ({ layout: { name }, lack: { missing, unknown } }: Near): string =>
  [
    `No layout has the columns of the report. The nearest one is ${name}.`,
    `${headerFault(missing, unknown)}.`,
    `Copy docs/layouts/${name}.json, change its columns, and repeat with --layout and the path of the copy.`,
  ].join(' ');

/** @returns how many of our own columns the report has. */
const ownColumnsIn = async (start: Uint8Array): Promise<number> =>
  (await headerOf(start, ownLayout)).lack?.named ?? 0;

interface Fitting {
  readonly layout: ReportLayout;
  /** Columns of which the operator must give the value. */
  readonly needed: readonly UsageColumn[];
  readonly ignored: number;
}

/** What a report need not say, with a value for a trial. */
const SETTABLE = { dsp_id: '1', currency: 'EUR' } as const;

interface Near {
  readonly layout: ReportLayout;
  readonly lack: HeaderLack;
}

interface Found {
  /** The layouts whose columns the report has, the one that reads most of them first. */
  readonly fitting: readonly Fitting[];
  /** The layout of which the report has most columns. */
  readonly nearest: Near | undefined;
}

async function layoutsFor(start: Uint8Array): Promise<Found> {
  const fitting: Fitting[] = [];
  const near: Near[] = [];
  for (const name of await layoutNames()) {
    const layout = await readLayout(name);
    const headerWith = (values: Partial<typeof SETTABLE>) =>
      headerOf(start, { ...layout, constants: { ...values, ...layout.constants } });
    const { fault, ignored, lack } = await headerWith(SETTABLE);
    if (lack) near.push({ layout, lack });
    if (fault !== undefined) continue;
    const { dsp_id, currency } = SETTABLE;
    const [withoutDsp, withoutCurrency] = [await headerWith({ currency }), await headerWith({ dsp_id })];
    const needed = [
      ...(withoutDsp.fault === undefined ? [] : ['dsp_id' as const]),
      ...(withoutCurrency.fault === undefined ? [] : ['currency' as const]),
    ];
    fitting.push({ layout, needed, ignored });
  }
  const [nearest] = near.toSorted(
    ({ lack: left }, { lack: right }) =>
      right.named - left.named ||
      left.missing.length - right.missing.length ||
      left.unknown.length - right.unknown.length,
  );
  return { fitting: fitting.toSorted((left, right) => left.ignored - right.ignored), nearest };
}

/** @returns why the report has no header that can be read, with what its columns lack, or how many columns are not read. */
async function headerOf(start: Uint8Array, layout: ReportLayout | null) {
  let ignored: number | undefined;
  let lack: HeaderLack | undefined;
  let isDsr = false;
  const announced = {
    sha256: null,
    lastDay: lastUsageDay(new Date()),
    layout,
    onIgnored: (names: readonly string[]) => {
      ignored = names.length;
    },
    onLack: (found: HeaderLack) => {
      lack = found;
    },
    onDsr: () => {
      isDsr = true;
    },
  };
  try {
    for await (const _ of reportLines(only(start), announced)) if (ignored !== undefined) break;
  } catch (error) {
    if (!(error instanceof FileRejected)) throw error;
    if (ignored === undefined) return { fault: error.message, ignored: 0, lack, isDsr };
  }
  return { fault: undefined, ignored: ignored ?? 0, lack: undefined, isDsr };
}

async function* only(bytes: Uint8Array) {
  yield bytes;
}
