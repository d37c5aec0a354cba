/** The summaries of a DSR report: what the lines of each must add up to, and the money that they divide. */
import { formatAmount, parseAmount } from '../../kit/values/money.ts';
import { readNumber } from '../layouts/layout-number.ts';
import { FileRejected } from '../reading/file-rejected.ts';
import type { CellName, DsrRecord } from './dsr-cells.ts';

/** Lines refer to a summary by its id. */
export class DsrSummary {
  readonly id: string;
  readonly territory: string;
  /** The last day of the period that it states, if it has one. */
  readonly end: string;
  /** Of accounting, if the report has one. */
  readonly currency: string;
  /** Whether its lines have their own money. */
  readonly hasOwnMoney: boolean;
  /** Whether that is in the currency of accounting. */
  readonly hasAccounting: boolean;
  /** Of all usages, and of those that the recipient's repertoire has. */
  readonly #total: bigint | undefined;
  #allocated: bigint | undefined;
  readonly #returns: bigint | undefined;
  /** In units of 10^-12. */
  #money: bigint | undefined;
  /** What lines have so far. */
  #usages = 0n;
  #returned = 0n;
  #divided = 0n;
  #earned = 0n;
  #isUsed = false;

  constructor(record: DsrRecord, id: string) {
    const { kind, cell } = record;
    this.id = id;
    this.territory = cell('territory');
    this.end = cell('end');
    this.hasOwnMoney = kind === 'SY10';
    this.currency = cell('accountingCurrency') || cell('transactionCurrency') || cell('currency');
    this.hasAccounting = cell('accountingCurrency') !== '';
    this.#total = whole(record, 'total');
    this.#allocated = whole(record, 'allocated');
    this.#returns = whole(record, 'returns');
    this.#money = this.hasAccounting ? money(record, 'accountingSum') : money(record, 'transactionSum');
    if (!this.hasOwnMoney) this.#money = money(record, 'netRevenue') ?? money(record, 'revenue');
  }

  /** @returns what of its money no line can get, as a sentence. Lines divide it by the usages that it is allocated to. */
  get undivided(): string | undefined {
    const money = this.#money ?? 0n;
    if (this.hasOwnMoney || money === 0n || (this.#allocated ?? 0n) !== 0n) return undefined;
    const what = this.#allocated === undefined ? 'and does not say to how many usages' : 'to no usages';
    return `The summary ${this.id} allocates ${formatAmount(money)} ${this.currency} ${what}. This money is not imported.`;
  }

  /** Adds what another record allocates to the same lines. @throws FileRejected for another currency. */
  allocate(other: DsrSummary): void {
    if (other.currency !== this.currency)
      throw new FileRejected(
        `The summary ${this.id} allocates money in ${this.currency} and in ${other.currency}.`,
      );
    this.#money = (this.#money ?? 0n) + (other.#money ?? 0n);
    this.#allocated ??= other.#allocated;
  }

  /** @returns what a line of so many usages gets of the money of the summary. All lines together get all of it. */
  divide(usages: bigint): bigint {
    const [money = 0n, all = 0n] = [this.#money, this.#allocated];
    if (this.hasOwnMoney || all === 0n) return 0n;
    const before = this.#divided;
    this.#divided = (money * (this.#usages + usages)) / all;
    return this.#divided - before;
  }

  count(line: { readonly usages: bigint; readonly returns: bigint; readonly money: bigint }): void {
    this.#isUsed = true;
    this.#usages += line.usages;
    this.#returned += line.returns;
    this.#earned += line.money;
  }

  /** @returns how its lines differ from it, as a sentence. */
  get fault(): string | undefined {
    const of = `The lines of the summary ${this.id} have`;
    if (this.#allocated !== undefined && this.#allocated !== this.#usages)
      return `${of} ${this.#usages} usages instead of ${this.#allocated}.`;
    if (this.#allocated === undefined && this.#total !== undefined && this.#usages > this.#total)
      return `${of} ${this.#usages} usages, more than all ${this.#total}.`;
    if (this.#returns !== undefined && this.#returns !== this.#returned)
      return `${of} ${this.#returned} returns instead of ${this.#returns}.`;
    if (this.hasOwnMoney && this.#isUsed && this.#money !== undefined && !isNear(this.#money, this.#earned))
      return `${of} a different net revenue from the one it states.`;
    return undefined;
  }
}

/** Senders round sums to cents or finer. */
const ROUNDED = 10n ** 10n;

const isNear = (stated: bigint, summed: bigint): boolean => {
  const by = stated - summed;
  return (by < 0n ? -by : by) <= ROUNDED;
};

/** @returns undefined for an empty cell. @throws FileRejected */
function whole(record: DsrRecord, name: CellName): bigint | undefined {
  const number = numberIn(record, name);
  if (number === undefined) return undefined;
  if (/^-?\d+$/.test(number)) return BigInt(number);
  throw new FileRejected(`A summary has ${name} that is not a whole number: ${shown(record.cell(name))}.`);
}

function money(record: DsrRecord, name: CellName): bigint | undefined {
  const number = numberIn(record, name);
  return number === undefined ? undefined : (parseAmount(number) ?? undefined);
}

function numberIn(record: DsrRecord, name: CellName): string | undefined {
  const text = record.cell(name);
  if (text === '') return undefined;
  const number = readNumber(text, { decimal: '.' });
  if (number) return number.text.replace('+', '');
  throw new FileRejected(`A summary has ${name} that is not a number: ${shown(text)}.`);
}

const MAX_SHOWN = 40;
const shown = (text: string): string => JSON.stringify(text.slice(0, MAX_SHOWN));
