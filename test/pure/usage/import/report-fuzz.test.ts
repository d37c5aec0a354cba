/**
 * Damaged files of stores, in every form that is read: tables with our columns and with each layout, and reports of DDEX, also
 * compressed. Nothing but sentences is thrown, each line of usage is read or rejected once, and whole lines keep their money.
 */
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { layoutIn } from '../../../../bin/operator/usage/layouts.ts';
import { formatAmount } from '../../../../shared/kit/values/money.ts';
import { joinedContent } from '../../../../shared/usage/import/report-files.ts';
import { reportLines } from '../../../../shared/usage/import/report-lines.ts';
import type { ReportLayout } from '../../../../shared/usage/layouts/report-layout.ts';
import { FileRejected } from '../../../../shared/usage/reading/file-rejected.ts';
import { isBlank, type ReportLine } from '../../../../shared/usage/reading/report-reader.ts';
import { checkProperty, timeoutFor } from '../../../support/check-property.ts';
import { isLong } from '../../../support/long-run.ts';
import { dsrForms, dsrReport } from '../../../support/usage/dsr-reports.ts';
import { madeReports } from '../../../support/usage/made-reports.ts';

const LAST_DAY = '2026-11-29';

interface Whole {
  readonly text: string;
  readonly layout: ReportLayout | null;
  readonly form: 'table' | (typeof dsrForms)[number];
  /** How many lines precede those of usage. */
  readonly preface: number;
}

interface Read {
  readonly lines: readonly ReportLine[];
  /** Totals, and lines that a layout skips. */
  readonly others: number;
}

async function readAll(content: Buffer, layout: ReportLayout | null): Promise<Read> {
  const lines: ReportLine[] = [];
  let others = 0;
  const onOther = () => {
    others += 1;
  };
  const pieces = Array.from({ length: Math.ceil(content.length / 100) }, (_, index) =>
    content.subarray(index * 100, (index + 1) * 100),
  );
  const files = [() => Readable.from(pieces)];
  for await (const some of reportLines(joinedContent(files), {
    ...{ sha256: null, lastDay: LAST_DAY, layout, onOther },
  }))
    lines.push(...some);
  return { lines, others };
}

/** What a line is worth, as a text. */
const worth = ({ read }: ReportLine): string =>
  typeof read === 'string' ? 'rejected' : `${read.plays} ${formatAmount(read.revenue)} ${read.currency}`;

const usage = fc.record({
  isrc: fc.constantFrom('DEAB12620001', 'DEAB12620002', 'USAB12620003'),
  territory: fc.constantFrom('DE', 'US', 'BR'),
  usages: fc.nat(1_000_000),
  returns: fc.nat(1000),
  money: fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }).map(formatAmount),
});

const own: fc.Arbitrary<Whole> = fc
  .record({ separator: fc.constantFrom(',', ';', '\t', '|'), usages: fc.array(usage, { maxLength: 8 }) })
  .map(({ separator, usages }) => {
    const header = 'date,dsp_id,country,isrc,plays,revenue,currency';
    const lines = usages.map((each) =>
      ['2026-01-05', '1', each.territory, each.isrc, each.usages - each.returns, each.money, 'EUR'].join(),
    );
    const text = `${[header, ...lines].join('\n').replaceAll(',', separator)}\n`;
    return { text, layout: null, form: 'table', preface: 1 };
  });

const layouts: readonly Whole[] = await Promise.all(
  Object.entries(madeReports).map(async ([name, { lines, read, set, totals = 0, skipped = 0 }]) => {
    const layout = await layoutIn({ layout: name, set });
    return {
      text: `${lines.join('\r\n')}\r\n`,
      // The sentences of the test are in UTF-8.
      layout: layout && { ...layout, encoding: undefined },
      form: 'table' as const,
      preface: lines.length - read.length - totals - skipped,
    };
  }),
);

const dsr: fc.Arbitrary<Whole> = fc
  .record({
    form: fc.constantFrom(...dsrForms),
    usages: fc.array(usage, { maxLength: 8 }),
    files: fc.integer({ min: 1, max: 3 }),
  })
  .map((of) => ({
    text: dsrReport({ ...of, allocated: '100' }).join(''),
    layout: null,
    form: of.form,
    preface: 0,
  }));

const damage = fc.record({
  at: fc.nat(10_000),
  length: fc.oneof(fc.constant(0), fc.nat(30), fc.nat(300)),
  to: fc.oneof(
    fc.string({ maxLength: 10 }),
    fc.constantFrom(...['\t', '\n', '\n\n', ';', ',', '"', '""', '-', '1e9', '9'.repeat(30), '\u0000', '\r']),
    fc.constantFrom(
      'HEAD\t',
      'FOOT',
      'SU01.02\t',
      'SR09.01\t',
      'SY02.03\t',
      'Total_Rows',
      '\ufeff',
      '#',
      'ä',
      '👾',
    ),
  ),
});

