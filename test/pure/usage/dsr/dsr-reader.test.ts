import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, test } from 'vitest';
import { layoutIn } from '../../../../bin/operator/usage/layouts.ts';
import { formatAmount } from '../../../../shared/kit/values/money.ts';
import { joinedContent, reportsAmong } from '../../../../shared/usage/import/report-files.ts';
import { reportLines } from '../../../../shared/usage/import/report-lines.ts';
import type { ReportLayout } from '../../../../shared/usage/layouts/report-layout.ts';
import { type DsrUsage, dsrForms, dsrReport } from '../../../support/usage/dsr-reports.ts';

const usage = (isrc: string, usages: number, more: Partial<DsrUsage> = {}): DsrUsage => ({
  ...{ isrc, usages, returns: 0, territory: 'DE' },
  ...more,
});
const [first, second] = ['DEAB12620001', 'DEAB12620002'];
const usages = [
  usage(first, 10, { returns: 3, money: '0.7' }),
  usage(second, 20, { money: '1.4' }),
  usage(first, 5, { territory: 'US', money: '-0.35' }),
];

async function read(files: readonly (string | Uint8Array)[], layout: ReportLayout | null = null) {
  const content = joinedContent(files.map((file) => () => Readable.from([Buffer.from(file)])));
  const all: string[] = [];
  for await (const lines of reportLines(content, { sha256: null, lastDay: '2026-11-29', layout }))
    for (const { read: each } of lines)
      all.push(
        typeof each === 'string'
          ? each
          : [
              each.date,
              each.dsp,
              each.country,
              each.isrc,
              each.plays,
              formatAmount(each.revenue),
              each.currency,
            ].join(' '),
      );
  return all;
}

