import {
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ListQueuesCommand,
  PurgeQueueCommand,
  ReceiveMessageCommand,
  type ReceiveMessageCommandInput,
  SendMessageBatchCommand,
  SendMessageCommand,
  type SendMessageCommandInput,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openState } from '../../bin/local/host/state.ts';
import { openQueues } from '../../bin/local/sqs/queues.ts';
import { arnOf, clientOptions, queue, startStage } from '../support/hand-made.ts';
import { jumpingClock } from './jumping-clock.ts';

const clock = jumpingClock();
const stage = await startStage(
  {
    resources: {
      Work: queue('work', {
        VisibilityTimeout: 30,
        RedrivePolicy: { deadLetterTargetArn: arnOf('Dead'), maxReceiveCount: 2 },
      }),
      Dead: queue('dead', { MessageRetentionPeriod: 3600, DelaySeconds: 0 }),
    },
  },
  { clock },
);
const sqs = new SQSClient(clientOptions(stage));
afterAll(() => sqs.destroy());

const url = (name: string) => `${stage.awsUrl}/000000000000/${name}`;
const QueueUrl = url('work');
const send = (body: string, more: Partial<SendMessageCommandInput> = {}) =>
  sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: body, ...more }));
const receive = async (more: Partial<ReceiveMessageCommandInput> = {}) =>
  (await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, ...more }))).Messages ?? [];
const bodies = async (more: Partial<ReceiveMessageCommandInput> = {}) =>
  (await receive(more)).map(({ Body }) => Body);
const remove = (ReceiptHandle: string | undefined) =>
  sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));

beforeEach(async () => {
  await sqs.send(new PurgeQueueCommand({ QueueUrl }));
  await sqs.send(new PurgeQueueCommand({ QueueUrl: url('dead') }));
});

describe('a message', () => {
  test('arrives with its attributes', async () => {
    const MessageAttributes = { colour: { DataType: 'String', StringValue: 'blue' } };
    const { MessageId } = await send('hello', { MessageAttributes, MessageGroupId: 'a' });
    const [message] = await receive({ MessageSystemAttributeNames: ['All'], MessageAttributeNames: ['All'] });
    expect(message).toMatchObject({
      MessageId,
      Body: 'hello',
      MessageAttributes,
      Attributes: { ApproximateReceiveCount: '1', MessageGroupId: 'a' },
    });
  });

  test('does not reappear once deleted', async () => {
    await send('once');
    const [message] = await receive();
    await remove(message?.ReceiptHandle);
    clock.jump(31_000);
    expect(await bodies()).toEqual([]);
  });

  test('reappears exactly when its visibility timeout ends', async () => {
    await send('again');
    await receive();
    expect(await bodies()).toEqual([]);
    clock.jump(29_000);
    expect(await bodies()).toEqual([]);
    clock.jump(2000);
    const [message] = await receive({ MessageSystemAttributeNames: ['ApproximateReceiveCount'] });
    expect(message?.Attributes).toEqual({ ApproximateReceiveCount: '2' });
  });

  test('cannot be deleted with the old receipt once received again', async () => {
    await send('mine');
    const [first] = await receive();
    clock.jump(31_000);
    await receive();
    await remove(first?.ReceiptHandle);
    expect(await counts()).toMatchObject({ ApproximateNumberOfMessagesNotVisible: '1' });
  });

  test('is hidden for the visibility timeout that its receiver sets', async () => {
    await send('longer');
    const [message] = await receive();
    const change = (VisibilityTimeout: number) =>
      sqs.send(
        new ChangeMessageVisibilityCommand({
          QueueUrl,
          ReceiptHandle: message?.ReceiptHandle,
          VisibilityTimeout,
        }),
      );
    await change(100);
    clock.jump(99_000);
    expect(await bodies()).toEqual([]);
    await change(0);
    expect(await bodies()).toEqual(['longer']);
    await expect(change(10)).rejects.toMatchObject({ name: 'MessageNotInflight' });
  });

  test('becomes visible after its delay', async () => {
    await send('later', { DelaySeconds: 900 });
    expect(await counts()).toMatchObject({ ApproximateNumberOfMessagesDelayed: '1' });
    clock.jump(899_000);
    expect(await bodies()).toEqual([]);
    clock.jump(1000);
    expect(await bodies()).toEqual(['later']);
  });

  test('goes to the dead-letter queue when received too often', async () => {
    await send('poison');
    for (let time = 0; time < 2; time += 1) {
      expect(await bodies()).toEqual(['poison']);
      clock.jump(31_000);
    }
    expect(await bodies()).toEqual([]);
    expect(await bodies({ QueueUrl: url('dead') })).toEqual(['poison']);
  });

  test('is deleted after its retention period', async () => {
    await send('old', { QueueUrl: url('dead') });
    clock.jump(3_601_000);
    expect(await bodies({ QueueUrl: url('dead') })).toEqual([]);
  });
});