const changedText = (text: string, changes: readonly { at: number; length: number; to: string }[]) =>
  changes.reduce((before, { at, length, to }) => {
    const from = at % (before.length + 1);
    return before.slice(0, from) + to + before.slice(from + length);
  }, text);

/** The texts of lines, as editors number them. */
const linesIn = (text: string): string[] => text.split('\n').map((line) => line.replace(/\r$/, ''));

/** Records of DDEX with usages, between HEAD and FOOT. */
function recordsIn(text: string): number[] {
  let isOpen = false;
  return linesIn(text).flatMap((line, index) => {
    const kind = line.split('\t')[0]?.trim().slice(0, 4).toUpperCase() ?? '';
    if (kind === 'HEAD' || kind === 'SRHE') isOpen = !line.startsWith('#');
    else if (kind === 'FOOT' || kind === 'SRFO') isOpen = false;
    return isOpen && /^S[UR]\d\d$/.test(kind) ? [index + 1] : [];
  });
}

async function expectNothingLost({ text, layout, form, preface }: Whole, damaged: string): Promise<void> {
  const { lines, others } = await readAll(Buffer.from(damaged), layout);
  const numbers = lines.map(({ number }) => number);
  expect(numbers).toEqual([...new Set(numbers)].toSorted((left, right) => left - right));
  const texts = linesIn(damaged.replace(/^\ufeff/, ''));
  expect(lines.map((line) => line.text)).toEqual(numbers.map((number) => texts[number - 1]));
  for (const { read } of lines) if (typeof read === 'string') expect(read).toMatch(/\w/);
  if (form !== 'table') {
    expect(numbers).toEqual(recordsIn(damaged));
    if (form !== 'financial') return;
  } else {
    const before = texts.filter((line) => !isBlank(line)).length - lines.length - others;
    expect(before).toBeLessThanOrEqual(preface + texts.length - 1);
    if (before > preface) return;
  }
  await expectSameWorth({ text, layout, form, preface }, { damaged, lines });
}

/** If what other lines depend on is whole. */
async function expectSameWorth(
  { text, layout, form, preface }: Whole,
  { damaged, lines }: { readonly damaged: string; readonly lines: readonly ReportLine[] },
): Promise<void> {
  const before = linesIn(text);
  const after = new Set(linesIn(damaged));
  const shared =
    form === 'table' ? before.slice(0, preface) : before.filter((line) => /^(SY|HEAD)/.test(line));
  const isSame =
    form === 'table'
      ? linesIn(damaged).slice(0, preface).join('\n') === shared.join('\n')
      : shared.every((line) => after.has(line));
  if (!isSame) return;
  const worths = new Map(
    (await readAll(Buffer.from(text), layout)).lines.map((line) => [line.text, worth(line)]),
  );
  for (const line of lines) {
    const known = worths.get(line.text);
    if (known !== undefined && worth(line) !== 'rejected')
      expect([line.text, worth(line)]).toEqual([line.text, known]);
  }
}

/** In a long run, 100,000 damaged files, with five seeds. */
const RUNS = isLong ? 20_000 : 300;
const SECONDS = isLong ? 120 : 10;

it(
  'a damaged file is read or rejected with a sentence, and whole lines keep their money',
  { timeout: timeoutFor(SECONDS) },
  () =>
    checkProperty(
      fc.asyncProperty(
        fc.oneof(own, fc.constantFrom(...layouts), dsr),
        fc.array(damage, { minLength: 1, maxLength: 4 }),
        async (whole, changes) => {
          const damaged = changedText(whole.text, changes).toWellFormed();
          try {
            await expectNothingLost(whole, damaged);
          } catch (error) {
            if (!(error instanceof FileRejected)) throw error;
            expect(error.message).toMatch(/[a-z].*\.$/s);
          }
        },
      ),
      { runs: RUNS, seconds: SECONDS },
    ),
);

it(
  'a damaged compressed file is read as it was, or rejected with a sentence',
  { timeout: timeoutFor(SECONDS) },
  () =>
    checkProperty(
      fc.asyncProperty(own, fc.nat(10_000), fc.nat(255), fc.boolean(), async ({ text }, at, to, isCut) => {
        const packed = gzipSync(text);
        const place = at % packed.length;
        if (!isCut) packed[place] = to;
        const wanted = await readAll(Buffer.from(text), null).catch((error: unknown) => String(error));
        const found = await readAll(isCut ? packed.subarray(0, place) : packed, null).catch(
          (error: unknown) => {
            expect(error).toBeInstanceOf(FileRejected);
            return undefined;
          },
        );
        if (found) expect(found).toEqual(wanted);
      }),
      { runs: RUNS / 10, seconds: SECONDS },
    ),
);