describe('a DDEX sales report', () => {
  it('has plays without returns in blocks, and divides what its summaries allocate', async () => {
    expect(await read(dsrReport({ form: 'blocks', usages, allocated: '10' }))).toEqual([
      `2026-01-31 1 DE ${first} 7 3.333333333333 EUR`,
      `2026-01-31 1 DE ${second} 20 6.666666666667 EUR`,
      `2026-01-31 1 US ${first} 5 10 EUR`,
    ]);
  });

  it('has the same lines in single records as in blocks', async () => {
    const [blocks, single] = [dsrReport({ form: 'blocks', usages }), dsrReport({ form: 'single', usages })];
    expect(await read(single)).toEqual(await read(blocks));
    expect(await read(single)).toContain(`2026-01-31 1 DE ${second} 20 0 EUR`);
  });

  it('has the money of each line in the accounting currency if sent to record companies', async () => {
    expect(await read(dsrReport({ form: 'financial', usages }))).toEqual([
      `2026-01-30 1 DE ${first} 7 0.7 EUR`,
      `2026-01-30 1 DE ${second} 20 1.4 EUR`,
      `2026-01-30 1 US ${first} 5 -0.35 EUR`,
    ]);
  });

  it.each(dsrForms)('belongs to the sending DSP or the one that the operator names, as %s', async (form) => {
    const report = dsrReport({ form, usages: [usage(first, 1)], sender: 'Unheard' });
    await expect(read(report)).rejects.toThrow('The report is from Unheard, which is not the name of a DSP.');
    expect(await read(report, await layoutIn({ set: ['dsp_id=4'] }))).toEqual([
      expect.stringContaining(' 4 DE '),
    ]);
    expect(await read(report, await layoutIn({ set: ['dsp_id:unheard=6'] }))).toEqual([
      expect.stringContaining(' 6 DE '),
    ]);
  });

  it.each(dsrForms)('can be without usages as %s', async (form) => {
    expect(await read(dsrReport({ form, usages: [] }))).toEqual([]);
  });

  it('may have ignored lines, empty lines and unused records', async () => {
    const [report = ''] = dsrReport({ form: 'blocks', usages });
    const more = report
      .replace('RE01', '#RE01\t\n\nDE01\tx\nRE01')
      .replace(/FOOT\t(\d+)\t(\d+)/, (_, file, all) =>
        ['FOOT', Number(file) + 3, Number(all) + 3].join('\t'),
      );
    expect(await read([more])).toHaveLength(3);
  });

  it('has a rejected line for money that its summaries allocate to no usages', async () => {
    const nothing = dsrReport({ form: 'blocks', usages: [usage(first, 0)], allocated: '5' });
    expect(await read(nothing)).toEqual([
      'The summary DE allocates 5 EUR to no usages. This money is not imported.',
      `2026-01-31 1 DE ${first} 0 0 EUR`,
    ]);
    const [report = ''] = dsrReport({ form: 'blocks', usages: [usage(first, 2)], allocated: '5' });
    const unsaid = report.replace(/^(SY02\S*(?:\t[^\t]*){13})\t2\t/m, '$1\t\t');
    expect(unsaid).not.toBe(report);
    expect((await read([unsaid]))[0]).toBe(
      'The summary DE allocates 5 EUR and does not say to how many usages. This money is not imported.',
    );
  });

  it('has no line without usages, or without money in the currency of its summary', async () => {
    const [report = ''] = dsrReport({ form: 'financial', usages: [usage(first, 1, { money: '2' })] });
    const change = (place: number, to: string) =>
      report
        .split('\n')
        .map((line) => (line.startsWith('SR08') ? line.split('\t').with(place, to).join('\t') : line))
        .join('\n');
    expect(await read([change(46, '')])).toEqual(['The line has no net revenue in EUR.']);
    // As in all reports whose money is in one currency only.
    const inOne = change(46, '').replace(/^(SY10\S*(?:\t[^\t]*){20})\tEUR/m, '$1\t');
    expect(await read([inOne])).toEqual([`2026-01-30 1 DE ${first} 1 9 USD`]);
    await expect(read([change(26, '')])).rejects.toThrow('0 usages instead of 1');
    const [streams = ''] = dsrReport({ form: 'single', usages: [usage(first, 1)] });
    const unsaid = streams
      .split('\n')
      .map((line) => (line.startsWith('SR01') ? line.split('\t').with(36, '').join('\t') : line));
    expect(await read([unsaid.join('\n')])).toEqual(['The line has no usages.']);
  });

  it('has a rejected line for each record of usages of another type', async () => {
    const [report = ''] = dsrReport({ form: 'single', usages });
    const other = report.replace(/^SR01\.01/m, 'SR03.01');
    expect(other).not.toBe(report);
    expect((await read([other]))[0]).toBe('Records of the type SR03 are not read.');
    expect(await read([other])).toHaveLength(usages.length);
  });

  it('rejects lines with several recordings, unknown summaries or unknown resources', async () => {
    const [report = ''] = dsrReport({
      form: 'blocks',
      usages: [usage(first, 1), usage(second, 2), usage(first, 3)],
    });
    const lines = report.split('\n');
    const change = (nth: number, place: number, to: string) => {
      const at = lines.flatMap((line, index) => (line.startsWith('SU') ? [index] : []))[nth] ?? 0;
      lines[at] = (lines[at] ?? '').split('\t').with(place, to).join('\t');
    };
    change(0, 5, '');
    change(1, 5, 'A9');
    expect(await read([lines.join('\n')])).toEqual([
      'The line is about a release of 2 resources. Only usages of recordings are imported.',
      'The block has no resource "A9".',
      `2026-01-31 1 DE ${first} 3 0 EUR`,
    ]);
    change(2, 2, 'none');
    expect((await read([lines.join('\n')])).at(-1)).toBe('There is no summary "none".');
  });

  it.each([
    ['SY01.04', 'SY01.03', { form: 'single', instead: 'SY02.03' }],
    ['SY02.04', 'SY02.03', { form: 'single', instead: 'SY02.03' }],
    ['AS02.05', 'AS02.04', { form: 'blocks', instead: 'AS02.03' }],
    ['SU01.04', 'SU01.03', { form: 'blocks', instead: 'SU01.02' }],
    ['SU02.04', 'SU02.03', { form: 'blocks', instead: 'SU01.02' }],
    ['SR01.02', 'SR01.01', { form: 'single', instead: 'SR01.01' }],
    ['SR08.1x', 'SR08.01', { form: 'financial', instead: 'SR08.01' }],
  ] as const)(
    'is rejected with a record %s, because %s is the last supported version',
    async (later, last, of) => {
      const [report = ''] = dsrReport({ form: of.form, usages });
      expect(report).toContain(`\n${of.instead}\t`);
      await expect(read([report.replaceAll(`\n${of.instead}\t`, `\n${later}\t`)])).rejects.toThrow(
        `The record ${later} is of a version that is not read. ${last} and earlier versions are.`,
      );
    },
  );

  it('is read with the last versions of its records, whose usages can be written with decimals', async () => {
    const [report = ''] = dsrReport({ form: 'blocks', usages });
    const last = report
      .replaceAll(/^SY02\.03/gm, 'SY01.03')
      .replaceAll(/^AS01\.02/gm, 'AS01.03')
      .replaceAll(/^AS02\.03(.*)/gm, 'AS02.04$1\tNia Calder')
      .replaceAll(/^SU01\.02(.*)\t5\t0\t/gm, 'SU02.03$1\t5.00\t0.0\t');
    expect(last).toContain('\t5.00\t0.0\t');
    expect(await read([last.replaceAll('SU02.03', 'SU01.03')])).toEqual(await read([report]));
  });

  it('is read with earlier versions, without versions, and with any version of records that only begin a block', async () => {
    const [report = ''] = dsrReport({ form: 'blocks', usages });
    const other = report
      .replaceAll(/^RE01\.02/gm, 'RE01.03')
      .replaceAll(/^MW01\.02/gm, 'MW01.09')
      .replaceAll(/^SU01\.02/gm, 'SU01')
      .replaceAll(/^AS01\.02/gm, 'AS01.01');
    expect(other).not.toBe(report);
    expect(await read([other])).toEqual(await read([report]));
  });

  it('has one line with all ISRCs of a resource, each once', async () => {
    const several = `${second}| ${first}|${second}`;
    for (const form of dsrForms) {
      const lines = [usage(several, 4, { money: '1' }), usage(first, 6, { money: '2' })];
      const found = await read(dsrReport({ form, usages: lines, allocated: '10' }));
      const [shared, single] = form === 'financial' ? [1, 2] : [4, 6];
      const day = form === 'financial' ? '30' : '31';
      expect(found, form).toEqual([
        `2026-01-${day} 1 DE ${first}|${second} 4 ${shared} EUR`,
        `2026-01-${day} 1 DE ${first} 6 ${single} EUR`,
      ]);
      const again = await read(dsrReport({ form, usages: [usage(`${first}| ${first}`, 6, { money: '2' })] }));
      expect(again, form).toEqual([expect.stringContaining(` DE ${first} 6 `)]);
    }
  });

  it('rejects lines about a resource that is in its block twice with different ISRCs', async () => {
    const [report = ''] = dsrReport({ form: 'blocks', usages: [usage(first, 1)] });
    const twice = (reference: string, resource: string) =>
      report.replace(/\tA0\t(.*DEXX99999999)/, `\t${reference}\t$1`).replaceAll('\tA1\t', `\t${resource}\t`);
    expect(await read([twice('A1', 'A1')])).toEqual(['The block has 2 resources "A1" with different ISRCs.']);
    expect(await read([twice('', '')])).toEqual([
      'The line is about a release of 2 resources. Only usages of recordings are imported.',
    ]);
  });

  it('counts once when all of its files have arrived', async () => {
    const files = dsrReport({ form: 'blocks', usages, files: 3 });
    expect((await read(files)).toSorted()).toEqual(
      (await read(dsrReport({ form: 'blocks', usages }))).toSorted(),
    );
    expect(await read(files.toReversed().map((file) => gzipSync(file)))).toHaveLength(3);
    await expect(read(files.slice(0, 2))).rejects.toThrow('The report has 3 files, of which 3 is missing.');
    await expect(read([files[0] ?? '', ...files])).rejects.toThrow('File 1 of the report appears twice.');
    const other = (files[2] ?? '').replace('message-1', 'message-2');
    await expect(read([...files.slice(0, 2), other])).rejects.toThrow('reports message-1 and message-2');
    const changed = (files[2] ?? '').replace('SY02.03\tDE\t\t', 'SY02.03\tDE\tX\t');
    await expect(read([...files.slice(0, 2), changed])).rejects.toThrow(
      'The summary DE appears twice with different values.',
    );
  });

  const [blocks = ''] = dsrReport({ form: 'blocks', usages, allocated: '10' });
  const [financial = ''] = dsrReport({ form: 'financial', usages });
  const withoutLast = (text: string) => text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1);
  test.each([
    ['without its end', withoutLast(blocks), 'The report has no FOOT at its end'],
    ['without a line', blocks.replace(/RE01.*\n/, ''), /FOOT states 22 lines in a file, but there are 21\./],
    [
      'with a summary less',
      blocks.replace(/SY02.*\n/, '').replace('FOOT\t22\t22', 'FOOT\t21\t21'),
      '2 summaries, but',
    ],
    [
      'with other blocks',
      blocks.replace(/\t3\t3\n$/, '\t4\t4\n'),
      'FOOT states 4 blocks in a file, but there are 3.',
    ],
    [
      'with other usages',
      blocks.replace('\t20\t0\t', '\t21\t0\t'),
      'The lines of the summary DE have 31 usages instead of 30.',
    ],
    ['with other returns', financial.replace('\t10\t3\t7', '\t10\t2\t8'), 'have 2 returns instead of 3.'],
    [
      'with a text as a sum',
      blocks.replace('\t30\t\t10\t', '\tall\t\t10\t'),
      'A summary has allocated that is not a number: "all".',
    ],
    [
      'with more after its end',
      `${blocks}SU02.02\tx\n`,
      'A line of the report is not between HEAD and FOOT.',
    ],
    [
      'with more usages than there are',
      dsrReport({ form: 'single', usages })[0]?.replace('\t\t20\t0', '\t\t99\t0'),
      'more than all 30',
    ],
  ])('is rejected as a whole: %s', async (_, report, message) => {
    await expect(read([report ?? ''])).rejects.toThrow(message);
  });

  it('has a rejected line if its net usage does not match usages and returns', async () => {
    expect(await read([financial.replace('\t10\t3\t7', '\t10\t3\t8')])).toContain(
      'The net usage is not the difference between usages and returns.',
    );
  });
});

describe('the files of a folder', () => {
  const name = (part: string) => `DSR_Us_Alpha_Premium_2026-01_DE_${part}_20260201T000000.tsv`;

  it('are grouped into reports, and missing ones are named', () => {
    expect(
      reportsAmong([name('2of3'), 'other.csv', `${name('1of3')}.gz`, name('1of1'), name('10of2')]),
    ).toEqual(
      [
        { name: name('1of1'), files: [name('1of1')], missing: [] },
        { name: `${name('1of3')}.gz`, files: [`${name('1of3')}.gz`, name('2of3')], missing: [3] },
        { name: name('10of2'), files: [name('10of2')], missing: [1, 2] },
        { name: 'other.csv', files: ['other.csv'], missing: [] },
      ].toSorted((left, right) => (left.name < right.name ? -1 : 1)),
    );
  });

  it('are rejected if compressed and damaged', async () => {
    const damaged = gzipSync('a'.repeat(10_000)).subarray(0, 30);
    await expect(read([damaged])).rejects.toThrow(
      'The file is compressed (gzip), and its end or a part of it is damaged.',
    );
  });
});
