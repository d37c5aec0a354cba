/** Reads the lines of a report by its layout, as values of our columns. */
import { parseAmount } from '../../kit/values/money.ts';
import { countryData } from '../../reference/data/countries.ts';
import { dspData } from '../../reference/data/dsps.ts';
import type { SkippedMoney } from '../reading/report-reader.ts';
import { type UsageColumn, usageColumns } from '../rules/report-header.ts';
import { LayoutDates } from './layout-date.ts';
import { type LayoutHeader, rulePlace } from './layout-header.ts';
import { negative, readNumber } from './layout-number.ts';
import type { LineRule, ReportLayout } from './report-layout.ts';

/** A line of a report: our values, why it is rejected, or what it is instead of a line of usage. */
export type LayoutLine =
  | { readonly is: 'values'; readonly values: readonly string[] }
  | { readonly is: 'fault'; readonly reason: string }
  | { readonly is: 'total' }
  | { readonly is: 'skipped'; readonly money: SkippedMoney | undefined };

interface Rule {
  readonly place: number;
  readonly starts: readonly string[];
  readonly following: boolean;
}

const lower = (text: string): string => text.trim().toLowerCase();

const lowered = (of: Readonly<Record<string, string>>): Map<string, string> =>
  new Map(Object.entries(of).map(([from, to]) => [lower(from), to]));

/** Signs that name one currency only. */
const CLEAR_SIGNS: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  '₩': 'KRW',
  '₽': 'RUB',
};

export class LayoutLines {
  readonly #layout: ReportLayout;
  readonly #header: LayoutHeader;
  readonly #preface: ReadonlyMap<UsageColumn, string>;
  readonly #dates: LayoutDates;
  readonly #values: ReadonlyMap<UsageColumn, ReadonlyMap<string, string>>;
  readonly #rules: Readonly<Record<'returns' | 'totals' | 'skipped', readonly Rule[]>>;
  /** After a line that all lines of totals follow. */
  #areTotals = false;

