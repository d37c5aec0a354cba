/** The operations of SQS (AWS JSON 1.0). */
import * as v from 'valibot';
import type { State } from '../host/state.ts';
import { account } from '../template/addresses.ts';
import type { Operations } from '../wire/aws-endpoint.ts';
import { checkBatchSize, type EntrySchema, each, entriesOf } from './batch-entries.ts';
import { sqsErrors } from './errors.ts';
import {
  checkRange,
  md5,
  pick,
  readReceipt,
  receivedMessage,
  type SendInput,
  sendingOf,
  sendSchema,
} from './message-format.ts';
import type { Queue } from './queue.ts';
import type { Queues } from './queues.ts';

const MAX_VISIBILITY_SECONDS = 43_200;
const MAX_IN_FLIGHT = 120_000;
const MAX_MESSAGES = 10;
const MAX_WAIT_SECONDS = 20;

const names = v.optional(v.array(v.string()), []);
const ofQueue = { QueueUrl: v.optional(v.string(), '') };
const receiptSchema = v.object({ ReceiptHandle: v.optional(v.string(), '') });
const visibilitySchema = v.object({ ...receiptSchema.entries, VisibilityTimeout: v.number() });
const receiveSchema = v.object({
  MaxNumberOfMessages: v.optional(v.number(), 1),
  VisibilityTimeout: v.optional(v.number()),
  WaitTimeSeconds: v.optional(v.number()),
  AttributeNames: names,
  MessageSystemAttributeNames: names,
  MessageAttributeNames: names,
});

/** @returns the queue a request is for. @throws AwsError when there is no such queue. */
type QueueOf = (input: unknown) => Queue;

export function sqsOperations(queues: Queues, state: State): Operations {
  const queueOf: QueueOf = (input) => {
    const { QueueUrl } = v.parse(v.object(ofQueue), input);
    if (!QueueUrl) throw sqsErrors.missing('QueueUrl');
    const queue = queues.find(QueueUrl);
    if (!queue) throw sqsErrors.noQueue();
    return queue;
  };
  return {
    ...directoryOperations(queues),
    ...messageOperations(queueOf),
    ...batchOperations(queueOf, state),
    PurgeQueue: (input) => {
      queueOf(input).purge();
      return {};
    },
    GetQueueAttributes: (input) => {
      const { AttributeNames: requested } = v.parse(v.object({ AttributeNames: names }), input);
      return { Attributes: pick(attributesOf(queueOf(input)), requested) };
    },
  };
}

function directoryOperations(queues: Queues): Operations {
  const urlOf = ({ name }: Queue, host: string | undefined) => `http://${host}/${account}/${name}`;
  return {
    GetQueueUrl: (input, { host }) => {
      const queue = queues.find(v.parse(v.object({ QueueName: v.string() }), input).QueueName);
      if (!queue) throw sqsErrors.noQueue();
      return { QueueUrl: urlOf(queue, host) };
    },
    ListQueues: (input, { host }) => {
      const { QueueNamePrefix } = v.parse(v.object({ QueueNamePrefix: v.optional(v.string(), '') }), input);
      const listed = queues.all.filter(({ name }) => name.startsWith(QueueNamePrefix));
      return { QueueUrls: listed.map((queue) => urlOf(queue, host)) };
    },
  };
}

function messageOperations(queueOf: QueueOf): Operations {
  return {
    SendMessage: (input) => send(queueOf(input), v.parse(sendSchema, input)),
    ReceiveMessage: (input, { signal }) => receive(queueOf(input), v.parse(receiveSchema, input), signal),
    DeleteMessage: (input) => remove(queueOf(input), v.parse(receiptSchema, input)),
    ChangeMessageVisibility: (input) => changeVisibility(queueOf(input), v.parse(visibilitySchema, input)),
  };
}

function batchOperations(queueOf: QueueOf, state: State): Operations {
  const forEntries =
    <S extends EntrySchema>(schema: S, action: (queue: Queue, entry: v.InferOutput<S>) => object) =>
    (input: unknown) => {
      const queue = queueOf(input);
      const entries = entriesOf(input, schema);
      return state.transaction(() => each(entries, (entry) => action(queue, entry)));
    };
  const sendEach = forEntries(sendSchema, send);
  return {
    SendMessageBatch: (input) => {
      const queue = queueOf(input);
      checkBatchSize(entriesOf(input, sendSchema), queue);
      return sendEach(input);
    },
    DeleteMessageBatch: forEntries(receiptSchema, remove),
    ChangeMessageVisibilityBatch: forEntries(visibilitySchema, changeVisibility),
  };
}

function send(queue: Queue, input: SendInput): object {
  const { id } = queue.send(sendingOf(input, queue.properties));
  return { MessageId: id, MD5OfMessageBody: md5(input.MessageBody) };
}

async function receive(
  queue: Queue,
  input: v.InferOutput<typeof receiveSchema>,
  signal: AbortSignal,
): Promise<object> {
  const {
    MaxNumberOfMessages: max,
    VisibilityTimeout: visibilitySeconds,
    WaitTimeSeconds: seconds = queue.properties.ReceiveMessageWaitTimeSeconds,
  } = input;
  checkRange('MaxNumberOfMessages', max, [1, MAX_MESSAGES]);
  checkRange('WaitTimeSeconds', seconds, [0, MAX_WAIT_SECONDS]);
  if (visibilitySeconds !== undefined)
    checkRange('VisibilityTimeout', visibilitySeconds, [0, MAX_VISIBILITY_SECONDS]);
  if (queue.counts().inFlight >= MAX_IN_FLIGHT) throw sqsErrors.overLimit();
  const messages = await queue.poll({ max, visibilitySeconds }, seconds, signal);
  if (messages.length === 0) return {};
  const system = [...input.AttributeNames, ...input.MessageSystemAttributeNames];
  const requested = { system, message: input.MessageAttributeNames };
  return { Messages: messages.map((message) => receivedMessage(message, requested)) };
}

function remove(queue: Queue, { ReceiptHandle }: { ReceiptHandle: string }): object {
  const { id, receiveCount } = readReceipt(ReceiptHandle);
  queue.remove(id, receiveCount);
  return {};
}

function changeVisibility(
  queue: Queue,
  { ReceiptHandle, VisibilityTimeout }: v.InferOutput<typeof visibilitySchema>,
): object {
  checkRange('VisibilityTimeout', VisibilityTimeout, [0, MAX_VISIBILITY_SECONDS]);
  const { id, receiveCount } = readReceipt(ReceiptHandle);
  const message = queue.inFlight(id, receiveCount);
  if (!message) throw sqsErrors.notInFlight();
  queue.changeVisibility(message, VisibilityTimeout);
  return {};
}

function attributesOf(queue: Queue): Record<string, string> {
  const { arn, properties } = queue;
  const { visible, inFlight, delayed } = queue.counts();
  const { RedrivePolicy } = properties;
  return {
    QueueArn: arn,
    ApproximateNumberOfMessages: String(visible),
    ApproximateNumberOfMessagesNotVisible: String(inFlight),
    ApproximateNumberOfMessagesDelayed: String(delayed),
    VisibilityTimeout: String(properties.VisibilityTimeout),
    DelaySeconds: String(properties.DelaySeconds),
    MessageRetentionPeriod: String(properties.MessageRetentionPeriod),
    MaximumMessageSize: String(properties.MaximumMessageSize),
    ReceiveMessageWaitTimeSeconds: String(properties.ReceiveMessageWaitTimeSeconds),
    ...(RedrivePolicy && { RedrivePolicy: JSON.stringify(RedrivePolicy) }),
  };
}
