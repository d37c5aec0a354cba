/**
 * The dead-letter queues of a stage whose publish-changes fails, and the operator commands that redrive them.
 */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalStage, startLocalStage } from '../../bin/local/start.ts';
import { synthesize } from '../../bin/local/template/synthesize.ts';
import { EVENT_SOURCE } from '../../shared/kit/events/event-source.ts';
import { arnOf, clientOptions, eventually, queue, temporaryFolder } from '../support/hand-made.ts';
import { receiveAll } from './receive-all.ts';

const PASSWORD = 'Correct-Horse-1';
let stage: LocalStage;
let sqs: SQSClient;
let token = '';
let endpointId = '';

beforeAll(async () => {
  stage = await startLocalStage({ assembly: await failingAssembly(), onLog: () => {} });
  sqs = new SQSClient(clientOptions(stage));
  const person = { 'admin-name': 'Ada', 'admin-email': 'ada@example.com', 'admin-password': PASSWORD };
  await stage.invoke('operate', {
    command: 'create-organization',
    arguments: { name: 'Org', ...person },
    actor: 'test',
  });
  const signedIn = await fetch(`${stage.url}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com', password: PASSWORD, grant_type: 'password' }),
  });
  token = Object(await signedIn.json()).access_token;
  // Nothing listens on this port: the tests only check that a delivery exists.
  const attributes = { url: 'https://localhost:1/', events: ['delivery.created'] };
  const made = await ask('POST', '/webhook-endpoints', { data: { type: 'webhook-endpoints', attributes } });
  endpointId = made.data.id;
});
afterAll(async () => {
  sqs.destroy();
  await stage.end();
});

/**
 * The app's assembly with a publish-changes that throws, no retries, and a queue that receives all events of
 * the bus.
 */
async function failingAssembly(): Promise<string> {
  const folder = temporaryFolder();
  cpSync(await synthesize({}), folder, { recursive: true });
  const file = join(folder, readdirSync(folder).find((name) => name.endsWith('.template.json')) ?? '');
  const template = v.parse(templateSchema, JSON.parse(readFileSync(file, 'utf8')));
  for (const { Type, Properties } of Object.values(template.Resources)) {
    if (Type === 'AWS::Lambda::EventSourceMapping' && Properties['StartingPosition']) {
      Properties['MaximumRetryAttempts'] = 0;
    }
    if (String(Properties['FunctionName']).endsWith('-publish-changes')) {
      const { S3Key } = v.parse(v.looseObject({ S3Key: v.string() }), Properties['Code']);
      const bundle = join(folder, `asset.${S3Key.replace(/\.zip$/, '')}`, 'index.mjs');
      writeFileSync(bundle, 'export const handler = () => { throw new Error("broken"); };');
    }
  }
  const [bus] =
    Object.entries(template.Resources).find(([, { Type }]) => Type === 'AWS::Events::EventBus') ?? [];
  const Targets = [{ Id: 'heard', Arn: arnOf('Heard') }];
  const Properties = { EventBusName: { Ref: bus }, EventPattern: { source: [EVENT_SOURCE] }, Targets };
  const heard = { Heard: queue('heard'), HeardRule: { Type: 'AWS::Events::Rule', Properties } };
  writeFileSync(file, JSON.stringify({ ...template, Resources: { ...template.Resources, ...heard } }));
  return folder;
}

const templateSchema = v.looseObject({
  Resources: v.record(
    v.string(),
    v.looseObject({ Type: v.string(), Properties: v.optional(v.record(v.string(), v.unknown()), {}) }),
  ),
});

async function ask(method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' };
  const response = await fetch(stage.url + path, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  return Object(await response.json());
}

async function askForTest(): Promise<string> {
  return (await ask('POST', `/webhook-endpoints/${endpointId}/test`)).data.id;
}

const deliveriesOf = async (eventId: string): Promise<string[]> =>
  (await ask('GET', `/webhook-events/${eventId}`)).data.attributes.deliveries;

/** @returns the ids of the events published since the last call. */
const heard = async (): Promise<string[]> =>
  (await receiveAll(stage, 'heard')).map(({ Body = '{}' }) => JSON.parse(Body).detail.id);

async function operate(command: string, ...modes: ('look' | 'discard')[]) {
  const given = Object.fromEntries(modes.map((mode) => [mode, true]));
  const outcome = Object(await stage.invoke('operate', { command, arguments: given, actor: 'test' }));
  return outcome.result ?? outcome;
}

const queueUrl = (id: string) =>
  stage.plan.ofType('AWS::SQS::Queue').find(({ logicalId }) => logicalId.startsWith(id))?.ref;

const put = (id: string, body: string, group?: string) =>
  sqs.send(new SendMessageCommand({ QueueUrl: queueUrl(id), MessageBody: body, MessageGroupId: group }));

describe('the dead letters of changes', () => {
  const look = () => operate('redrive-changes', 'look');
  const eventIds: string[] = [];
  const AttributeNames = ['ApproximateNumberOfMessages' as const];
  /** Takes less than to look at them, which ends with a long poll. */
  const lettersCount = (count: number) =>
    eventually(async () => {
      const QueueUrl = queueUrl('ChangeDeadLetters');
      const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames }));
      return Attributes?.ApproximateNumberOfMessages;
    }).toBe(String(count));

  it('are shown without being removed', async () => {
    // One at a time, because changes in the same batch share a dead letter.
    for (const count of [1, 2]) {
      eventIds.push(await askForTest());
      await lettersCount(count);
    }
    const before = await look();
    expect(before).toEqual({ 'about-in-all': 2, letters: [expect.any(Object), expect.any(Object)] });
    expect(before.letters[0]).toMatchObject({ changes: 1, condition: 'RetryAttemptsExhausted' });
    const hours = (Date.parse(before.letters[0]['kept-until']) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(await look()).toEqual(before);
  });

  it('are deleted once their events are published', async () => {
    eventIds.push(await askForTest());
    await lettersCount(3);
    expect(await heard()).toEqual([]);
    expect(await operate('redrive-changes')).toEqual({
      letters: 3,
      events: 3,
      failures: [],
      finished: true,
      summary: 'Published 3 events, and deleted 3 letters.',
    });
    expect((await heard()).sort()).toEqual(eventIds.sort());
    expect(await look()).toEqual({ 'about-in-all': 0, letters: [] });
  });

  it('are deleted once the button of the page at /_local has published their events', async () => {
    const eventId = await askForTest();
    await lettersCount(1);
    const press = async () => {
      const options = { method: 'POST', headers: { 'x-local-stage': '1' } };
      const response = await fetch(`${stage.url}/_local/redrive/ChangeDeadLetters`, options);
      return [response.status, Object(await response.json()).message];
    };
    const first = press();
    expect(await press()).toEqual([409, 'It is already being redriven.']);
    expect(await first).toEqual([200, 'Redrove 1 letter and published 1 event.']);
    expect(await press()).toEqual([200, 'There was nothing to redrive.']);
    expect(await heard()).toEqual([eventId]);
    const { events } = Object(await (await fetch(`${stage.url}/_local/state`)).json());
    const hops = events.find(({ id }: { id: string }) => id === eventId).hops;
    expect(hops.map(({ text }: { text: string }) => text).slice(1, 4)).toEqual([
      'publish-changes failed with Error',
      'given up, its position is in ChangeDeadLetters',
      'on music-distribution-local, for 2 targets',
    ]);
  });

  it('stay in the queue with a reason if the stream no longer has their changes', async () => {
    const eventId = await askForTest();
    await lettersCount(1);
    const { Messages } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl: queueUrl('ChangeDeadLetters'), VisibilityTimeout: 0 }),
    );
    const letter = JSON.parse(Messages?.[0]?.Body ?? '');
    const info = letter.DDBStreamBatchInfo;
    const lost = (changed: object) =>
      JSON.stringify({ ...letter, DDBStreamBatchInfo: { ...info, ...changed } });
    await put('ChangeDeadLetters', lost({ startSequenceNumber: '0' }));
    await put('ChangeDeadLetters', lost({ shardId: 'shardId-00000000000000000000-00000000' }));
    await put('ChangeDeadLetters', 'nonsense');
    const result = await operate('redrive-changes');
    expect(result).toMatchObject({ letters: 1, finished: true });
    expect(result.failures.map(({ reason }: { reason: string }) => reason).sort()).toEqual([
      'The letter does not contain a stream position.',
      'The stream no longer contains all of these changes.',
      'The stream no longer contains all of these changes.',
    ]);
    expect(await heard()).toContain(eventId);
    expect((await look()).letters).toHaveLength(3);
  });

  it('are deleted with --discard', async () => {
    expect(await operate('redrive-changes', 'discard')).toEqual({ discarded: 3, finished: true });
    expect((await look()).letters).toEqual([]);
  });
});

describe('the dead letters of webhooks', () => {
  const look = () => operate('redrive-webhooks', 'look');
  const eventId = 'evt_00000000-0000-4000-8000-000000000000';
  const waiting = JSON.stringify({ eventId, endpoints: ['17'], attempt: 3 });

  it('are shown without being removed', async () => {
    await put('WebhookDeadLetters', waiting, '17');
    await put('WebhookDeadLetters', 'nonsense');
    const { letters } = await look();
    expect(letters).toHaveLength(2);
    expect(letters).toContainEqual(
      expect.objectContaining({ what: 'next attempts', event: eventId, attempt: 3 }),
    );
    expect(letters).toContainEqual(expect.objectContaining({ what: 'unreadable', body: 'nonsense' }));
    expect(await look()).toEqual({ 'about-in-all': 2, letters });
  });

  it('are deleted with --discard', async () => {
    expect(await operate('redrive-webhooks', 'discard')).toEqual({ discarded: 2, finished: true });
    expect((await look()).letters).toEqual([]);
  });

  it('are moved back to the queue and processed', async () => {
    const about = {
      id: 1,
      album_id: 1,
      dsp: { id: 1, name: '' },
      type: 'delivery',
      status: 'sent',
      errors: null,
    };
    const detail = {
      id: eventId,
      type: 'delivery.created',
      createdAt: new Date().toISOString(),
      ownerId: (await ask('GET', '/auth/me')).user.id.toString(),
      data: { delivery: about },
    };
    for (let copy = 0; copy < 12; copy += 1) {
      await put('WebhookDeadLetters', JSON.stringify({ 'detail-type': 'delivery.created', detail }));
    }
    expect(await operate('redrive-webhooks')).toEqual({
      moved: 12,
      unreadable: 0,
      finished: true,
      summary: 'Moved 12 messages back to the queue, where the sender gets each again.',
    });
    await eventually(() => deliveriesOf(eventId)).toHaveLength(1);
    expect((await look()).letters).toEqual([]);
  });

  it('cannot be shown and discarded by one command', async () => {
    expect(await operate('redrive-webhooks', 'look', 'discard')).toEqual({
      problems: [{ code: 'invalid_value', detail: '--look and --discard cannot be combined.' }],
    });
  });
});
