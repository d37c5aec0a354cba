/** A report on the local stage: the command line uploads it, and follows its import to the end. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { operateOn } from '../support/command-line.ts';
import { demoStage, type SharedStage } from './shared-stage.ts';

const HEADER = 'date,dsp_id,country,isrc,plays,revenue,currency';
/** A delivered track of the demo catalogue. */
const ISRC = 'QZDEM2600005';

describe('import-usage', () => {
  let stage: SharedStage;
  let headers: Headers;
  const folder = mkdtempSync(join(tmpdir(), 'reports-'));
  const file = join(folder, 'report.csv');
  const operate = (...line: string[]) => operateOn(stage.awsUrl, line);
  const write = (...lines: string[]) => writeFileSync(file, `${[HEADER, ...lines].join('\n')}\n`);

  beforeAll(async () => {
    const demo = await demoStage();
    stage = demo;
    headers = new Headers({
      authorization: `Bearer ${demo.token}`,
      'content-type': 'application/vnd.api+json',
    });
    const sent = () => ask('GET', '/deliveries?filter[status]=sent');
    await vi.waitFor(async () => expect(await sent()).not.toEqual([]), { timeout: 60_000, interval: 500 });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** @returns the data of the response. */
  async function ask(method: string, path: string, data?: object) {
    const body = data ? { body: JSON.stringify({ data }) } : {};
    const response = await fetch(stage.url + path, { method, headers, ...body });
    expect(response.ok).toBe(true);
    const shown = v.looseObject({ id: v.string(), attributes: v.record(v.string(), v.unknown()) });
    return v.parse(v.object({ data: v.union([shown, v.array(shown)]) }), await response.json()).data;
  }

  it('imports a report and writes the omitted lines to a file beside it', async () => {
    write(
      `2026-01-05,1,US,${ISRC},10,0.5,EUR`,
      '2026-01-05,1,XX,X,1,1,EUR',
      '2026-01-05,1,US,DEXX99999999,1,1,EUR',
    );
    expect(await operate('import-usage', file)).toEqual({
      code: 0,
      errors: '',
      output: [
        'name: report.csv',
        'lines: 3',
        'imported: 2',
        'rejected: 1',
        'unmatched: 1',
        'summary: 2 imported, of which 1 unmatched; 1 rejected',
        `rejected-lines: ${file}.rejected.csv`,
        `unmatched-lines: ${file}.unmatched.csv`,
        '',
      ].join('\n'),
    });
    expect(readFileSync(`${file}.rejected.csv`, 'utf8')).toBe(
      'line,reason,text\n3,country is not the code of a country.,"2026-01-05,1,XX,X,1,1,EUR"\n',
    );
    expect(readFileSync(`${file}.unmatched.csv`, 'utf8')).toBe(
      `${HEADER}\n2026-01-05,1,US,DEXX99999999,1,1,EUR\n`,
    );
  });

  it('shows the import without recording the request as a command', async () => {
    const shown = await operate('show-usage-import', 'report.csv', '--json');
    expect(JSON.parse(shown.output)).toMatchObject({ state: 'done', progress: 100, lines: 3 });
    const { output } = await operate('list-commands');
    expect(output).toContain('import-usage');
    expect(output).not.toContain('show-usage-import');
    expect((await operate('show-usage-import', 'other.csv')).errors).toMatch(
      /There is no import named other/,
    );
  });

  it('feeds a report with a tamper-proof download URL that needs no token', async () => {
    const attributes = { 'dsp-id': 1, date: '2026-01-05' };
    const [asked] = [
      await ask('POST', '/analytics-reports', { type: 'analytics-reports', attributes }),
    ].flat();
    const report = async () =>
      [await ask('GET', `/analytics-reports/${asked?.id}`)].flat()[0]?.attributes ?? {};
    await expect.poll(report, { interval: 500 }).toMatchObject({ status: 'completed', 'total-records': 1 });
    const link = String((await report())['download-url']);
    const file = await fetch(link);
    expect(file.headers.get('content-type')).toBe('application/gzip');
    expect(gunzipSync(Buffer.from(await file.arrayBuffer())).toString()).toBe(
      `${HEADER}\n2026-01-05,1,US,${ISRC},10,0.5,EUR\n`,
    );
    const head = await fetch(link, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'application/gzip']);
    expect((await fetch(link.slice(0, -3))).status).toBe(403);
    const { headers: redirected } = await fetch(link, { redirect: 'manual' });
    const address = String(redirected.get('location'));
    expect((await fetch(address.replace('reports/', 'usage/'))).status).toBe(403);
  });

  it("compares a store's report with the totals of the file and imports it by its layout", async () => {
    const sales = join(folder, 'sales.txt');
    const cells = (...all: string[]) => all.join('\t');
    writeFileSync(
      sales,
      [
        cells(
          'End Date',
          'ISRC/ISBN',
          'Quantity',
          'Extended Partner Share',
          'Partner Share Currency',
          'Sales or Return',
          'Country Of Sale',
        ),
        cells('01/31/2026', ISRC, '10', '7.00', 'EUR', 'S', 'DE'),
        cells('01/31/2026', ISRC, '1', '0.70', 'EUR', 'R', 'DE'),
        cells('01/31/2026', 'DEXX99999999', '2', '1.40', 'USD', 'S', 'US'),
        cells('01/31/2026', 'none', '2', '1.40', 'USD', 'S', 'US'),
        cells('Total_Rows', '4'),
      ].join('\n'),
    );
    expect(await operate('import-usage', sales)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('Repeat with --layout apple-sales --set dsp_id=VALUE'),
    });
    const line = [sales, '--layout', 'apple-sales', '--set', 'dsp_id=2'];
    const checked = await operate('import-usage', ...line, '--check', '--json');
    expect(JSON.parse(checked.output)).toEqual({
      layout: 'apple-sales',
      lines: 4,
      rejected: 1,
      skipped: 0,
      days: '2026-01-31',
      plays: '11',
      revenue: { EUR: '6.3', USD: '1.4' },
      'totals-of-the-file': ['Total_Rows | 4'],
      'plays-by-country': { DE: '9', US: '2' },
      'unmatched-lines': 1,
      'unmatched-isrcs': ['DEXX99999999'],
      'rejected-lines': [expect.stringMatching(/^Line 5: isrc is not an ISRC/)],
    });
    expect((await operate('show-usage-import', 'sales.txt')).code).toBe(1);
    const { code, output } = await operate('import-usage', ...line, '--json');
    expect({ code, ...JSON.parse(output) }).toMatchObject({
      code: 0,
      lines: 4,
      imported: 3,
      rejected: 1,
      unmatched: 1,
    });
    expect(readFileSync(`${sales}.rejected.csv`, 'utf8')).toContain('5,"isrc is not an ISRC');
    writeFileSync(
      sales,
      readFileSync(sales, 'utf8').replaceAll(/^01.*(S|R)\t../gm, (row) =>
        row.replace(/\t\w{4,12}\t/, '\tnone\t'),
      ),
    );
    for (const check of [[], ['--check']])
      expect(await operate('import-usage', ...line, ...check)).toMatchObject({
        code: 1,
        errors: expect.stringMatching(/^All 4 lines .*rejected/),
      });
  });

  it('rejects the same content under another name and a report without a header', async () => {
    expect(await operate('import-usage', file, '--as', 'other.csv', '--json')).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/"usage_file_known".*imported as report\.csv/),
    });
    writeFileSync(file, 'no header\n');
    expect(await operate('import-usage', file)).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^The first line must be the header/),
    });
  });

  it('rematches unmatched lines without a file', async () => {
    const { code, output } = await operate('import-usage', '--rematch');
    expect({ code, output }).toEqual({
      code: 0,
      output: expect.stringMatching(/^rematched: .*\breport\.csv\b/),
    });
    expect((await operate('import-usage')).errors).toMatch(/path of a report or --rematch is required/);
  });

  it('needs a readable file', async () => {
    expect(await operate('import-usage', join(folder, 'none.csv'))).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/cannot be read/),
    });
    expect(existsSync(join(folder, 'none.csv.rejected.csv'))).toBe(false);
  });
});
