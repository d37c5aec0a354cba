/** The page at /_local, over HTTP and in a browser. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { ListQueuesCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import axe from 'axe-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLocalStage } from '../../bin/local/start.ts';
import {
  arnOf,
  clientOptions,
  eventually,
  handMadeAssembly,
  queue,
  startStage,
} from '../support/hand-made.ts';
import { describeInBrowser } from './browser.ts';
import { stateOf } from './page-state.ts';
import { rawRequest } from './raw-request.ts';
import { demoStage, emptyStage, newOrganization, operateWith, type SharedStage } from './shared-stage.ts';

const DEAD = 'WebhookDeadLetters';
const PRESSED = { 'x-local-stage': '1' };
let stage: SharedStage;
let token = '';
let sqs: SQSClient;
let eventId = '';
let endpointId = '';

const state = () => stateOf(stage);
const event = async () => (await state()).events.find(({ id }) => id === eventId);
const press = (headers: Record<string, string>, name = DEAD) =>
  rawRequest(stage.url, { path: `/_local/redrive/${name}`, headers, body: '' });

async function post(path: string, body?: object): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' };
  const sent = { method: 'POST', headers, ...(body && { body: JSON.stringify(body) }) };
  return Object(await (await fetch(stage.url + path, sent)).json()).data.id;
}

/** Puts a message into the dead letters that the sender ignores, because its round was made. */
async function bury(): Promise<void> {
  const QueueNamePrefix = `music-distribution-local-${DEAD}`;
  const { QueueUrls } = await sqs.send(new ListQueuesCommand({ QueueNamePrefix }));
  const MessageBody = JSON.stringify({ eventId, endpoints: [endpointId], attempt: 0 });
  await sqs.send(new SendMessageCommand({ QueueUrl: QueueUrls?.[0], MessageBody }));
}

const buried = async () =>
  (await state()).deadLetters
    .find(({ name }) => name === DEAD)
    ?.letters.filter(({ about }) => about === eventId).length;

beforeAll(async () => {
  stage = await emptyStage();
  sqs = new SQSClient(clientOptions(stage));
  token = await newOrganization(stage, 'local-page');
  // Nothing listens on this port.
  const attributes = { url: 'https://localhost:1/', events: ['delivery.created'] };
  endpointId = await post('/webhook-endpoints', { data: { type: 'webhook-endpoints', attributes } });
  eventId = await post(`/webhook-endpoints/${endpointId}/test`);
});
afterAll(async () => {
  sqs.destroy();
  const headers = { authorization: `Bearer ${token}` };
  await fetch(`${stage.url}/webhook-endpoints/${endpointId}`, { method: 'DELETE', headers });
});

describe('the state of the local stage', () => {
  it('shows the hops of an event from its row to its attempts', async () => {
    const texts = async () => (await event())?.hops.map(({ what, text }) => `${what}: ${text}`);
    await eventually(texts).toContainEqual(
      expect.stringMatching(`^attempt: endpoint ${endpointId}, attempt 1: unreachable, again after \\d+ s`),
    );
    const first = (await texts())?.slice(0, 5);
    expect(first).toEqual([
      `row: webhook-events#${eventId}, version 1`,
      'change: seen by publish-changes',
      'bus: on music-distribution-local, for 1 target',
      'message: in WebhookQueue',
      'receive: send-webhooks, receive 1',
    ]);
    const key = `webhook-events#${eventId}`;
    await eventually(async () => (await state()).due).toContainEqual({ kind: 'webhook-event', key });
  });

  it('shows requests with functions, queues, and stores with their behavior', async () => {
    // An inactive DSP, which no other test uses.
    await operateWith(stage, 'set-store', { 'dsp-id': '7', behavior: 'skip' });
    await fetch(`${stage.url}/labels/local-page?token=secret`);
    await eventually(async () => (await state()).requests).toContainEqual({
      path: '/labels/local-page',
      status: 401,
      function: 'labels',
    });
    const { queues, stores } = await state();
    expect(queues.map(({ name }) => name)).toContain('WebhookQueue');
    expect(stores).toContainEqual({ id: '7', behavior: 'skip' });
  });

  it('shows the hops of a delivery, of its event and of other kinds of work', async () => {
    const demo = await demoStage();
    const hopsOf = async (kind: string) => {
      const { events, work } = await stateOf(demo);
      return [...events, ...work]
        .filter((each) => each.kind === kind && each.status !== 'under way')
        .map(({ hops }) => [...new Set(hops.map(({ what }) => what))].join());
    };
    await eventually(() => hopsOf('delivery.created')).toContain('row,change,bus,message,receive');
    await eventually(() => hopsOf('store-delivery')).toContain('row,change,message,receive,attempt,end');
    for (const kind of ['track-matching', 'release-indexing', 'usage-import'])
      await eventually(() => hopsOf(kind)).toContainEqual(
        expect.stringMatching(/^row,change,message,receive,.*end$/),
      );
  });

  it('contains no API path, token, password, secret or query string', async () => {
    const { text } = await rawRequest(stage.url, { path: '/_local/state' });
    for (const secret of [token, 'Correct-Horse', 'whsec_', 'Bearer', 'secret', 'localhost:1'])
      expect(text).not.toContain(secret);
    const paths = (await state()).routes.map(({ path }) => path);
    expect(paths).toContain('/webhook-endpoints');
    expect(paths.filter((path) => path.startsWith('/_local'))).toEqual([]);
    const other = await rawRequest(stage.url, { path: '/_locally' });
    expect([other.status, other.headers['content-type']]).toEqual([404, 'application/vnd.api+json']);
  });

  it('is awaited until it changes', async () => {
    const { revision } = await state();
    const next = rawRequest(stage.url, { path: `/_local/state?after=${revision + 1}` });
    for (let count = 0; count < 2; count += 1) await fetch(`${stage.url}/local-page-missing`);
    expect(JSON.parse((await next).text).revision).toBeGreaterThan(revision + 1);
  });

  it('does not delay the shutdown of a stage', async () => {
    const other = await startLocalStage({ assembly: handMadeAssembly({}), onLog: () => {} });
    const last = rawRequest(other.url, { path: '/_local/state?after=1000' });
    await eventually(async () => (await rawRequest(other.url, { path: '/_local' })).status).toBe(200);
    const startedAt = performance.now();
    await other.end();
    expect(JSON.parse((await last).text)).toMatchObject({ events: [], stores: [], due: [] });
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });
});

