/** How a store lays out the tables of its reports: a JSON file of `docs/layouts`, or one that an operator wrote. */
import * as v from 'valibot';
import { usageColumns } from '../rules/report-header.ts';

const MAX_TEXTS = 50;
const MAX_VALUES = 2000;

const text = v.pipe(v.string('must be a text'), v.minLength(1, 'must not be empty'), v.maxLength(200));
const texts = v.pipe(v.array(text, 'must be a list of texts'), v.minLength(1), v.maxLength(MAX_TEXTS));
/** Names of one column, of which a report has one. */
const names = v.union(
  [
    v.pipe(
      text,
      v.transform((one) => [one]),
    ),
    texts,
  ],
  'must be the name of a column, or a list of names',
);
const column = v.picklist(usageColumns, `must be one of ${usageColumns.join(', ')}`);
const words = v.pipe(
  v.record(text, v.string()),
  v.check((all) => Object.keys(all).length <= MAX_VALUES, 'has too many values'),
);

const linesSchema = v.strictObject({
  /** The first cell of a line if it is omitted. */
  column: v.optional(names),
  /** How the cell begins, in any case. An empty text matches an empty cell. */
  starts: v.pipe(v.array(v.string(), 'must be a list of texts'), v.minLength(1), v.maxLength(MAX_TEXTS)),
  /** Whether the lines after it are meant too. */
  following: v.optional(v.boolean(), false),
});

export const layoutSchema = v.strictObject({
  name: v.pipe(
    v.string('must be a text'),
    v.regex(/^[a-z0-9][a-z0-9-]{0,59}$/, 'must be lower case letters, digits and hyphens'),
  ),
  /** What the reports are, for operators. */
  says: v.optional(v.string()),
  /** The names of the columns that have our values. */
  columns: v.optional(v.record(column, names), {}),
  /** Values that are the same in all lines. A column is read first, if the report has it. */
  constants: v.optional(v.record(column, v.string()), {}),
  /** Our values for those of a column, in any case. */
  values: v.optional(v.record(column, words), {}),
  encoding: v.optional(v.picklist(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'shift_jis'])),
  separator: v.optional(v.picklist([',', ';', '\t', '|'])),
  /** Forms of dates, such as MM/DD/YYYY. */
  dates: v.optional(texts, ['YYYY-MM-DD', 'YYYY-MM']),
  /** What separates the decimals. */
  decimal: v.optional(v.picklist(['.', ',']), '.'),
  /** What separates thousands, if anything does. */
  thousands: v.optional(v.picklist([',', '.', ' ', "'"])),
  /** Currencies by the signs in amounts, for reports without a column of them. */
  signs: v.optional(
    v.record(text, v.pipe(v.string(), v.regex(/^[A-Z]{3}$/, 'must be a code of ISO 4217'))),
    {},
  ),
  /** Lines of returns. Their plays and revenue are negative, also if the report has them without a sign. */
  returns: v.optional(v.array(linesSchema), []),
  /** Lines of totals. */
  totals: v.optional(v.array(linesSchema), []),
  /** Lines that are not about sales of recordings. */
  skipped: v.optional(v.array(linesSchema), []),
  /** Labels in the lines before the header, after or above our values. */
  preface: v.optional(v.record(column, names), {}),
});

export type ReportLayout = Readonly<v.InferOutput<typeof layoutSchema>>;

/** @param json a layout that was checked before. */
export const parseLayout = (json: string): ReportLayout => v.parse(layoutSchema, JSON.parse(json));

/** Which lines a rule of a layout is about. */
export type LineRule = ReportLayout['totals'][number];

/**
 * Values of the operator's, in place of those of the layout.
 * @param given texts such as `dsp_id=1`, or `dsp_id:Name=1` for one value of a column.
 * @returns the layout with them, or a sentence.
 */
export function withValues(layout: ReportLayout, given: readonly string[]): ReportLayout | string {
  let changed = layout;
  for (const each of given) {
    const [, name = '', of, value = ''] = /^([a-z_]+)(?::([^=]+))?=(.*)$/s.exec(each) ?? [];
    const known = usageColumns.find((one) => one === name);
    if (known === undefined)
      return `--set must be COLUMN=VALUE with one of the columns ${usageColumns.join(', ')}.`;
    if (of === undefined)
      changed = {
        ...changed,
        columns: without(changed.columns, known),
        constants: { ...changed.constants, [known]: value },
      };
    else
      changed = {
        ...changed,
        values: { ...changed.values, [known]: { ...changed.values[known], [of]: value } },
      };
  }
  return changed;
}

const without = (columns: ReportLayout['columns'], name: string): ReportLayout['columns'] =>
  Object.fromEntries(Object.entries(columns).filter(([each]) => each !== name));

/** Our own columns, for values that the operator sets. */
export const ownLayout: ReportLayout = v.parse(layoutSchema, {
  name: 'own-columns',
  columns: Object.fromEntries(usageColumns.map((name) => [name, name])),
});
