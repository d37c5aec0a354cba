/** The lines of usage in a DSR report: those in blocks, and those that are a block of one record. */
import { parseAmount } from '../../kit/values/money.ts';
import { readNumber } from '../layouts/layout-number.ts';
import type { DsrRecord } from './dsr-cells.ts';
import type { DsrSummary } from './dsr-summary.ts';

/** What a record says of one recording. */
export interface DsrLine {
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
  readonly #isrcs = new Map<string, string>();

  constructor(id: string) {
    this.id = id;
  }

  add({ cell }: DsrRecord): void {
    this.#isrcs.set(cell('reference'), firstOf(cell('isrc')));
  }

  /** @returns the code of a resource, or why there is none. */
  isrcOf(reference: string): { readonly isrc: string } | string {
    if (reference !== '') {
      const isrc = this.#isrcs.get(reference);
      return isrc === undefined
        ? `The block has no resource ${JSON.stringify(reference.slice(0, 40))}.`
        : { isrc };
    }
    const [only, ...others] = this.#isrcs.values();
    if (only !== undefined && others.length === 0) return { isrc: only };
    return `The line is about a release of ${this.#isrcs.size} resources. Only usages of recordings are imported.`;
  }
}

/** Cells can have several values. */
const firstOf = (cell: string): string => cell.split('|')[0]?.trim() ?? cell;

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
    return 'The net usage is not the difference of usages and returns.';
  const found = kind.startsWith('SU') ? block?.isrcOf(cell('resource')) : { isrc: firstOf(cell('isrc')) };
  if (found === undefined) return 'The line is not in a block.';
  if (typeof found === 'string') return found;
  if (found.isrc === '' && kind === 'SR08')
    return 'The line is about a release. Only usages of recordings are imported.';
  return { isrc: found.isrc, date: cell('date'), usages, returns, money };
}

function count(text: string): bigint | undefined {
  if (text === '') return 0n;
  if (/^-?\d{1,15}$/.test(text)) return BigInt(text);
  const number = readNumber(text, { decimal: '.' })?.text.replace('+', '');
  return number !== undefined && /^-?\d+$/.test(number) ? BigInt(number) : undefined;
}

function amount(text: string): bigint | undefined {
  return parseAmount(readNumber(text, { decimal: '.' })?.text ?? text) ?? undefined;
}
