/** The operators who import reports of stores, replace them, and pay royalties. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { formatAmount } from '../../../shared/kit/values/money.ts';
import type { SeededRandom } from '../../support/catalogue/random.ts';
import type { Line } from '../model.ts';
import type { Result } from '../operator.ts';
import type { Soak } from '../soak.ts';

const HEADER = 'date,dsp_id,country,isrc,plays,revenue,currency';
const NAMES = 8;
const MAX_ATTEMPTS = 120;
const MAX_LINES = 120;
const CURRENCIES = ['EUR', 'USD', 'JPY'];
const COUNTRIES = ['US', 'BR', 'PT', 'DE', 'JP'];
export const REPORTED_DSPS = ['1', '3', '4', '6', '9'];

export class UsageLane {
  readonly #soak: Soak;
  readonly #random: SeededRandom;
  #payments = 0;
  /** The lines of the previous file, which the next one may repeat in part. */
  #last: readonly Line[] = [];

  constructor(soak: Soak, random: SeededRandom) {
    this.#soak = soak;
    this.#random = random;
  }

  async step(): Promise<void> {
    const { released } = this.#soak.model;
    if (released.length === 0) return;
    if (this.#random.happens(0.5)) await this.#import();
    else await this.#pay();
  }

  async #import(): Promise<void> {
    const random = this.#random;
    const name = `soak-${random.between(1, NAMES)}.csv`;
    const repeated = this.#last.filter(() => random.happens(0.3));
    const fresh = Array.from({ length: random.between(1, MAX_LINES) }, () => this.#line());
    const lines = [...repeated, ...fresh];
    this.#last = lines;
    const path = join(this.#soak.folder, 'report.csv');
    writeFileSync(path, `${[HEADER, ...lines.map(textOf)].join('\n')}\n`);
    const outcome = await this.#imported(path, name);
    if ('codes' in outcome) {
      this.#soak.faults.push(`The import of ${name} was rejected: ${outcome.codes.join()}`);
      return;
    }
    const known = new Set(this.#soak.model.released.map(({ isrc }) => isrc));
    const unmatched = lines.filter(({ isrc }) => !known.has(isrc)).length;
    const { lines: count, rejected, unmatched: without } = outcome.result;
    if (count !== lines.length || rejected !== 0 || without !== unmatched)
      this.#soak.faults.push(
        `The import of ${name} has ${JSON.stringify(outcome.result)} instead of ${lines.length} lines, ${unmatched} unmatched.`,
      );
    this.#soak.model.imports.set(name, lines);
    this.#soak.figures.count('imports');
    this.#soak.figures.count('imported lines', lines.length);
  }

  /**
   * When an import ends, those with unmatched lines start again, because their tracks may exist now. The
   * operator waits for them.
   */
  async #imported(path: string, name: string): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.#soak.operator.run(['import-usage', path, '--as', name]);
      const isRunning = 'codes' in outcome && outcome.codes.includes('usage_import_running');
      if (!isRunning || attempt === MAX_ATTEMPTS) return outcome;
      await wait(1000);
    }
  }

  #line(): Line {
    const random = this.#random;
    const isKnown = random.happens(0.95);
    const day = String(random.between(1, 28)).padStart(2, '0');
    const month = String(random.between(1, 6)).padStart(2, '0');
    return {
      date: `2026-${month}-${day}`,
      dsp: random.pick(REPORTED_DSPS),
      country: random.pick(COUNTRIES),
      isrc: isKnown
        ? random.pick(this.#soak.model.released).isrc
        : `DEXX9${random.between(1000000, 9999999)}`,
      plays: random.between(0, 100_000),
      // Up to twelve decimal places, and sometimes a refund.
      revenue: BigInt(random.between(-1_000_000, 2_000_000_000)) * BigInt(random.between(1, 1_000_000)),
      currency: random.pick(CURRENCIES),
    };
  }

  /** Pays, perhaps above the balance, repeats the command at times, and voids some payments. */
  async #pay(): Promise<void> {
    const random = this.#random;
    const user = random.pick(this.#soak.model.users);
    const paid = user.payments.length > 0 ? random.pick(user.payments) : undefined;
    if (paid && random.happens(0.2)) {
      const line = ['void-payment', paid.reference, '--user', user.id, '--reason', 'Soak'];
      await this.#soak.operator.must(line);
      paid.isVoid = true;
      return;
    }
    this.#payments += 1;
    const amount = BigInt(random.between(1, 1_000_000)) * BigInt(random.between(1, 1_000_000_000));
    const payment = { reference: `SOAK-${this.#payments}`, currency: random.pick(CURRENCIES), amount };
    const line = [
      ...['pay-royalties', user.id, '--period', '2026-05', '--amount', formatAmount(amount)],
      ...['--currency', payment.currency, '--reference', payment.reference, '--allow-overpayment'],
    ];
    for (let times = random.happens(0.2) ? 2 : 1; times > 0; times--) await this.#soak.operator.must(line);
    user.payments.push({ ...payment, isVoid: false });
    this.#soak.figures.count('payments');
  }
}

const textOf = ({ date, dsp, country, isrc, plays, revenue, currency }: Line): string =>
  [date, dsp, country, isrc, plays, formatAmount(revenue), currency].join();
