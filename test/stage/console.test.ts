/** The console in Chromium, on a stage: what a reviewer and an operator do, with the keyboard alone. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { crc32, deflateSync } from 'node:zlib';
import axe from 'axe-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { waveFile } from '../support/audio/wave-file.ts';
import { eventually } from '../support/hand-made.ts';
import { chromiumPath, openChromium, type Page } from './chromium.ts';
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

const note = chromiumPath ? '' : ' (skipped: Chromium is not installed)';
describe.skipIf(!chromiumPath)(`the console in a browser${note}`, () => {
  let stage: SharedStage;
  let owner: Owner;
  let page: Page;
  let end: () => Promise<void>;
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
    ({ page, end } = await openChromium(chromiumPath ?? ''));
    await page.send('Page.enable');
    await page.send('Page.setBypassCSP', { enabled: true });
    await size(1360);
    const source = `globalThis.faults = [];
      addEventListener('error', ({ message }) => faults.push(message));
      addEventListener('unhandledrejection', ({ reason }) => faults.push(String(reason)));`;
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source });
  });
  afterAll(async () => {
    await end();
    stop();
  });

  const size = (width: number) =>
    page.send('Emulation.setDeviceMetricsOverride', {
      width,
      height: 900,
      deviceScaleFactor: 1,
      mobile: width < 500,
    });
  const text = async (selector = 'main'): Promise<string> =>
    String(await page.evaluate(`document.querySelector(${JSON.stringify(selector)})?.innerText ?? ''`));
  const press = async (key: string) => {
    const shown =
      key.length === 1
        ? { key, text: key }
        : { key, code: key, windowsVirtualKeyCode: { Enter: 13, Tab: 9 }[key] };
    const entered = key === 'Enter' ? { text: '\r' } : {};
    await page.send('Input.dispatchKeyEvent', { type: 'keyDown', ...shown, ...entered });
    await page.send('Input.dispatchKeyEvent', { type: 'keyUp', ...shown });
  };
  const open = async (fragment: string) => {
    await page.open('about:blank');
    await page.open(`${stage.url}/_local/console/${fragment}`);
  };
  const click = (label: string) =>
    page.evaluate(`[...document.querySelectorAll('button, summary, a')]
      .find((each) => each.checkVisibility() && each.innerText.trim().startsWith(${JSON.stringify(label)})).click()`);
  const fill = (selector: string, value: string) =>
    page.evaluate(`(() => {
      const field = document.querySelector(${JSON.stringify(selector)});
      field.value = ${JSON.stringify(value)};
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.dispatchEvent(new Event('change', { bubbles: true }));
    })()`);
  const statusOf = async (title: string) =>
    Object(await operateWith(stage, 'show-request', { id: ids[title] ?? '' })).status;
  const search = (of: string) => fill('#search', of);

  it('approves a request with the keyboard alone', async () => {
    await open('#/reviews');
    await eventually(() => text('.rows')).toContain('Console Good');
    await search('Console Good');
    await eventually(() => page.evaluate("document.querySelectorAll('.rows li').length")).toBe(1);
    await page.evaluate('document.activeElement.blur()');
    await press('j');
    await press('Enter');
    await eventually(() => text('h2')).toBe('Console Good');
    await eventually(() => text('figcaption')).toBe('3000 × 3000 pixels');
    await eventually(() => text('header.bar')).toContain('Approve');
    await press('a');
    await eventually(() => text('dialog')).toContain('Approve “Console Good”');
    await press('Enter');
    await eventually(() => text('.said')).toBe('Approved “Console Good”.');
    await eventually(() => statusOf('Console Good')).toBe('sent');
  });

  it('warns of a silent track and of a cover that stores reject, and draws the waveform', async () => {
    await open(`#/release/${ids['Console Silent']}`);
    await eventually(() => text('.alerts')).toContain('The cover is not square.');
    await eventually(() => text('.alerts')).toContain('Track 1.1: The file is silent.');
    await click('Draw the waveform');
    await eventually(() =>
      page.evaluate("document.querySelector('.wave path').getAttribute('d').length"),
    ).toBeGreaterThan(100);
  });

  it('rejects a request with a usual reason that the reviewer completes', async () => {
    await open(`#/release/${ids['Console Silent']}`);
    await eventually(() => text('h2')).toBe('Console Silent');
    await eventually(() => text('header.bar')).toContain('Reject');
    await press('r');
    await eventually(() => text('dialog')).toContain('as the owner reads it');
    const reasons = page.evaluate(
      "[...document.querySelectorAll('dialog option')].map(({ value }) => value)",
    );
    const reason = ((await reasons) as string[]).find((each) => each.includes('silent')) ?? '';
    await fill('dialog select', reason);
    await fill('dialog textarea', `${reason} See track 1.`);
    await page.evaluate("document.querySelector('dialog form').requestSubmit()");
    await eventually(() => text('.said')).toBe('Rejected “Console Silent”.');
    await eventually(() => text('.history')).toContain(`${reason} See track 1.`);
    expect(await statusOf('Console Silent')).toBe('rejected');
  });

  it('says who decided when another reviewer was faster, and returns requests to the queue', async () => {
    await open('#/reviews/rejected');
    await eventually(() => text('.rows')).toContain('Console Silent');
    await search('Console Silent');
    await eventually(() => page.evaluate("document.querySelectorAll('.rows li').length")).toBe(1);
    await page.evaluate('document.activeElement.blur()');
    await press('q');
    await eventually(() => text('dialog')).toContain('Return to the queue');
    await operateWith(stage, 'requeue-request', { id: ids['Console Silent'] });
    await press('Enter');
    await eventually(() => text('dialog .fault')).toContain('Console Silent');
    expect(await statusOf('Console Silent')).toBe('pending');
  });

  it('shows what it cannot trust as text', async () => {
    await open(`#/release/${ids[`Console ${HOSTILE}`]}`);
    await eventually(() => text('h2')).toContain('<img src=x');
    expect(await page.evaluate('globalThis.isHacked')).toBeUndefined();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });

  it('imports a report with bad lines, which can be downloaded', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'console-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const report = join(folder, 'console-report.csv');
    const lines = [
      'date,dsp_id,country,isrc,plays,revenue,currency',
      '2026-01-05,1,XX,X,1,1,EUR',
      '2026-01-05,1,US,DEXX99999999,1,1,EUR',
    ];
    writeFileSync(report, `${lines.join('\n')}\n`);
    await open('#/reports');
    await eventually(() => page.evaluate("document.querySelector('input[type=file]') !== null")).toBe(true);
    const { root } = (await page.send('DOM.getDocument')) as { root: { nodeId: number } };
    const found = await page.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'input[type=file]' });
    await page.send('DOM.setFileInputFiles', { nodeId: found['nodeId'], files: [report] });
    const row =
      "[...document.querySelectorAll('tbody tr')].find((each) => each.innerText.includes('console-report.csv'))";
    await eventually(() => page.evaluate(`${row}?.innerText ?? ''`)).toMatch(
      /console-report\.csv\s+done\s+2\s+1\s+1 the lines\s+1 the lines/,
    );
    const rejected = await page.evaluate(
      `fetch(${row}.querySelector('a').href).then((response) => response.text())`,
    );
    expect(rejected).toContain('2026-01-05,1,XX,X,1,1,EUR');
  });

  it('records a payment only after it has shown what will be open', async () => {
    const { users } = Object(await operateWith(stage, 'show-organization', { id: await organization() }));
    await open(`#/money/${users[0].id}`);
    await eventually(() => text('h2')).toContain('@example.com');
    const names = ['period', 'amount', 'currency', 'reference'];
    for (const [index, value] of ['2026-10', '12.5', 'EUR', 'CONSOLE-1'].entries()) {
      expect(names[index]).toBeDefined();
      await fill(`form.command label:nth-of-type(${index + 1}) input`, value);
    }
    await page.evaluate("document.querySelector('form.command input[type=checkbox]').click()");
    await click('Preview the payment');
    await eventually(() => text('form.command .note')).toContain('12.5 EUR is recorded as paid');
    const payments = async () =>
      Object(await operateWith(stage, 'list-payments', { 'user-id': users[0].id })).items;
    expect(await payments()).toEqual([]);
    await click('Yes, record the payment');
    await eventually(async () => (await payments()).length).toBe(1);
    await eventually(() => text()).toContain('CONSOLE-1');
  });

  const organization = async () =>
    Object(await operateWith(stage, 'list-organizations', { limit: '200' })).items.find(
      ({ name }: { name: string }) => name === 'console',
    ).id;

  it('has a form for each command, which shows its result or why it was rejected', async () => {
    await open('#/commands/find-user');
    await eventually(() => text('form')).toContain('User');
    await fill('#find-user-user', 'nobody@example.com');
    await click('Run find-user');
    await eventually(() => text('form .fault')).toContain('nobody@example.com');
    await fill('#find-user-user', 'console@example.com');
    await click('Run find-user');
    await eventually(() => text('form')).toContain('Organization');
  });

  it.each([1360, 390])('can be used by everybody, at %i pixels', async (width) => {
    await size(width);
    onTestFinished(async () => void (await size(1360)));
    const id = await organization();
    for (const fragment of [
      '#/reviews',
      `#/release/${ids['Console Silent']}`,
      `#/customers/${id}`,
      '#/reports',
      '#/money',
      '#/work',
      '#/commands',
    ]) {
      await open(fragment);
      await eventually(() => text()).toMatch(/\w/);
      await eventually(() => text()).not.toContain('Loading…');
      await page.evaluate(`${axe.source}; 1`);
      const found = await page.evaluate(
        `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html.slice(0, 200)]))`,
      );
      expect([fragment, found, await page.evaluate('faults')]).toEqual([fragment, [], []]);
      const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect([fragment, Number(wide) > 0 ? wide : 0]).toEqual([fragment, 0]);
    }
  });
});

it('the command console serves the page until it is interrupted', async () => {
  const { awsUrl } = await emptyStage();
  const line = ['-r', './bin/preload.cjs', 'bin/operate.ts', 'console', '--print'];
  const child = spawn(process.execPath, line, {
    env: { ...process.env, AWS_ENDPOINT_URL: awsUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface(child.stderr);
  const { value } = await lines[Symbol.asyncIterator]().next();
  const [address = ''] = /http:\S+/.exec(String(value)) ?? [];
  const entered = await fetch(address, { redirect: 'manual' });
  const cookie = String(entered.headers.get('set-cookie')).split(';')[0] ?? '';
  const shown = await fetch(new URL('/commands', address), { headers: { cookie } });
  expect(await shown.json()).toMatchObject({ stage: 'local', runsOnMachine: true });
  expect((await fetch(address)).status).toBe(403);
  child.kill('SIGINT');
  expect((await exited)[0]).toBe(0);
});