test('messages survive a restart, and those in flight become visible again', async () => {
  const state = openState({ path: '', isKept: false });
  const open = () =>
    openQueues(stage.plan.ofType('AWS::SQS::Queue'), { clock, state, observe: () => {} }).all[0];
  const before = open();
  before?.send({ body: 'removed' });
  for (const { id } of before?.receive({ max: 1 }) ?? []) before?.remove(id);
  before?.send({ body: 'in flight', group: 'g' });
  before?.receive({ max: 1 });
  before?.send({ body: 'delayed', delaySeconds: 10 });
  const after = open();
  expect(after?.counts()).toEqual({ visible: 1, inFlight: 0, delayed: 1 });
  expect(after?.receive({ max: 10 })).toMatchObject([{ body: 'in flight', group: 'g', receiveCount: 2 }]);
  state.database.close();
});

describe('a waiting receiver', () => {
  test('gets a message as soon as it is sent', async () => {
    const waiting = bodies({ WaitTimeSeconds: 20 });
    await send('at last');
    expect(await waiting).toEqual(['at last']);
  });

  test('gets a message as soon as its delay ends', async () => {
    await send('delayed', { DelaySeconds: 10 });
    const waiting = bodies({ WaitTimeSeconds: 20 });
    clock.jump(10_000);
    expect(await waiting).toEqual(['delayed']);
  });

  test('gets nothing when its wait time ends', async () => {
    const waiting = bodies({ WaitTimeSeconds: 20 });
    await send('too late', { DelaySeconds: 100 });
    clock.jump(20_000);
    expect(await waiting).toEqual([]);
  });

  test('gets no message after disconnecting', async () => {
    const state = openState({ path: '', isKept: false });
    const [work] = openQueues(stage.plan.ofType('AWS::SQS::Queue'), { clock, state, observe: () => {} }).all;
    const gone = new AbortController();
    const waiting = work?.poll({ max: 1 }, 20, gone.signal);
    gone.abort();
    work?.send({ body: 'for the next one' });
    expect(await waiting).toEqual([]);
    expect(work?.counts()).toMatchObject({ visible: 1 });
    state.database.close();
  });
});

describe('the messages of a group', () => {
  const sendMany = async (count: number, group?: string) => {
    for (let place = 0; place < count; place += 1)
      await send(`${group ?? 'none'} ${place}`, group === undefined ? {} : { MessageGroupId: group });
  };
  const receiveMany = async (count: number) => {
    for (let left = count; left > 0; left -= 10) await receive({ MaxNumberOfMessages: Math.min(10, left) });
  };
  const next = async (count: number) => (await bodies({ MaxNumberOfMessages: count })).toSorted();

  test('wait for other groups while thirty of them, over a tenth of all, are in flight', async () => {
    await sendMany(32, 'noisy');
    await receiveMany(30);
    await send('quiet', { MessageGroupId: 'quiet' });
    await send('alone');
    expect(await next(2)).toEqual(['alone', 'quiet']);
    expect(await next(2)).toEqual(['noisy 30', 'noisy 31']);
  });
});

