import { GetQueueAttributesCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { arnOf, clientOptions, eventually, queue, type Resource, startStage } from '../support/hand-made.ts';
import { jumpingClock } from './jumping-clock.ts';
import { receiveAll } from './receive-all.ts';

/** Does what the body of each message says. */
const worker = `
  export const handler = async ({ Records }) => {
    const batchItemFailures = [];
    for (const { messageId, body, attributes, messageAttributes } of Records) {
      console.log(JSON.stringify({ body, count: attributes.ApproximateReceiveCount, colour: messageAttributes.colour?.stringValue }));
      const { act } = JSON.parse(body);
      if (act === 'throw') throw new Error('poison');
      if (act === 'crash') process.exit(1);
      if (act === 'time out') await new Promise(() => setInterval(() => {}, 1000));
      if (act === 'fill') for (const all = []; ; ) all.push(new Array(1e5).fill(all.length));
      if (act === 'lie') return { batchItemFailures: [{ itemIdentifier: 'nobody' }] };
      if (act === 'fail') batchItemFailures.push({ itemIdentifier: messageId });
      if (act === 'hold') await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return { batchItemFailures };
  };
`;

const mapping: Resource = {
  Type: 'AWS::Lambda::EventSourceMapping',
  Properties: {
    EventSourceArn: arnOf('Work'),
    FunctionName: arnOf('Worker'),
    BatchSize: 10,
    FunctionResponseTypes: ['ReportBatchItemFailures'],
    ScalingConfig: { MaximumConcurrency: 2 },
  },
};

const clock = jumpingClock();
let seen: { body: string; count: string; colour?: string }[] = [];
const stage = await startStage(
  {
    functions: { Worker: worker },
    resources: {
      Work: queue('work', {
        VisibilityTimeout: 60,
        RedrivePolicy: { deadLetterTargetArn: arnOf('Dead'), maxReceiveCount: 2 },
      }),
      Dead: queue('dead'),
      Mapping: mapping,
    },
  },
  {
    clock,
    onLog: (line) => {
      if (line.startsWith('{"body"')) seen.push(JSON.parse(line));
    },
  },
);
const sqs = new SQSClient(clientOptions(stage));
afterAll(() => sqs.destroy());
beforeEach(() => {
  seen = [];
});

const QueueUrl = `${stage.awsUrl}/000000000000/work`;
const send = (message: object, more = {}) =>
  sqs.send(
    new SendMessageCommand({
      QueueUrl,
      MessageBody: JSON.stringify(message),
      ...more,
    }),
  );
/** @returns how many messages are delivered and not deleted yet. */
async function held(): Promise<string | undefined> {
  const name = 'ApproximateNumberOfMessagesNotVisible';
  const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [name] }));
  return Attributes?.[name];
}
const countsOf = (id: string) =>
  seen.filter(({ body }) => JSON.parse(body).id === id).map(({ count }) => count);

test('a message is delivered with its attributes and then deleted', async () => {
  await send(
    { act: 'take', id: 'a' },
    { MessageAttributes: { colour: { DataType: 'String', StringValue: 'blue' } } },
  );
  await eventually(() => seen).toMatchObject([{ count: '1', colour: 'blue' }]);
  await eventually(held).toBe('0');
  clock.jump(61_000);
  await send({ act: 'take', id: 'b' });
  await eventually(() => countsOf('b')).toEqual(['1']);
  expect(countsOf('a')).toEqual(['1']);
});

test.each(['fail', 'throw', 'crash', 'time out', 'fill', 'lie'])(
  'a failing message (%s) is retried after its visibility timeout, then dead-lettered',
  async (act) => {
    await send({ act, id: act });
    await eventually(() => countsOf(act)).toEqual(['1']);
    await eventually(async () => {
      clock.jump(10_000);
      return countsOf(act);
    }).toEqual(['1', '2']);
    await eventually(async () => {
      clock.jump(10_000);
      return (await receiveAll(stage, 'dead')).map(({ Body }) => Body);
    }).toEqual([JSON.stringify({ act, id: act })]);
  },
);

test('only the failed messages of a batch are retried', async () => {
  // Both pollers are busy while the next messages arrive.
  await Promise.all([send({ act: 'hold' }), send({ act: 'hold' })]);
  await eventually(() => seen).toHaveLength(2);
  await Promise.all([send({ act: 'take', id: 'good' }), send({ act: 'fail', id: 'bad' })]);
  await eventually(() => countsOf('bad')).toEqual(['1']);
  await eventually(held).toBe('1');
  await eventually(() => {
    clock.jump(10_000);
    return countsOf('bad');
  }).toEqual(['1', '2']);
  expect(countsOf('good')).toEqual(['1']);
});
