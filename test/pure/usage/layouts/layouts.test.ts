import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it, test } from 'vitest';
import { layoutIn, requireHeader } from '../../../../bin/operator/usage/layouts.ts';
import { formatAmount } from '../../../../shared/kit/values/money.ts';
import { required } from '../../../../shared/kit/values/required.ts';
import { reportLines } from '../../../../shared/usage/import/report-lines.ts';
import type { OtherLine } from '../../../../shared/usage/reading/report-reader.ts';
import { contentOf, type MadeReport, madeReports } from '../../../support/usage/made-reports.ts';

const LAST_DAY = '2026-11-29';

async function readWith(name: string, report: MadeReport) {
  const layout = await layoutIn({ layout: name, set: report.set });
  const others: OtherLine[] = [];
  const announced = {
    sha256: null,
    lastDay: LAST_DAY,
    layout,
    onOther: (line: OtherLine) => others.push(line),
  };
  const read: string[] = [];
  for await (const lines of reportLines(Readable.from([contentOf(report)]), announced))
    for (const { read: each } of lines)
      read.push(
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
  const counted = (is: OtherLine['is']) => others.filter((line) => line.is === is).length;
  return { read, totals: counted('total'), skipped: counted('skipped') };
}

test('every layout has a sample report', () => {
  const files = readdirSync(join(import.meta.dirname, '../../../../docs/layouts'));
  expect(files.toSorted()).toEqual(
    Object.keys(madeReports)
      .map((name) => `${name}.json`)
      .toSorted(),
  );
});

test.each(Object.entries(madeReports))('a report of %s is read by its layout', async (name, report) => {
  const { read, totals, skipped } = await readWith(name, report);
  expect(read).toEqual(
    report.read.map((line) => expect.stringMatching(`^${line.replaceAll(/[.*+?()|[\]\\^$]/g, '\\$&')}`)),
  );
  expect({ totals, skipped }).toEqual({ totals: report.totals ?? 0, skipped: report.skipped ?? 0 });
});

test.each(Object.entries(madeReports).filter(([, { encoding }]) => encoding !== 'latin1'))(
  'a report of %s without its layout is rejected with the name of the layout',
  async (name, report) => {
    await expect(requireHeader(contentOf(report), null)).rejects.toMatchObject({
      problems: [{ code: 'usage_file_refused', detail: expect.stringContaining(`--layout ${name}`) }],
    });
  },
);

it('a layout for a different report names missing and unknown columns', async () => {
  const layout = await layoutIn({ layout: 'deezer', set: ['dsp_id=1', 'currency=EUR'] });
  const start = Buffer.from('country,isrc,title,streams\nDE,X,A,1\n');
  await expect(requireHeader(start, layout)).rejects.toThrow(
    'The columns are not those of the layout deezer. The header lacks end_report, nb_of_plays and royalties, and has the ' +
      'unknown columns title and streams.',
  );
});

it('a layout for a different report is rejected with the name of the layout that fits', async () => {
  const layout = await layoutIn({ layout: 'deezer', set: ['dsp_id=1', 'currency=EUR'] });
  const start = contentOf(required(madeReports['distrokid'], 'It is listed.'));
  await expect(requireHeader(start, layout)).rejects.toThrow(
    /^The columns are not those of the layout deezer\..* The report has the columns of the layout distrokid\. Repeat with --layout distrokid/,
  );
});

it.each([
  [
    'lacks columns',
    'Sale Month,Store,Artist,ISRC,Country of Sale,Units',
    'lacks Quantity and Earnings (USD)',
  ],
  [
    'comes after other lines',
    'Statement\n\nSale Month\tStore\tArtist\tISRC\tUnits',
    'lacks Country of Sale, Quantity and Earnings (USD)',
  ],
])(
  'a report that fits no layout is rejected with the nearest one if its header %s',
  async (_, header, lacks) => {
    const start = Buffer.from(`${header}\n2026-10,Alpha,Nia,QZES72600001,3,1\n`);
    await expect(requireHeader(start, null)).rejects.toThrow(
      `No layout has the columns of the report. The nearest one is distrokid. The header ${lacks}, and has the unknown ` +
        'columns Artist and Units. Copy docs/layouts/distrokid.json',
    );
  },
);

it.each([
  ['has most of our own columns', 'date,dsp_id,country,isrc,plays,revenue\n'],
  ['has one column of a layout', 'Song,ISRC,Mood\n'],
  ['is an HTML page', '<html><p>Sales, ISRC</p></html>\n'],
])('the stage says what is wrong with a file that %s', async (_, text) => {
  await expect(requireHeader(Buffer.from(text), null)).resolves.toBeUndefined();
});

it('a report without the column that marks returns is rejected, so that they are not counted as sales', async () => {
  const layout = await layoutIn({ layout: 'symphonic', set: madeReports['symphonic']?.set });
  const [header = '', ...lines] = madeReports['symphonic']?.lines ?? [];
  expect(header).toContain('Sale or Void');
  const start = Buffer.from([header.replace('Sale or Void', 'Sale'), ...lines].join('\n'));
  await expect(requireHeader(start, layout)).rejects.toThrow('lacks Sale or Void');
});

it('a layout without a DSP requires one', async () => {
  const start = contentOf(madeReports['meta'] ?? { lines: [], read: [] });
  await expect(requireHeader(start, await layoutIn({ layout: 'meta' }))).rejects.toThrow(
    'The layout meta has no dsp_id. Add --set dsp_id=VALUE.',
  );
});

it('a report with our columns needs no layout, and missing ones can be set', async () => {
  const start = Buffer.from('isrc,date,plays,country,revenue\nDEAB12620001,2026-01-05,1,DE,1\n');
  await expect(
    requireHeader(start, await layoutIn({ set: ['dsp_id=1', 'currency=EUR'] })),
  ).resolves.toBeUndefined();
  await expect(
    requireHeader(Buffer.from('date,dsp_id,country,isrc,plays,revenue,currency\n'), null),
  ).resolves.toBeUndefined();
});

it.each([
  [{ layout: 'none' }, /There is no layout none\. The layouts are apple-sales, /],
  [{ layout: './package.json' }, /package\.json is not a layout: /],
  [{ layout: './none.json' }, /cannot be read/],
  [{ set: ['store=1'] }, /--set must be COLUMN=VALUE with one of the columns date, /],
])('%j is rejected', async (args, message) => {
  await expect(layoutIn(args)).rejects.toThrow(message);
});

it.each([
  ['UGCProfile', '#HEAD\tMessageVersion\nHEAD\tdsrf/30\tUGCProfile\t1.0\tM1'],
  ['MasterlistProfile', 'HEAD\tdsrf/30\tMasterlistProfile\t1.0\tM1'],
  ['UGCProfile', '#HEAD\tdsrf/30\tUGCProfile\t1.0\tM1'],
  ['AudioVisualProfile', '\nSRHE\tdsrf/30\tAudioVisualProfile\t1.0\tM1'],
])('a DSR of the profile %s names the profiles that are read, and no layout', async (profile, head) => {
  const start = Buffer.from(
    `${head}\t2026-01-21T15:09:26Z\t1\t1\t2026-10-01\t2026-10-31\tP\tStore\tAd\nSY02.01\t1\n`,
  );
  await expect(requireHeader(start, null)).rejects.toThrow(
    new RegExp(
      `^DSRs of the profile ${profile} are not supported\\. The supported profiles are Basic Audio and Financial Reporting to Record Companies\\.$`,
    ),
  );
});

it('a DSR of an unknown sender requires its DSP, and names no layout', async () => {
  const start = Buffer.from(
    'HEAD\tdsrf/30\tBasicAudioProfileSRB\t1.0\tM1\tT\t1\t1\tA\tB\tP\tOur Store\tAd\n',
  );
  await expect(requireHeader(start, null)).rejects.toThrow(
    /^The report is from Our Store, which is not the name of a DSP\. Add --set dsp_id=ID\.$/,
  );
});

it.each([',', ';', '|'])(
  'a report of cd-baby that was saved with %j is read, with only its own columns missing',
  async (by) => {
    const lines = (...all: string[][]) => all.map((cells) => cells.join(by)).join('\n');
    const named = ['Sales Date', 'Partner', 'Country', 'Quantity', 'Subtotal', 'ISRC'];
    const report: MadeReport = {
      set: ['dsp_id:Store=1'],
      lines: [lines(named, ['10/31/2025', 'Store', 'US', '3', '1.50', 'QZDEM2600005'])],
      read: [],
    };
    expect((await readWith('cd-baby', report)).read).toEqual(['2025-10-31 1 US QZDEM2600005 3 1.5 USD']);
    const other = lines(['Sale Date', 'Partner', 'Track Title', 'ISRC', 'Net P.'], ['a', 'b', 'c', 'd', 'e']);
    await expect(requireHeader(Buffer.from(other), await layoutIn({ layout: 'cd-baby' }))).rejects.toThrow(
      'The header lacks Sales Date, Country, Quantity and Subtotal, and has the unknown columns Sale Date, Track Title and Net P..',
    );
  },
);

it('skipped lines of distrokid keep their revenue', async () => {
  const layout = await layoutIn({ layout: 'distrokid' });
  const money: OtherLine['money'][] = [];
  const onOther = (line: OtherLine) => money.push(line.money);
  const content = Readable.from([contentOf(madeReports['distrokid'] ?? { lines: [], read: [] })]);
  for await (const _ of reportLines(content, { sha256: null, lastDay: LAST_DAY, layout, onOther }));
  expect(money).toEqual([{ revenue: 6_500_000_000_000n, currency: 'USD' }]);
});