describe('the dead-letter button', () => {
  it('moves messages back to their queue, or says that there are none', async () => {
    await bury();
    await eventually(buried).toBe(1);
    const { status, text } = await press(PRESSED);
    expect([status, JSON.parse(text)]).toEqual([200, { message: 'Moved 1 message back to the queue.' }]);
    expect(await buried()).toBe(0);
    expect(JSON.parse((await press(PRESSED)).text)).toEqual({ message: 'There was nothing to move.' });
    expect(JSON.parse((await press(PRESSED, 'ChangeDeadLetters')).text)).toEqual({
      message: 'There was nothing to redrive.',
    });
  });

  it('appears beside the reason why an event is a dead letter', async () => {
    const failing = await startStage({
      functions: { Fail: 'export const handler = () => { throw new TypeError("secret"); };' },
      resources: {
        Bus: { Type: 'AWS::Events::EventBus', Properties: { Name: 'events' } },
        Rule: {
          Type: 'AWS::Events::Rule',
          Properties: {
            EventBusName: { Ref: 'Bus' },
            EventPattern: { source: ['any'] },
            Targets: [{ Id: 'queue', Arn: arnOf('Work') }],
          },
        },
        Work: queue('work', {
          VisibilityTimeout: 1,
          RedrivePolicy: { deadLetterTargetArn: arnOf('Dead'), maxReceiveCount: 1 },
        }),
        Dead: queue('dead'),
        Mapping: {
          Type: 'AWS::Lambda::EventSourceMapping',
          Properties: { EventSourceArn: arnOf('Work'), FunctionName: arnOf('Fail') },
        },
      },
    });
    const bus = new EventBridgeClient(clientOptions(failing));
    const id = 'evt_00000000-0000-4000-8000-000000000000';
    const Detail = JSON.stringify({ id, type: 'webhook.test' });
    const entry = { EventBusName: 'events', Source: 'any', DetailType: 'webhook.test', Detail };
    await bus.send(new PutEventsCommand({ Entries: [entry] }));
    bus.destroy();
    const reason = 'received 1 time without success, Fail, receive 1: failed with TypeError';
    const letters = [{ about: id, reason }];
    await eventually(async () => (await stateOf(failing)).deadLetters).toEqual([{ name: 'dead', letters }]);
    const { events } = await stateOf(failing);
    expect(events.map(({ status, hops }) => [status, ...hops.map(({ what }) => what)])).toEqual([
      ['dead letter', 'bus', 'message', 'receive', 'dead letter'],
    ]);
    const { text } = await rawRequest(failing.url, { path: '/_local/state' });
    expect(text).not.toContain('secret');
  });

  it('returns 404 for other queues', async () => {
    for (const name of ['WebhookQueue', 'nothing', '__proto__', ''])
      expect((await press(PRESSED, name)).status, name).toBe(404);
  });
});

