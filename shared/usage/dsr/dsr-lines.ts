/** The lines of usage in a DSR report: those in blocks, and those that are a block of one record. */
import { parseAmount } from '../../kit/values/money.ts';
import { readNumber } from '../layouts/layout-number.ts';
import type { DsrRecord } from './dsr-cells.ts';
import type { DsrSummary } from './dsr-summary.ts';

/** What a record says of one resource. */
export interface DsrLine {
  /** The cell, which can have several codes. */
  readonly isrc: string;
  readonly date: string;
  readonly usages: bigint;
  readonly returns: bigint;
  /** In units of 10^-12. */
  readonly money: bigint;
}

/** The resources of a block, to which its usages refer. */
export class DsrBlock {
  readonly id: string;
  /** The cells of its records, by reference. Each can have several codes. */
  readonly #isrcs = new Map<string, Set<string>>();

  constructor(id: string) {
    this.id = id;
  }

  add({ cell }: DsrRecord): void {
    const reference = cell('reference');
    const codes = this.#isrcs.get(reference) ?? new Set();
    // A resource has a record for each of its works.
    this.#isrcs.set(reference, codes.add(codesIn(cell('isrc'))));
  }

  /** @returns the code of a resource, or why there is none. */
  isrcOf(reference: string): { readonly isrc: string } | string {
    if (reference !== '') {
      const codes = [...(this.#isrcs.get(reference) ?? [])];
      const shown = JSON.stringify(reference.slice(0, 40));
      const [first] = codes;
      if (first === undefined) return `The block has no resource ${shown}.`;
      if (codes.length > 1) return `The block has ${codes.length} resources ${shown} with different ISRCs.`;
      return { isrc: first };
    }
    const all = Array.from(this.#isrcs.values(), (codes) => [...codes]).flat();
    const [only, ...others] = all;
    if (only !== undefined && others.length === 0) return { isrc: only };
    return `The line is about a release of ${all.length} resources. Only usages of recordings are imported.`;
  }
}

/** @returns the cell with each of its codes once, in one order. */
const codesIn = (cell: string): string => {
  const codes = cell.split('|').map((code) => code.trim());
  return [...new Set(codes.filter((code) => code !== ''))].toSorted().join('|');
};

/** @returns the line, or why it is rejected. Its usages count for the summary anyway. */
export function readDsrLine(
  record: DsrRecord,
  { summary, block }: { readonly summary: DsrSummary | undefined; readonly block: DsrBlock | undefined },
): DsrLine | string {
  const { kind, cell } = record;
  if (!summary) return `There is no summary ${JSON.stringify(cell('summary').slice(0, 40))}.`;
  const moneyCell = summary.hasAccounting ? 'accountingMoney' : 'transactionMoney';
  if (cell('usages') === '') return 'The line has no usages.';
  const usages = count(cell('usages'));
  const returns = count(cell('returns'));
  const own = summary.hasOwnMoney ? amount(cell(moneyCell) || '0') : 0n;
  if (usages === undefined || returns === undefined) return 'The usages or returns are not whole numbers.';
  if (own === undefined) return 'The net revenue is not a decimal number.';
  const money = summary.hasOwnMoney ? own : summary.divide(usages);
  summary.count({ usages, returns, money });
  if (summary.hasOwnMoney && cell(moneyCell) === '')
    return `The line has no net revenue in ${summary.currency}.`;
  if (cell('net') !== '' && count(cell('net')) !== usages - returns)
    return 'The net usage is not the difference between usages and returns.';
  const found = kind.startsWith('SU') ? block?.isrcOf(cell('resource')) : { isrc: codesIn(cell('isrc')) };
  if (found === undefined) return 'The line is not in a block.';
  if (typeof found === 'string') return found;
  if (found.isrc === '' && kind === 'SR08')
    return 'The line is about a release. Only usages of recordings are imported.';
  return { isrc: found.isrc, date: cell('date'), usages, returns, money };
}

function count(text: string): bigint | undefined {
  if (text === '') return 0n;
  if (/^-?\d{1,15}$/.test(text)) return BigInt(text);
  const number = readNumber(text, { decimal: '.' })?.text.replace('+', '').replace(/\.0+$/, '');
  return number !== undefined && /^-?\d+$/.test(number) ? BigInt(number) : undefined;
}

function amount(text: string): bigint | undefined {
  return parseAmount(readNumber(text, { decimal: '.' })?.text ?? text) ?? undefined;
}
