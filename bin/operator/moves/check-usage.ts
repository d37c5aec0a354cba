/** Compares the files of usage with each other: whether they have the same content of each report. */
import * as v from 'valibot';
import type { Line } from '../../../shared/kit/moves/moved-file.ts';
import { formatAmount, storedAmount } from '../../../shared/kit/values/money.ts';
import { required } from '../../../shared/kit/values/required.ts';

const about = { owner: v.string(), import: v.string(), run: v.string() };
const schemas = {
  'usage-plays': v.object({ ...about, month: v.string() }),
  'usage-lines': v.object({
    ...about,
    date: v.string(),
    // isrc, track, country, plays, revenue and currency, and more.
    lines: v.array(v.looseTuple([v.string(), v.string(), v.string(), v.number(), v.string(), v.string()])),
  }),
  'usage-revenue': v.object({ ...about, month: v.string(), currency: v.string(), revenue: v.string() }),
};

/** By owner, import, month and currency, in units of 10^-12. */
type Sums = Map<string, bigint>;

export class UsageCheck {
  readonly #runs = new Map<string, Set<string>>();
  readonly #lines: Sums = new Map();
  readonly #revenue: Sums = new Map();

  /** @param line of the form that the file has. */
  add(file: string, line: Line): void {
    if (file === 'usage-plays') this.#note(v.parse(schemas[file], line));
    if (file === 'usage-lines') {
      const read = v.parse(schemas[file], line);
      this.#note(read);
      for (const [, , , , revenue, currency] of read.lines)
        addTo(this.#lines, keyOf({ ...read, month: read.date.slice(0, 7), currency }), revenue);
    }
    if (file === 'usage-revenue') {
      const read = v.parse(schemas[file], line);
      this.#note(read);
      addTo(this.#revenue, keyOf(read), read.revenue);
    }
  }

  #note({ import: importId, run }: { readonly import: string; readonly run: string }): void {
    const runs = this.#runs.get(importId) ?? new Set();
    this.#runs.set(importId, runs.add(run));
  }

  get problems(): string[] {
    const mixed = [...this.#runs].filter(([, { size }]) => size > 1);
    const keys = new Set([...this.#lines.keys(), ...this.#revenue.keys()]);
    return [
      ...mixed.map(([importId]) => `The files of usage have two contents of the import ${importId}.`),
      ...[...keys].flatMap((key) => this.#differenceAt(key)),
    ];
  }

  #differenceAt(key: string): string[] {
    const [lines, revenue] = [this.#lines, this.#revenue].map((sums) => sums.get(key) ?? 0n);
    if (lines === revenue) return [];
    const [owner, importId, month, currency] = key.split(' ');
    const [added, kept] = [lines, revenue].map((sum) => formatAmount(required(sum, 'A sum has a value.')));
    return [
      `usage-lines.jsonl: Lines of the import ${importId} for ${owner} in ${month} add up to ${added} ${currency} ` +
        `instead of ${kept}.`,
    ];
  }
}

const keyOf = (of: { owner: string; import: string; month: string; currency: string }): string =>
  [of.owner, of.import, of.month, of.currency].join(' ');

const addTo = (sums: Sums, key: string, amount: string): unknown =>
  sums.set(key, (sums.get(key) ?? 0n) + storedAmount(amount));