describeInBrowser('the local page', (page) => {
  beforeAll(async () => {
    await page.size(360, { height: 740 });
    await page.open(`${stage.url}/_local`);
  });

  const text = (selector: string, milliseconds = 5000) =>
    eventually(
      () => page.evaluate(`document.querySelector(${JSON.stringify(selector)})?.innerText ?? ''`),
      milliseconds,
    );

  it('shows a request made after it was loaded', async () => {
    await text('#connection', 60_000).toBe('Live');
    await page.evaluate('window.isSame = true');
    await fetch(`${stage.url}/local-page-later`);
    await text('main').toContain('/local-page-later');
    expect(await page.evaluate('window.isSame')).toBe(true);
  });

  it('shows the hops of an event', async () => {
    await page.evaluate(`document.querySelector('[data-key="${eventId}"] summary').click()`);
    await text(`[data-key="${eventId}"] .hops`).toContain('seen by publish-changes');
    await text(`[data-key="${eventId}"] .hops`).toContain('unreachable');
  });

  const filterBy = (name: string, text: string) =>
    page.evaluate(`{
      const filter = document.querySelector('#filter-${name}');
      filter.value = '${text}';
      filter.dispatchEvent(new Event('input'));
    }`);

  it('shows the events matching the filter', async () => {
    await filterBy('text', 'nothing like this');
    await text('main').toContain('Nothing matches the filter.');
    expect(await page.evaluate(`document.querySelector('[data-key="${eventId}"]')`)).toBe(null);
    await filterBy('text', eventId);
    await text(`[data-key="${eventId}"]`).toContain('webhook.test');
    await filterBy('text', '');
  });

  it('shows requests matching the filter in the address, but none for the documentation', async () => {
    for (const path of ['/docs/nope', '/openapi.json', '/local-page-filtered'])
      await fetch(stage.url + path, { method: 'HEAD' });
    await text('main').toContain('/local-page-filtered');
    const shown = `[...document.querySelectorAll('section:has(#requests) .path')].map(({ textContent }) => textContent)`;
    expect(await page.evaluate(shown)).not.toContain('/openapi.json');
    const paths = (await state()).requests.map(({ path }) => path);
    expect(paths.filter((path) => path.startsWith('/docs'))).toEqual([]);
    await filterBy('method', 'HEAD');
    await filterBy('path', '/local-page');
    await filterBy('status', '4xx');
    expect(await page.evaluate(shown)).toEqual(['/local-page-filtered']);
    const search = '?method=HEAD&path=%2Flocal-page&status=4xx';
    expect(await page.evaluate('location.search')).toBe(search);
    await page.evaluate(`${axe.source}; 1`);
    const violations = `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))`;
    expect(await page.evaluate(violations)).toEqual([]);
    await page.open(`${stage.url}/_local${search}`);
    await eventually(() =>
      page.evaluate(`[document.querySelector('#connection')?.textContent, ${shown}]`),
    ).toEqual(['Live', ['/local-page-filtered']]);
    for (const name of ['method', 'path', 'status']) await filterBy(name, '');
    expect(await page.evaluate('location.search')).toBe('');
  });

  it('fits the width of a phone', async () => {
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    const wider =
      "[...document.querySelectorAll('main *')].filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)";
    expect(await page.evaluate(`${wider}.map(({ outerHTML }) => outerHTML.slice(0, 100))`)).toEqual([]);
  });

  it('redrives dead letters and says what it did', async () => {
    await bury();
    const row = `[data-key="${DEAD}"]`;
    await text(`${row} .count`).toBe('1');
    await page.evaluate(`document.querySelector('${row} button').click()`);
    await text(`${row} output`).toBe('Moved 1 message back to the queue.');
    await text(`${row} .count`).toBe('0');
    await page.evaluate(`document.querySelector('${row} button').click()`);
    await text(`${row} output`).toBe('There was nothing to move.');
  });

  it('lets no other origin read its state or press its button', async () => {
    await bury();
    await eventually(buried).toBe(1);
    const site = createServer((_request, response) => response.end('<!doctype html>'));
    await once(site.listen(0, '127.0.0.1'), 'listening');
    const port = (site.address() as AddressInfo).port;
    // Another site for the page, although the cookies of both are the same.
    await page.open(`http://localhost:${port}/`);
    await eventually(() => page.evaluate('location.port')).toBe(String(port));
    const outcome = (path: string, options: object) =>
      page.evaluate(
        `fetch(${JSON.stringify(stage.url + path)}, ${JSON.stringify(options)}).then((got) => got.type, () => 'failed')`,
      );
    expect(await outcome('/_local/state', {})).toBe('failed');
    expect(await outcome('/_local/state', { mode: 'no-cors' })).toBe('failed');
    const redrive = `/_local/redrive/${DEAD}`;
    expect(await outcome(redrive, { method: 'POST', headers: PRESSED })).toBe('failed');
    expect(await outcome(redrive, { method: 'POST', mode: 'no-cors' })).toBe('failed');
    site.close();
    expect(await buried()).toBe(1);
    await press(PRESSED);
  });
});
