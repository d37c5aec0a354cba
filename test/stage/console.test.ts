/** The console in a browser, on a stage: what a reviewer and an operator do, with the keyboard alone. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import axe from 'axe-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { builtPage } from '../../bin/operator/console/built-page.ts';
import { waveFile } from '../support/audio/wave-file.ts';
import { eventually } from '../support/hand-made.ts';
import { everyThird } from '../support/long-run.ts';
import { describeInBrowser } from './browser.ts';
import { commandConsole } from './command-console.ts';
import { consoleIn } from './console-browser.ts';
import { emptyStage, newOrganization, operateWith, type SharedStage } from './shared-stage.ts';
import { newSong, type Owner, requestDelivery, serveFiles } from './stage-release.ts';

const HOSTILE = `<img src=x onerror="globalThis.isHacked=true">${'W'.repeat(200)}`;

/** @returns a PNG file of one colour (ISO/IEC 15948). */
function pngFile(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const lines = Buffer.alloc((Math.ceil(width / 8) + 1) * height);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const files = new Map([
  ['/square.png', pngFile(3000, 3000)],
  ['/flat.png', pngFile(1200, 900)],
  [
    '/tone.wav',
    waveFile([Float32Array.from({ length: 88_200 }, (_, at) => Math.sin(at / 20) / 2)], { rate: 44_100 }),
  ],
  ['/silent.wav', waveFile([new Float32Array(88_200)], { rate: 44_100 })],
]);

describeInBrowser('the console', (page) => {
  let stage: SharedStage;
  let owner: Owner;
  const browser = consoleIn(page, () => `${stage.url}/_local/console/`);
  let stop: () => void;
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    stage = await emptyStage();
    const served = await serveFiles(stage, ({ url = '' }, response) => void response.end(files.get(url)));
    stop = served.end;
    owner = { url: stage.url, token: await newOrganization(stage, 'console', { preapproval: false }) };
    for (const [title, artwork, audio] of [
      ['Console Good', 'square.png', 'tone.wav'],
      ['Console Silent', 'flat.png', 'silent.wav'],
      [`Console ${HOSTILE}`, 'square.png', 'tone.wav'],
    ] as const) {
      const song = { title, artwork: `${served.url}/${artwork}`, audio: `${served.url}/${audio}` };
      const { albumId } = await newSong(owner, song);
      ids[title] = await requestDelivery(owner, albumId);
    }
    await page.size(1360);
  });
  afterAll(() => stop());

  const { evaluate } = page;
  const statusOf = async (title: string) =>
    Object(await operateWith(stage, 'show-request', { id: ids[title] ?? '' })).status;
  const search = (of: string) => browser.fill('#search', of);

  it('approves a request by keyboard alone', async () => {
    await browser.open('#/reviews');
    await eventually(() => browser.text('.rows')).toContain('Console Good');
    await search('Console Good');
    await eventually(() => evaluate("document.querySelectorAll('.rows li').length")).toBe(1);
    await evaluate('document.activeElement.blur()');
    await browser.press('j');
    await browser.press('Enter');
    await eventually(() => browser.text('h2')).toBe('Console Good');
    await eventually(() => browser.text('figcaption')).toBe('3000 × 3000 pixels');
    await eventually(() => browser.text('header.bar')).toContain('Approve');
    await browser.press('a');
    await eventually(() => browser.text('dialog')).toContain('Approve “Console Good”');
    // What was found, such as a track that is not analyzed yet, must be confirmed first.
    if (await browser.text('dialog .found')) await browser.press(' ');
    await browser.press('Enter');
    await eventually(() => browser.text('.said')).toBe('Approved “Console Good”.');
    await eventually(() => statusOf('Console Good')).toBe('sent');
  });

  it('returns from a release to its place in the queue', async () => {
    await browser.open('#/reviews');
    await eventually(() => evaluate("document.querySelectorAll('.rows li').length > 1")).toBe(true);
    await browser.press('j');
    const place = await browser.text('.is-current .what a');
    await browser.press('Enter');
    await eventually(() => browser.text('h2')).toBe(place);
    await browser.press('u');
    await eventually(() => evaluate('document.activeElement.innerText')).toBe(place);
  });

  it('warns of a silent track and an unsuitable cover, and draws the waveform', async () => {
    await browser.open(`#/release/${ids['Console Silent']}`);
    await eventually(() => browser.text('.alerts')).toContain('The album has artwork that is not square.');
    await eventually(() => browser.text('.alerts')).toContain('Track 1.1: The file is silent.');
    await eventually(() => browser.text('.track')).toContain('Draw the waveform');
    await browser.click('Draw the waveform');
    await eventually(() =>
      evaluate("document.querySelector('.wave path').getAttribute('d').length"),
    ).toBeGreaterThan(100);
  });

  it('counts warnings in the queue, with a short text for pointer and keyboard', async () => {
    await browser.open('#/reviews?search=Console+Silent');
    await eventually(() => browser.text('.noted button')).toBe('4 warnings');
    const isShown = () => evaluate("document.querySelector('.tip').checkVisibility()");
    expect(await isShown()).toBe(false);
    await evaluate("document.querySelector('.noted button').focus()");
    expect(await isShown()).toBe(true);
    expect((await browser.text('.tip')).split('\n')).toEqual([
      'The album has artwork that is not square.',
      'The album has artwork smaller than 3000 by 3000 pixels.',
      'The album has artwork that is not in RGB. Stores accept only RGB, even for black-and-white images.',
      'Track 1.1: The file is silent.',
    ]);
    expect(await evaluate("document.querySelector('#search').value")).toBe('Console Silent');
  });

  it('rejects a request with a predefined reason that the reviewer completes', async () => {
    await browser.open(`#/release/${ids['Console Silent']}`);
    await eventually(() => browser.text('h2')).toBe('Console Silent');
    await eventually(() => browser.text('header.bar')).toContain('Reject');
    await browser.press('r');
    await eventually(() => browser.text('dialog')).toContain('which the owner sees');
    await evaluate(
      "[...document.querySelectorAll('.reasons button')].find(({ innerText }) => innerText.includes('silent')).click()",
    );
    const reason = await evaluate("document.querySelector('dialog textarea').value");
    await browser.fill('dialog textarea', `${reason} See track 1.`);
    await browser.press('Control+Enter');
    await eventually(() => browser.text('.said')).toBe(
      'Rejected “Console Silent”. Returning it to the queue would be a new decision.',
    );
    await browser.open(`#/release/${ids['Console Silent']}`);
    await eventually(() => browser.text('.history')).toContain(`${reason} See track 1.`);
    expect(await statusOf('Console Silent')).toBe('rejected');
  });

  it('names the reviewer who decided first, and returns requests to the queue', async () => {
    await browser.open('#/reviews/rejected');
    await eventually(() => browser.text('.rows')).toContain('Console Silent');
    await search('Console Silent');
    await eventually(() => evaluate("document.querySelectorAll('.rows li').length")).toBe(1);
    await evaluate('document.activeElement.blur()');
    await browser.press('q');
    await eventually(() => browser.text('dialog')).toContain('Return to the queue');
    await operateWith(stage, 'requeue-request', { id: ids['Console Silent'] });
    await browser.press('Enter');
    await eventually(() => browser.text('dialog .fault')).toContain('Console Silent');
    expect(await statusOf('Console Silent')).toBe('pending');
  });

  it('shows untrusted values as text', async () => {
    await browser.open(`#/release/${ids[`Console ${HOSTILE}`]}`);
    await eventually(() => browser.text('h2')).toContain('<img src=x');
    expect(await evaluate('globalThis.isHacked')).toBeUndefined();
    expect(await evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });

  it('imports a report with bad lines and offers them for download', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'console-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const report = join(folder, 'console-report.csv');
    const lines = [
      'date,dsp_id,country,isrc,plays,revenue,currency',
      '2026-01-05,1,XX,X,1,1,EUR',
      '2026-01-05,1,US,DEXX99999999,1,1,EUR',
    ];
    writeFileSync(report, `${lines.join('\n')}\n`);
    await browser.open('#/reports');
    await eventually(() => evaluate("document.querySelector('input[type=file]') !== null")).toBe(true);
    await browser.choose('input[type=file]', report);
    const row =
      "[...document.querySelectorAll('tbody tr')].find((each) => each.innerText.includes('console-report.csv'))";
    await eventually(() => evaluate(`${row}?.innerText ?? ''`)).toMatch(
      /console-report\.csv\s+done\s+2\s+1\s+1 the lines\s+1 the lines/,
    );
    const rejected = await evaluate(
      `fetch(${row}.querySelector('a').href).then((response) => response.text())`,
    );
    expect(rejected).toContain('2026-01-05,1,XX,X,1,1,EUR');
  });

  it('records a payment only after showing what will remain unpaid', async () => {
    const { users } = Object(await operateWith(stage, 'show-organization', { id: await organization() }));
    await browser.open(`#/money/${users[0].id}`);
    await eventually(() => browser.text('h2')).toContain('@example.com');
    const names = ['period', 'amount', 'currency', 'reference'];
    for (const [index, value] of ['2026-10', '12.5', 'EUR', 'CONSOLE-1'].entries()) {
      expect(names[index]).toBeDefined();
      await browser.fill(`form.command label:nth-of-type(${index + 1}) input`, value);
    }
    await evaluate("document.querySelector('form.command input[type=checkbox]').click()");
    await browser.click('Preview the payment');
    await eventually(() => browser.text('form.command .note')).toContain(
      '0 EUR is owed now, and -12.5 EUR will be after the payment.',
    );
    const payments = async () =>
      Object(await operateWith(stage, 'list-payments', { 'user-id': users[0].id })).items;
    expect(await payments()).toEqual([]);
    await browser.click('Yes, record the payment');
    await eventually(async () => (await payments()).length).toBe(1);
    await eventually(() => browser.text()).toContain('CONSOLE-1');
  });

  const organization = async () =>
    Object(await operateWith(stage, 'list-organizations', { limit: '200' })).items.find(
      ({ name }: { name: string }) => name === 'console',
    ).id;

  it('has a form for each command, with its result or the reason for its rejection', async () => {
    await browser.open('#/commands/find-user');
    await eventually(() => browser.text('form')).toContain('User');
    await browser.fill('#find-user-user', 'nobody@example.com');
    await browser.click('Run find-user');
    await eventually(() => browser.text('form .fault')).toContain('nobody@example.com');
    await browser.fill('#find-user-user', 'console@example.com');
    await browser.click('Run find-user');
    await eventually(() => browser.text('form')).toContain('Organization');
  });

  it('keeps the keys of the command, even after a reload, from any other port', async () => {
    const { address } = await commandConsole(stage.awsUrl);
    const own = await page.another();
    const shown = () => own.evaluate("document.querySelector('.rows')?.innerText ?? ''");
    for (const place of ['about:blank', address]) await own.open(place);
    await eventually(shown).toContain('Console Silent');
    expect(await own.evaluate('location.href + document.cookie')).not.toContain('token');
    const cover = `[...document.querySelectorAll('img.cover')].some(({ complete, naturalWidth }) => complete && naturalWidth > 0)`;
    await eventually(() => own.evaluate(cover)).toBe(true);
    await own.open(`${new URL(address).origin}/#/work`);
    await own.evaluate('location.reload()');
    await eventually(() => own.evaluate("document.querySelector('main')?.innerText ?? ''")).toContain(
      'Queues',
    );
    // A page of another port has another origin, and there is no cookie that would reach it.
    await own.open(`${stage.url}/_local/console/`);
    expect(await own.evaluate("localStorage.getItem('console-keys') + document.cookie")).toBe('null');
    // Another browser, which was too late.
    const late = await page.another();
    await late.open(address);
    await eventually(() => late.evaluate("document.querySelector('.fault')?.innerText ?? ''")).toContain(
      'was already used',
    );
  });

  it.each([
    [1360, 100, 0],
    [1360, 200, 1],
    [390, 100, 2],
  ])(
    'is accessible in both themes at %i pixels and a zoom of %i percent',
    async (width, zoom, caseNumber) => {
      await page.size(width, { zoom });
      onTestFinished(async () => {
        await page.size(1360);
        await browser.theme('light');
      });
      const fragments = [
        '#/reviews',
        `#/release/${ids['Console Silent']}`,
        `#/customers/${await organization()}`,
        '#/reports',
        '#/money',
        '#/work',
        '#/commands',
      ];
      for (const fragment of everyThird(fragments, caseNumber)) {
        await browser.open(fragment);
        await eventually(() => browser.text()).toMatch(/\w/);
        await eventually(() => browser.text()).not.toContain('Loading…');
        await evaluate(`${axe.source}; 1`);
        const wrong = (options = '') =>
          evaluate(
            `axe.run(${options}).then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html.slice(0, 200)]))`,
          );
        await browser.theme('light');
        const found = [await wrong()];
        await browser.theme('dark');
        found.push(await wrong("{ runOnly: ['color-contrast'] }"));
        const tooWide = await evaluate(`[...document.querySelectorAll('body *')]
        .filter((each) => each.checkVisibility() && !each.closest('.scroll, .skip'))
        .filter((each) => each.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
        .map((each) => each.outerHTML.slice(0, 200))`);
        expect([fragment, found, tooWide]).toEqual([fragment, [[], []], []]);
      }
    },
  );
});

it('the console page has at most 180 KB, even when a test builds it', async () => {
  const sizes = Array.from((await builtPage()).values(), (content) => Buffer.byteLength(content));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(180_000);
});

it('the console command serves the page until it is interrupted', async () => {
  const { awsUrl } = await emptyStage();
  const { child, exited, address } = await commandConsole(awsUrl);
  const { origin, hash } = new URL(address);
  const enter = () =>
    fetch(`${origin}/session`, {
      method: 'POST',
      headers: { origin },
      body: hash.replace('#token=', ''),
    });
  const { key } = Object(await (await enter()).json());
  const shown = await fetch(`${origin}/commands`, { headers: { 'console-key': key } });
  expect(await shown.json()).toMatchObject({ stage: 'local', runsOnMachine: true });
  expect((await enter()).status).toBe(403);
  child.kill('SIGINT');
  expect((await exited)[0]).toBe(0);
});
