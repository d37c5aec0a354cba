import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, test } from 'vitest';
import { reportLines } from '../../../../shared/usage/import/report-lines.ts';

const HEADER = 'date,dsp_id,country,isrc,plays,revenue,currency';
const separatedHeader = HEADER.replaceAll(',', ';');
const line = (isrc: string, revenue = '0.5') => `2026-01-05,1,US,${isrc},10,${revenue},EUR`;
const report = `${HEADER}\n${line('DEAB12620001')}\n${line('DEAB12620002')}\n`;
const separated = (by: string) => report.replaceAll(',', by);

/** @returns the lines of a file that arrives in pieces. */
async function linesOf(file: string | Uint8Array, pieceBytes = 7) {
  const bytes = Buffer.from(file);
  const pieces = Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, index) =>
    bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes),
  );
  const all = [];
  for await (const some of reportLines(Readable.from(pieces), { sha256: null, lastDay: '2026-11-29' }))
    all.push(...some);
  return all;
}

const utf16 = (text: string, mark = '\ufeff') => Buffer.from(mark + text, 'utf16le');
const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16();

describe('a report', () => {
  test.each([
    ['commas', report],
    ['semicolons', separated(';')],
    ['tabs', separated('\t')],
    ['vertical bars', separated('|')],
    ['semicolons, quotes and a line for Excel', `sep=;\r\n${separated(';').replace('10', '"10"')}`],
    ['lines without values', `;;;\n${separated(';')}\n;;;;;;\n"";"";;;;;""\n ; ;\n`],
    ['a byte order mark', `\ufeff${report}`],
    ['UTF-16', utf16(report)],
    ['UTF-16 and tabs, as spreadsheets save it', utf16(separated('\t'))],
    ['UTF-16 without a mark', utf16(report, '')],
    ['UTF-16 of the other byte order', swapped(utf16(report))],
    ['UTF-16 of the other byte order without a mark', swapped(utf16(report, ''))],
  ])('is read with %s', async (_, file) => {
    for (const pieceBytes of [1, 3, 1000])
      expect(await linesOf(file, pieceBytes)).toMatchObject([
        { read: { isrc: 'DEAB12620001', plays: 10, revenue: 500_000_000_000n } },
        { read: { isrc: 'DEAB12620002' } },
      ]);
  });

  test.each([
    ['gzip', gzipSync(report), 'The file is compressed (gzip). Decompress it first.'],
    ['bzip2', 'BZh91AY', 'The file is compressed (bzip2).'],
    ['Zstandard', Buffer.from('28b52ffd00', 'hex'), 'The file is compressed (Zstandard).'],
    [
      'a workbook',
      'PK\u0003\u0004rest',
      'The file is a workbook or an archive (XLSX, ODS or ZIP). Save it as CSV',
    ],
    [
      'an old workbook',
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      'The file is a workbook (XLS). Save it as CSV.',
    ],
    ['a PDF', '%PDF-1.7\n', 'The file is a PDF. A report is CSV.'],
    ['UTF-32', Buffer.from('fffe000064000000', 'hex'), 'The file is encoded in UTF-32. Save it in UTF-8.'],
    [
      'XML',
      '<?xml version="1.0"?>\n<a/>',
      'The file is an XML or HTML document. A report is CSV with the header date,',
    ],
    ['JSON', '[{"date": 1}]', 'The file is a JSON document. A report is CSV'],
    ['lines that end with CR', report.replaceAll('\n', '\r'), 'The lines of the file end with CR alone.'],
    [
      'other columns',
      'date;country;isrc\n',
      'The header lacks dsp_id, plays, revenue and currency. It must name',
    ],
    ['of no known column', 'x;y\n', 'and has the unknown columns x and y. It must name'],
    ['of no column', 'x\n', `The first line must be the header ${HEADER}.`],
    ['nothing', '', 'The file is empty.'],
    ['three bytes', 'dat', 'The first line must be'],
    ['a line for Excel alone', 'sep=;\n', 'The file is empty.'],
  ])('is rejected with a sentence if it is %s', async (_, file, sentence) => {
    await expect(linesOf(file)).rejects.toThrow(sentence);
  });

  it.each([
    ['2026-01-06;1;DE;DEAB12620001;10;0,10;EUR', { revenue: 100_000_000_000n }],
    ['2026-01-06;1;DE;DEAB12620001;10;0.20;EUR', { revenue: 200_000_000_000n }],
    ['2026-01-06;1;DE;DEAB12620001;-1;-0,7;EUR', { plays: -1, revenue: -700_000_000_000n }],
    [';1;DE;DEAB12620001;1;1;EUR', { date: '' }],
  ])('is read with semicolons: the line %s', async (line, read) => {
    expect(await linesOf(`${separatedHeader}\n${line}\n`)).toMatchObject([{ read }]);
  });

  it('has its columns in any order, besides others', async () => {
    const file =
      'isrc,title,date,dsp_id,country,plays,revenue,currency\nDEAB12620001,A,2026-01-05,1,US,10,0.5,EUR\n';
    expect(await linesOf(file)).toMatchObject([
      { read: { isrc: 'DEAB12620001', plays: 10, currency: 'EUR' } },
    ]);
  });

  it.each([
    ['few', '2026-01-05,1,US,DEAB12620001,10,0.5', /has 6 columns instead of 7/],
    ['many', '2026-01-05,1,US,DEAB12620001,10,0.5,EUR,x', /has 8 columns instead of 7/],
    ['many for a decimal comma', '2026-01-05,1,US,DEAB12620001,10,0,5,EUR', /has 8 columns instead of 7/],
  ])('rejects a line with too %s columns', async (_, line, reason) => {
    expect(await linesOf(`${HEADER}\n${line}\n`)).toMatchObject([{ read: expect.stringMatching(reason) }]);
  });

  it('is rejected if commas could separate thousands', async () => {
    const file = `${separatedHeader}\n2026-01-06;1;DE;DEAB12620001;10;1,234;EUR\n2026-01-06;1;DE;DEAB12620001;10;0.5;EUR\n`;
    await expect(linesOf(file)).rejects.toThrow('Revenue is written in two ways, such as 0.5 and 1,234');
  });
});
