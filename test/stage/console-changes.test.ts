/** The console in a browser where work, files and stages change: dead letters, audio, other versions, slow uploads. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ListQueuesCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { admitOwnPage } from '../../bin/operator/console/admission.ts';
import { builtPage } from '../../bin/operator/console/built-page.ts';
import { consoleListener } from '../../bin/operator/console/listener.ts';
import { operate } from '../../bin/operator/invoke.ts';
import { waveFile } from '../support/audio/wave-file.ts';
import { clientOptions, eventually } from '../support/hand-made.ts';
import { describeInBrowser } from './browser.ts';
import { consoleIn } from './console-browser.ts';
import { demoStage, emptyStage, newOrganization, operateWith, type SharedStage } from './shared-stage.ts';
import { newSong, type Owner, requestDelivery, serveFiles } from './stage-release.ts';

const rate = 44_100;
/** Of a length that takes several parts to be sent. */
const song = (change: number) =>
  waveFile([Float32Array.from({ length: 100 * rate }, (_, at) => Math.sin(at / change) / 2)], { rate });

describeInBrowser('the console during changes', (page) => {
  let stage: SharedStage;
  const browser = consoleIn(page, () => `${stage.url}/_local/console/`);
  let stop: () => void;
  let request = '';
  let owner: Owner;
  let files: { artwork: string; audio: string };
  let version = 1;

  beforeAll(async () => {
    stage = await emptyStage();
    const songs = [song(20), song(30)];
    const served = await serveFiles(stage, ({ url, headers }, response) => {
      const file = url === '/song.wav' ? (songs[version - 1] ?? Buffer.alloc(0)) : Buffer.alloc(0);
      const [, first = '0', last = ''] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
      const part = file.subarray(Number(first), Number(last) + 1);
      const range = `bytes ${first}-${Number(first) + part.length - 1}/${file.length}`;
      response.writeHead(206, {
        'content-range': range,
        'content-length': part.length,
        etag: `"${version}"`,
      });
      response.end(part);
    });
    stop = served.end;
    owner = {
      url: stage.url,
      token: await newOrganization(stage, 'listening', { preapproval: false }),
    };
    files = { artwork: `${served.url}/none.png`, audio: `${served.url}/song.wav` };
    const { albumId } = await newSong(owner, { title: 'Listening', ...files });
    request = await requestDelivery(owner, albumId);
    await page.size(1360);
  });
  afterAll(async () => {
    stop();
  });

  const statusOf = async (id: string) => Object(await operateWith(stage, 'show-request', { id })).status;
  const player = (what: string) => page.evaluate(`document.querySelector('.track audio').${what}`);

  it('plays audio with one key, and reports a changed file instead of mixing both', async () => {
    await browser.open(`#/release/${request}`);
    await eventually(() => browser.text('.track')).toContain('Listening');
    await browser.press('p');
    await eventually(() => player('currentTime')).toBeGreaterThan(0.1);
    await browser.press('p');
    expect(await player('paused')).toBe(true);
    version = 2;
    await page.evaluate("document.querySelector('.track audio').currentTime = 95");
    await browser.press('p');
    await eventually(() => browser.text('.track .fault')).toBe(
      'The file has changed during playback. Play it again from the beginning.',
    );
    expect(await player('currentTime')).toBe(0);
    await browser.press('p');
    await eventually(() => player('currentTime')).toBeGreaterThan(0.1);
    expect(await browser.text('.track .fault')).toBe('');
  });

  it('shows changes by the owner while a release is open, and approves only what was seen', async () => {
    const { albumId: other } = await newSong(owner, { title: 'Opened', ...files });
    const opened = await requestDelivery(owner, other);
    const retitled = async (title: string) => {
      const response = await fetch(`${owner.url}/albums/${other}`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/vnd.api+json' },
        body: JSON.stringify({ data: { type: 'albums', id: other, attributes: { title } } }),
      });
      expect(response.status).toBe(200);
    };
    await browser.open(`#/release/${opened}`);
    await eventually(() => browser.text('h2')).toBe('Opened');
    await eventually(() => browser.text('header.bar')).toContain('Approve');
    await browser.press('a');
    await eventually(() => browser.text('dialog .found')).toContain('artwork that cannot be read.');
    await retitled('Second');
    await browser.press('Enter');
    // What was found must be confirmed first.
    expect(await statusOf(opened)).toBe('pending');
    await browser.press(' ');
    await browser.press('Enter');
    await eventually(() => browser.text('dialog .fault')).toContain('Album: title (20');
    expect(await statusOf(opened)).toBe('pending');
    await browser.click('Close');
    await eventually(() => browser.text('.changed')).toContain('Album: title');
    await eventually(() => browser.text('h2')).toBe('Second');
    await eventually(() => browser.text()).toContain('release changed');
    await retitled('Third');
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await eventually(() => browser.text('h2')).toBe('Third');
    // Until the request is loaded again as well, it cannot be decided.
    await eventually(() => browser.text('header.bar')).toContain('Approve');
    await browser.press('a');
    await eventually(() => browser.text('dialog .found')).toContain('The owner has changed, at');
    await browser.press(' ');
    await browser.press('Enter');
    await eventually(async () => [await statusOf(opened), await browser.text('dialog')]).toEqual([
      'sent',
      '',
    ]);
  });

  it('reports that another reviewer decided on the open release', async () => {
    await browser.open(`#/release/${request}`);
    await eventually(() => browser.text('header.bar')).toContain('Approve');
    await operateWith(stage, 'reject-request', { id: request, reason: 'The cover is missing.' });
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await eventually(() => browser.text('.said')).toBe(
      'The request was rejected by operator test in the meantime.',
    );
    expect(await browser.text('header.bar')).not.toContain('Approve');
  });

  it('redrives and discards dead letters one by one, beside the runbook section', async () => {
    // Of the stage that is empty, another test redrives and counts all dead letters.
    const other = await demoStage();
    const sqs = new SQSClient(clientOptions(other));
    onTestFinished(() => sqs.destroy());
    const { QueueUrls = [] } = await sqs.send(new ListQueuesCommand({}));
    const QueueUrl = QueueUrls.find((url) => url.includes('WebhookDeadLetters'));
    const send = async (MessageBody: string) =>
      (await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }))).MessageId;
    const readable = { eventId: 'evt_18928215-016b-4ab3-9b54-6ce5baead987', endpoints: ['7'], attempt: 1 };
    const [first, second] = [await send(JSON.stringify(readable)), await send('second')];
    const idsLeft = async () =>
      Object(await operateWith(other, 'redrive-webhooks', { look: true })).letters.map(
        ({ id }: { id: string }) => id,
      );
    await page.open(`${other.url}/_local/console/#/work`);
    await eventually(() => browser.text('[aria-label="What waits for a person"]')).toContain('dead letters');
    await eventually(() => browser.text('.card')).toContain('dead letters');
    const address = String(await page.evaluate("document.querySelector('.card a').href"));
    // After a change of the sources, the stage serves other pages until its documentation is built.
    const runbook = async () => (await fetch(address)).text();
    await eventually(runbook, 60_000).toContain(`id="${new URL(address).hash.slice(1)}"`);
    await browser.click('Look at them');
    await eventually(() => browser.text('.card table')).toContain('second');
    const press = (label: string) =>
      page.evaluate(`document.querySelector('button[aria-label=${JSON.stringify(label)}]').click()`);
    await press(`Redrive ${first}`);
    await eventually(() => browser.text('.card .said')).toContain('Moved 1 message back to the queue');
    expect(await idsLeft()).toContain(second);
    await press(`Discard ${second}`);
    expect(await idsLeft()).toContain(second);
    await browser.click('Yes, discard it');
    await eventually(() => browser.text('.card .said')).toBe('Discarded: 1. Finished: yes.');
    expect(await idsLeft()).not.toContain(second);
  });

  it('shows, redrives and discards dead letters of work with their records', async () => {
    const other = await demoStage();
    const sqs = new SQSClient(clientOptions(other));
    onTestFinished(() => sqs.destroy());
    const { QueueUrls = [] } = await sqs.send(new ListQueuesCommand({}));
    const QueueUrl = QueueUrls.find((url) => url.includes('ReportDeadLetters'));
    for (const MessageBody of [JSON.stringify({ reportId: '4711', attempt: 1 }), 'poison'])
      await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }));
    await page.open(`${other.url}/_local/console/#/work`);
    const card = '.card[aria-label="analytics-report"]';
    await eventually(() => browser.text(card)).toContain('2 dead letters');
    const press = (label: string) =>
      page.evaluate(
        `[...document.querySelectorAll('${card} button')].find((each) => (each.ariaLabel ?? each.textContent).startsWith(${JSON.stringify(label)})).click()`,
      );
    await press('Look at them');
    await eventually(() => browser.text(`${card} table`)).toMatch(/analytics-report\s4711\s1\sended/);
    await press('Redrive all');
    await eventually(() => browser.text(`${card} .said`)).toBe(
      'Moved 1 message back to the queue, where make-reports gets each again. 1 message cannot be read, and stays in the queue. --look shows what is left, and --discard deletes it.',
    );
    await eventually(() => browser.text(`${card} table`)).not.toContain('4711');
    await press('Discard');
    await press('Yes, discard it');
    await eventually(() => browser.text(`${card} .said`)).toBe('Discarded: 1. Finished: yes.');
  });

  it('reports what a stage of another version lacks', async () => {
    const told = Object(await operateWith(stage, 'describe-stage', {}));
    const commands = told.commands.filter((name: string) => name !== 'list-balances');
    const listener = consoleListener({
      base: '',
      admit: admitOwnPage,
      stage: 'older',
      environment: {},
      runsOnMachine: false,
      page: builtPage,
      run: async ({ command, args }) =>
        command === 'describe-stage'
          ? { result: { ...told, commands } }
          : operate({ command, args, stage: 'local', environment: { AWS_ENDPOINT_URL: stage.awsUrl } }),
    });
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    await page.open(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await eventually(() => browser.text('.note')).toContain('The stage does not have list-balances.');
  });

  it('shows the progress of a slow upload with a hostile file name', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'console-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const name = `<img src=x onerror="isHacked()"> ${'W'.repeat(80)}.csv`;
    const line = '2026-01-05,1,US,DEXX99999999,1,1,EUR\n';
    writeFileSync(
      join(folder, name),
      `date,dsp_id,country,isrc,plays,revenue,currency\n${line.repeat(50_000)}`,
    );
    await browser.open('#/reports');
    await eventually(() => page.evaluate("document.querySelector('input[type=file]') !== null")).toBe(true);
    const speed = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 1_000_000 };
    const session = await page.page.context().newCDPSession(page.page);
    await session.send('Network.emulateNetworkConditions', speed);
    await browser.choose('input[type=file]', join(folder, name));
    await eventually(() => browser.text('ul[role=status]')).toMatch(/\.csv: is being uploaded, \d+ %$/);
    await eventually(() => browser.text('tbody')).toContain(name);
  });
});