describe('a batch', () => {
  test('succeeds or fails entry by entry', async () => {
    const Entries = ['a', 'b'].map((Id) => ({ Id, MessageBody: Id }));
    const sent = await sqs.send(
      new SendMessageBatchCommand({
        QueueUrl,
        Entries: [...Entries, { Id: 'c', MessageBody: 'c', DelaySeconds: 901 }],
      }),
    );
    expect(sent.Successful?.map(({ Id }) => Id)).toEqual(['a', 'b']);
    expect(sent.Failed).toMatchObject([{ Id: 'c', SenderFault: true, Code: 'InvalidParameterValue' }]);
    const messages = await receive();
    const removed = await sqs.send(
      new DeleteMessageBatchCommand({
        QueueUrl,
        Entries: [
          ...messages.map(({ ReceiptHandle }, place) => ({ Id: `m${place}`, ReceiptHandle })),
          { Id: 'bad', ReceiptHandle: 'no receipt' },
        ],
      }),
    );
    expect(removed.Failed).toMatchObject([{ Id: 'bad', Code: 'ReceiptHandleIsInvalid' }]);
    expect(await counts()).toMatchObject({ ApproximateNumberOfMessagesNotVisible: '0' });
  });

  test.each([
    [
      'of more than ten entries',
      Array.from({ length: 11 }, (_, place) => `e${place}`),
      'TooManyEntriesInBatchRequest',
    ],
    ['with a duplicate id', ['a', 'a'], 'BatchEntryIdsNotDistinct'],
    ['with a malformed id', ['not an id'], 'InvalidBatchEntryId'],
    ['of no entries', [], 'EmptyBatchRequest'],
  ])('is rejected: %s', async (_, ids, name) => {
    const Entries = ids.map((Id) => ({ Id, MessageBody: 'x' }));
    await expect(sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }))).rejects.toMatchObject({
      name,
    });
  });

  test('is rejected if it exceeds the limit for one message', async () => {
    const Entries = ['a', 'b'].map((Id) => ({ Id, MessageBody: 'x'.repeat(600_000) }));
    await expect(sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }))).rejects.toMatchObject({
      name: 'BatchRequestTooLong',
    });
  });
});

describe('a queue', () => {
  test.each<[string, Partial<SendMessageCommandInput>, string]>([
    ['a delay over 15 minutes', { DelaySeconds: 901 }, 'InvalidParameterValue'],
    ['a body over 1 MB', { MessageBody: 'é'.repeat(524_289) }, 'InvalidParameterValue'],
    ['an empty body', { MessageBody: '' }, 'MissingParameter'],
    ['characters that XML does not allow', { MessageBody: 'nul\u0000' }, 'InvalidMessageContents'],
    ['a malformed group', { MessageGroupId: 'with space' }, 'InvalidParameterValue'],
    ['a message for a queue that does not exist', { QueueUrl: url('nowhere') }, 'QueueDoesNotExist'],
  ])('rejects %s', async (_, input, name) => {
    await expect(send('x', input)).rejects.toMatchObject({ name });
  });

  test.each<[string, Partial<ReceiveMessageCommandInput>]>([
    ['receiving eleven messages together', { MaxNumberOfMessages: 11 }],
    ['waiting longer than 20 seconds', { WaitTimeSeconds: 21 }],
    ['a visibility over 12 hours', { VisibilityTimeout: 43_201 }],
  ])('rejects %s', async (_, input) => {
    await expect(receive(input)).rejects.toMatchObject({ name: 'InvalidParameterValue' });
  });
});

test('queues are found by name and listed', async () => {
  expect(await sqs.send(new GetQueueUrlCommand({ QueueName: 'work' }))).toMatchObject({ QueueUrl });
  expect((await sqs.send(new ListQueuesCommand({}))).QueueUrls).toEqual([QueueUrl, url('dead')]);
  await expect(sqs.send(new GetQueueUrlCommand({ QueueName: 'nowhere' }))).rejects.toMatchObject({
    name: 'QueueDoesNotExist',
  });
});

test('requests without a signature are rejected', async () => {
  const response = await fetch(stage.awsUrl, {
    method: 'POST',
    headers: { 'x-amz-target': 'AmazonSQS.ListQueues' },
  });
  expect(response.status).toBe(403);
});

async function counts() {
  const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }));
  return Attributes;
}
