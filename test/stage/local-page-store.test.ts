/** The page at /_local/store, which shows what came to the store of this machine, over HTTP and in a browser. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import axe from 'axe-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acknowledgement } from '../../bin/local/store/acknowledgement.ts';
import { salesReport } from '../../bin/local/store/sales-report.ts';
import { storeFolderOf } from '../../bin/local/store/store-folders.ts';
import type { StoreView } from '../../bin/local/store/store-view.ts';
import { eventually, startStage } from '../support/hand-made.ts';
import { describeInBrowser } from './browser.ts';
import { rawRequest } from './raw-request.ts';

const directory = mkdtempSync(join(tmpdir(), 'local-page-store-'));
const folder = storeFolderOf(join(directory, 'data'));
let url = '';
beforeAll(async () => {
  ({ url } = await startStage({}, { dataDirectory: join(directory, 'data') }));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

let seconds = 1_800_000_000;
/** Each file is newer than the one before. */
function place(path: string, content: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
  seconds += 1;
  utimesSync(join(folder, path), seconds, seconds);
}

const song = 'a song';

/** @param named the content that the message states for its only file; without it, a takedown. */
function message(title: string, named?: string): string {
  const sha256 = createHash('sha256')
    .update(named ?? '')
    .digest('hex');
  const file = `<File><URI>resources/1.wav</URI><HashSum><HashSumValue>${sha256}</HashSumValue></HashSum></File>`;
  const resources =
    named === undefined ? '' : `<ResourceList><SoundRecording>${file}</SoundRecording></ResourceList>`;
  return (
    `<NewReleaseMessage><MessageHeader><MessageId>m1</MessageId></MessageHeader>${resources}<ReleaseList><Release>` +
    `<ReleaseId><ICPN>0850001000314</ICPN></ReleaseId><DisplayTitleText>${title}</DisplayTitleText></Release></ReleaseList></NewReleaseMessage>`
  );
}

const releaseFolder = (number: number) => `N_0850001000314_2027010203040500${number}`;

async function viewed(): Promise<StoreView & { folder: string }> {
  const { text } = await rawRequest(url, { path: '/_local/store/state' });
  return JSON.parse(text);
}

describe('the view of the store', () => {
  it('shows that the store has never run on this machine', async () => {
    const nothing = { packages: [], acknowledgements: [], reports: [] };
    expect(await viewed()).toEqual({ folder, isThere: false, ...nothing });
  });

  it('shows which packages are incoming, complete and damaged, newest first', async () => {
    const [whole = '', damaged = '', missing = '', takedown = '', incoming = '', broken = ''] = [
      0, 1, 2, 3, 4, 5,
    ].map(releaseFolder);
    place(`${whole}/resources/1.wav`, song);
    place(`${whole}/0850001000314.xml`, message('Whole', song));
    place(`${damaged}/resources/1.wav`, 'another song');
    place(`${damaged}/0850001000314.xml`, message('Damaged', song));
    place(`${missing}/0850001000314.xml`, message('Missing', song));
    place(`${takedown}/0850001000314.xml`, message('Taken down'));
    place(`${incoming}/resources/1.wav`, song);
    place(`${incoming}/0850001000314.xml.part`, message('Incoming', song));
    place(`${broken}/0850001000314.xml`, '<NewReleaseMessage');
    const { isThere, packages } = await viewed();
    expect(isThere).toBe(true);
    expect(
      packages.map((each) => [
        each.folder,
        each.title,
        each.state,
        each.files,
        each.isTakedown,
        ...each.faults,
      ]),
    ).toEqual([
      [broken, null, 'damaged', 0, false, 'The message cannot be read.'],
      [incoming, null, 'incoming', 1, false],
      [takedown, 'Taken down', 'complete', 0, true],
      [missing, 'Missing', 'damaged', 0, false, 'resources/1.wav is missing.'],
      [
        damaged,
        'Damaged',
        'damaged',
        1,
        false,
        'resources/1.wav does not have the checksum stated in the message.',
      ],
      [whole, 'Whole', 'complete', 1, false],
    ]);
    place(`${damaged}/resources/1.wav`, song);
    expect((await viewed()).packages.find((each) => each.folder === damaged)).toMatchObject({
      state: 'complete',
      faults: [],
    });
  });

  it('shows a batch as complete once its manifest is there', async () => {
    place('20270102030405006/0850001000314/resources/1.wav', song);
    place('20270102030405006/0850001000314/0850001000314.xml', message('Batch', song));
    expect((await viewed()).packages[0]).toMatchObject({ state: 'incoming', title: 'Batch' });
    place('20270102030405006/BatchComplete_20270102030405006.xml', '<ManifestMessage/>');
    expect((await viewed()).packages[0]).toMatchObject({ state: 'complete', files: 1, bytes: song.length });
  });

  it('shows the acknowledgements and reports of the store', async () => {
    const checked = { messageId: 'm1', releaseId: '0850001000314', isTakedown: false, faults: [] };
    const now = new Date();
    place(
      'acknowledgements/ACK_1.xml',
      acknowledgement({ checked, response: 'reject', reason: 'No covers.', now }),
    );
    place('acknowledgements/ACK_2.xml', acknowledgement({ checked, response: 'broken', reason: '', now }));
    const sales = [{ isrc: 'DEAB12620001', plays: 1000, revenue: '4.00' }];
    place('reports/DSR_1_1of1.tsv', salesReport({ id: '1', day: '2027-01-02', country: 'DE', sales, now }));
    const { acknowledgements, reports, packages } = await viewed();
    expect(acknowledgements.map(({ name, says }) => [name, says])).toEqual([
      ['ACK_2.xml', 'unreadable'],
      ['ACK_1.xml', expect.stringMatching(/^rejected: No covers\./)],
    ]);
    expect(reports).toMatchObject([{ name: 'DSR_1_1of1.tsv', bytes: expect.any(Number) }]);
    expect(packages).toHaveLength(7);
  });

  it('shows at most a hundred of each, and no links to files outside its folder', async () => {
    for (let number = 0; number < 120; number++) place(`reports/many-${number}.tsv`, 'x');
    symlinkSync('/nowhere', join(folder, 'reports', 'link.tsv'));
    const { reports } = await viewed();
    expect(reports).toHaveLength(100);
    expect(reports[0]?.name).toBe('many-119.tsv');
  });

  it('can be read by no page of another site', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' };
    for (const path of ['/_local/store', '/_local/store/state', '/_local/store.js'])
      expect((await rawRequest(url, { path, headers })).status, path).toBe(403);
  });
});

describeInBrowser('the page of the store', (page) => {
  beforeAll(async () => {
    await page.size(360, { height: 740 });
    await page.open(`${url}/_local/store`);
  });

  const text = () => page.evaluate('document.querySelector("main")?.innerText ?? ""');

  it('shows packages with their states, acknowledgements and reports', async () => {
    await eventually(text).toContain('Damaged');
    for (const part of [
      folder,
      'Whole',
      'resources/1.wav is missing.',
      'rejected: No covers.',
      'many-119.tsv',
    ])
      expect(await text()).toContain(part);
    await eventually(() => page.evaluate('document.querySelector("#connection").textContent')).toBe('Live');
  });

  it('shows what arrived after it was loaded', async () => {
    place(`${releaseFolder(6)}/0850001000314.xml`, message('Later'));
    await eventually(text).toContain('Later');
    expect(await text()).toContain('takedown');
  });

  it('can be used without a mouse, and fits the width of a phone', async () => {
    await page.evaluate(`${axe.source}; 1`);
    const violations = `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))`;
    expect(await page.evaluate(violations)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  });
});