  /** @param preface values from the lines before the header. */
  constructor(layout: ReportLayout, header: LayoutHeader, preface: ReadonlyMap<UsageColumn, string>) {
    this.#layout = layout;
    this.#header = header;
    this.#preface = preface;
    this.#dates = new LayoutDates(layout.dates);
    this.#values = new Map(usageColumns.map((column) => [column, valuesOf(column, layout)]));
    const rules = (all: readonly LineRule[]) =>
      all.flatMap((rule) => {
        const place = rulePlace(rule, header);
        return place === undefined
          ? []
          : [{ place, starts: rule.starts.map(lower), following: rule.following }];
      });
    this.#rules = {
      returns: rules(layout.returns),
      totals: rules(layout.totals),
      skipped: rules(layout.skipped),
    };
  }

  read(cells: readonly string[]): LayoutLine {
    if (this.#areTotals) return { is: 'total' };
    const total = this.#rules.totals.find((rule) => matches(rule, cells));
    if (total) {
      this.#areTotals = total.following;
      return { is: 'total' };
    }
    if (this.#rules.skipped.some((rule) => matches(rule, cells)))
      return { is: 'skipped', money: this.#moneyIn(cells) };
    const { width, places } = this.#header;
    if (cells.length > width) return fault(`The line has ${cells.length} columns instead of ${width}.`);
    if (Math.max(...places.values()) >= cells.length && cells.length < 2)
      return fault(`The line has ${cells.length} columns instead of ${width}.`);
    return this.#valuesIn(cells);
  }

  /** The revenue of a line that is not imported, if it states it. */
  #moneyIn(cells: readonly string[]): SkippedMoney | undefined {
    const earned = readNumber(this.#written(cells, 'revenue'), this.#layout);
    if (!earned) return undefined;
    const isReturn = this.#rules.returns.some((rule) => matches(rule, cells));
    const revenue = parseAmount(isReturn ? negative(earned.text) : earned.text);
    const currency = this.#currency(this.#written(cells, 'currency'), earned.currency);
    return revenue && typeof currency === 'string'
      ? { revenue, currency: currency.toUpperCase() }
      : undefined;
  }

  #valuesIn(cells: readonly string[]): LayoutLine {
    const isReturn = this.#rules.returns.some((rule) => matches(rule, cells));
    const written = (column: UsageColumn) => this.#written(cells, column);
    const date = written('date');
    const day = date === '' ? '' : (this.#dates.read(date) ?? (this.#isOurs(date) ? date : undefined));
    if (day === undefined)
      return fault(`date is not written ${this.#layout.dates.join(' or ')}: ${shown(date)}`);
    const [plays, revenue] = blankAsZero(written('plays'), written('revenue'));
    const played = readNumber(plays, this.#layout);
    if (!played) return fault(`plays is not a number: ${shown(plays)}`);
    const earned = readNumber(revenue, this.#layout);
    if (!earned) return fault(`revenue is not a number: ${shown(revenue)}`);
    const currency = this.#currency(written('currency'), earned.currency);
    if (typeof currency !== 'string') return currency;
    const signed = (text: string) => (isReturn ? negative(text) : text);
    const dsp = this.#mapped('dsp_id', written('dsp_id'));
    if (!/^\d+$/.test(dsp))
      return fault(`There is no DSP for the store ${shown(dsp)} Add --set dsp_id:NAME=ID.`);
    const country = this.#mapped('country', written('country'));
    const isrc = this.#mapped('isrc', written('isrc'));
    return {
      is: 'values',
      values: [day, dsp, country, isrc, signed(played.text), signed(earned.text), currency],
    };
  }

  /** Constants of operators are written as our columns are. */
  #isOurs(date: string): boolean {
    return date === this.#layout.constants.date;
  }

  /** The cell of a column, or what the layout or the lines before the header say. */
  #written(cells: readonly string[], column: UsageColumn): string {
    const place = this.#header.places.get(column);
    const cell = place === undefined ? '' : (cells[place] ?? NO_CELL);
    return cell === '' ? (this.#layout.constants[column] ?? this.#preface.get(column) ?? NO_CELL) : cell;
  }

  #mapped(column: UsageColumn, written: string): string {
    return this.#values.get(column)?.get(lower(written)) ?? written;
  }

  #currency(written: string, sign: string | undefined): string | LayoutLine {
    const currency = this.#mapped('currency', written);
    if (sign === undefined) return currency;
    const meant =
      this.#layout.signs[sign] ?? CLEAR_SIGNS[sign] ?? (/^[A-Z]{3}$/.test(sign) ? sign : undefined);
    if (currency === '') return meant ?? fault(`The layout does not define a currency for ${shown(sign)}`);
    if (meant === undefined || meant === currency.toUpperCase()) return currency;
    return fault(`revenue is in ${meant}, but the currency of the line is ${shown(currency)}`);
  }
}

const NO_CELL = '';
const fault = (reason: string) => ({ is: 'fault', reason }) as const;
const shown = (text: string): string => `${JSON.stringify(text.slice(0, 40))}.`;

function matches({ place, starts }: Rule, cells: readonly string[]): boolean {
  const cell = lower(cells[place] ?? NO_CELL);
  return starts.some((start) => (start === '' ? cell === '' : cell.startsWith(start)));
}

/** Adjustments have money without plays, and plays without money may have nothing instead of 0. */
function blankAsZero(plays: string, revenue: string): readonly [string, string] {
  if (plays === '' && revenue !== '') return ['0', revenue];
  return revenue === '' && plays !== '' ? [plays, '0'] : [plays, revenue];
}

/** DSPs and countries are also found by our names of them. */
function valuesOf(column: UsageColumn, { values }: ReportLayout): ReadonlyMap<string, string> {
  const own = lowered(values[column] ?? {});
  if (column === 'dsp_id')
    for (const { id, name } of dspData.rows()) if (!own.has(lower(name))) own.set(lower(name), id);
  if (column === 'country')
    for (const country of countryData.rows())
      if (!own.has(lower(country.name))) own.set(lower(country.name), country['alpha2-code']);
  return own;
}
