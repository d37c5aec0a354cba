/** Any report is read without other errors than sentences, and what was reported is neither lost nor invented. */
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatAmount, parseAmount } from '../../../../shared/kit/values/money.ts';
import { reportLines } from '../../../../shared/usage/import/report-lines.ts';
import { FileRejected } from '../../../../shared/usage/reading/file-rejected.ts';
import { checkProperty, timeoutFor } from '../../../support/check-property.ts';
import { isLong } from '../../../support/long-run.ts';
import { type DsrUsage, dsrForms, dsrReport } from '../../../support/usage/dsr-reports.ts';

const money = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
const usage: fc.Arbitrary<DsrUsage> = fc.record({
  isrc: fc.constantFrom('DEAB12620001', 'DEAB12620002', 'USAB12620003'),
  territory: fc.constantFrom('DE', 'US', 'BR'),
  usages: fc.nat(1_000_000),
  returns: fc.nat(1000),
  money: money.map(formatAmount),
});
const report = fc.record({
  form: fc.constantFrom(...dsrForms),
  usages: fc.array(usage, { maxLength: 8 }),
  allocated: money.map(formatAmount),
  files: fc.integer({ min: 1, max: 3 }),
});

async function sumsOf(text: string) {
  const sums = { plays: 0n, money: 0n, lines: 0, rejected: 0 };
  for await (const lines of reportLines(Readable.from([Buffer.from(text)]), {
    sha256: null,
    lastDay: '2026-11-29',
  }))
    for (const { read } of lines) {
      sums.lines += 1;
      if (typeof read === 'string') sums.rejected += 1;
      else {
        sums.plays += BigInt(read.plays);
        sums.money += read.revenue;
      }
    }
  return sums;
}

/** How many summaries allocate money to no usages. */
function undividedIn({ form, usages, allocated }: { form: string; usages: DsrUsage[]; allocated: string }) {
  if (form === 'financial' || parseAmount(allocated) === 0n) return 0;
  const territories = new Set(usages.length === 0 ? ['DE'] : usages.map(({ territory }) => territory));
  return [...territories].filter((each) =>
    usages.every(({ territory, usages: used }) => territory !== each || used === 0),
  ).length;
}

/** In a long run, 100,000 reports: of two tests, each with five seeds. */
const RUNS = isLong ? 10_000 : 300;
const SECONDS = isLong ? 60 : 10;

it(
  'a report has the plays and money of its lines and everything its summaries allocate',
  {
    timeout: timeoutFor(SECONDS),
  },
  () =>
    checkProperty(
      fc.asyncProperty(report, async (of) => {
        const { plays, money: earned, lines, rejected } = await sumsOf(dsrReport(of).join(''));
        const undivided = undividedIn(of);
        expect({ lines, rejected }).toEqual({ lines: of.usages.length + undivided, rejected: undivided });
        expect(plays).toBe(of.usages.reduce((sum, each) => sum + BigInt(each.usages - each.returns), 0n));
        const used = new Set(of.usages.flatMap((each) => (each.usages > 0 ? [each.territory] : [])));
        const own = of.usages.reduce((sum, each) => sum + (parseAmount(each.money ?? '') ?? 0n), 0n);
        const divided = BigInt(used.size) * (parseAmount(of.allocated) ?? 0n);
        expect(earned).toBe(
          of.form === 'financial' ? own : of.form === 'blocks' || of.form === 'single' ? divided : 0n,
        );
      }),
      { runs: RUNS, seconds: SECONDS },
    ),
);

const change = fc.record({
  at: fc.nat(10_000),
  length: fc.nat(30),
  to: fc.oneof(
    fc.string({ maxLength: 10 }),
    fc.constantFrom(
      '\t',
      '\n',
      '\n\n',
      'HEAD\t',
      'FOOT',
      '|',
      '-',
      '1e9',
      '9'.repeat(30),
      '\u0000',
      '"',
      '#',
      '\r',
    ),
  ),
});

it(
  'a damaged report is read or rejected with a sentence, without inventing lines',
  {
    timeout: timeoutFor(SECONDS),
  },
  () =>
    checkProperty(
      fc.asyncProperty(report, fc.array(change, { minLength: 1, maxLength: 4 }), async (of, changes) => {
        let text = dsrReport(of).join('');
        for (const { at, length, to } of changes) {
          const from = at % (text.length + 1);
          text = text.slice(0, from) + to + text.slice(from + length);
        }
        try {
          const { lines, rejected } = await sumsOf(text);
          expect(lines).toBeLessThanOrEqual(text.split('\n').length);
          expect(rejected).toBeLessThanOrEqual(lines);
        } catch (error) {
          expect(error).toBeInstanceOf(FileRejected);
          expect(String(error)).toMatch(/[a-z].*\.$/s);
        }
      }),
      { runs: RUNS, seconds: SECONDS },
    ),
);
