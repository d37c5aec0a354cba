/** SQS as the SDK speaks it (AWS JSON 1.0): each operation by its name. */
import * as v from 'valibot';
import { AwsError } from './aws-error.ts';
import type { Queue } from './queue.ts';
import { queueErrors } from './queue-errors.ts';
import {
  md5,
  readReceipt,
  receivedMessage,
  type SendInput,
  sendingOf,
  sendSchema,
  sizeOf,
  within,
} from './queue-message-wire.ts';
import type { Queues } from './queues.ts';
import type { State } from './state.ts';
import type { Operations } from './wire.ts';

const LONGEST_VISIBILITY_SECONDS = 43_200;
const MOST_IN_FLIGHT = 120_000;
const MOST_ENTRIES = 10;

const names = v.optional(v.array(v.string()), []);
const ofQueue = { QueueUrl: v.optional(v.string(), '') };
const ofMessage = { ReceiptHandle: v.optional(v.string(), '') };
const visibilitySchema = v.object({ ...ofMessage, VisibilityTimeout: v.number() });
const receiveSchema = v.object({
  MaxNumberOfMessages: v.optional(v.number(), 1),
  VisibilityTimeout: v.optional(v.number()),
  WaitTimeSeconds: v.optional(v.number()),
  AttributeNames: names,
  MessageSystemAttributeNames: names,
  MessageAttributeNames: names,
});

export function queueOperations(queues: Queues, state: State): Operations {
  const queueOf = (input: unknown): Queue => {
    const { QueueUrl } = v.parse(v.object(ofQueue), input);
    if (!QueueUrl) throw queueErrors.missing('QueueUrl');
    const queue = queues.find(QueueUrl);
    if (!queue) throw queueErrors.noQueue();
    return queue;
  };
  const urlOf = ({ settings }: Queue, host: string | undefined) =>
    `http://${host}/${settings.arn.split(':')[4]}/${settings.name}`;
  return {
    SendMessage: (input) => send(queueOf(input), v.parse(sendSchema, input)),
    SendMessageBatch: (input) => {
      const queue = queueOf(input);
      const entries = entriesOf(input, sendSchema);
      checkBatchSize(entries, queue);
      return state.transaction(() => each(entries, (entry) => send(queue, entry)));
    },
    ReceiveMessage: (input, { signal }) => receive(queueOf(input), v.parse(receiveSchema, input), signal),
    DeleteMessage: (input) => remove(queueOf(input), v.parse(v.object(ofMessage), input)),
    DeleteMessageBatch: (input) => {
      const queue = queueOf(input);
      return state.transaction(() =>
        each(entriesOf(input, v.object(ofMessage)), (entry) => remove(queue, entry)),
      );
    },
    ChangeMessageVisibility: (input) => changeVisibility(queueOf(input), v.parse(visibilitySchema, input)),
    ChangeMessageVisibilityBatch: (input) => {
      const queue = queueOf(input);
      return each(entriesOf(input, visibilitySchema), (entry) => changeVisibility(queue, entry));
    },
    PurgeQueue: (input) => {
      queueOf(input).purge();
      return {};
    },
    GetQueueUrl: (input, { host }) => {
      const queue = queues.find(v.parse(v.object({ QueueName: v.string() }), input).QueueName);
      if (!queue) throw queueErrors.noQueue();
      return { QueueUrl: urlOf(queue, host) };
    },
    ListQueues: (input, { host }) => {
      const { QueueNamePrefix: prefix } = v.parse(
        v.object({ QueueNamePrefix: v.optional(v.string(), '') }),
        input,
      );
      const found = queues.all.filter(({ settings }) => settings.name.startsWith(prefix));
      return { QueueUrls: found.map((queue) => urlOf(queue, host)) };
    },
    GetQueueAttributes: (input) => {
      const { AttributeNames: wanted } = v.parse(v.object({ AttributeNames: names }), input);
      const all = Object.entries(attributesOf(queueOf(input)));
      return {
        Attributes: Object.fromEntries(
          all.filter(([name]) => wanted.includes(name) || wanted.includes('All')),
        ),
      };
    },
  };
}

function send(queue: Queue, input: SendInput): object {
  const { id } = queue.send(sendingOf(input, queue.settings));
  return { MessageId: id, MD5OfMessageBody: md5(input.MessageBody) };
}

async function receive(
  queue: Queue,
  input: v.InferOutput<typeof receiveSchema>,
  signal: AbortSignal,
): Promise<object> {
  const {
    MaxNumberOfMessages: most,
    VisibilityTimeout: visibilitySeconds,
    WaitTimeSeconds: seconds = queue.settings.waitSeconds,
  } = input;
  within('MaxNumberOfMessages', most, 1, MOST_ENTRIES);
  within('WaitTimeSeconds', seconds, 0, 20);
  if (visibilitySeconds !== undefined)
    within('VisibilityTimeout', visibilitySeconds, 0, LONGEST_VISIBILITY_SECONDS);
  if (queue.counts().inFlight >= MOST_IN_FLIGHT) throw queueErrors.overLimit();
  const messages = await queue.poll({ most, visibilitySeconds }, seconds, signal);
  if (messages.length === 0) return {};
  const system = [...input.AttributeNames, ...input.MessageSystemAttributeNames];
  return {
    Messages: messages.map((message) =>
      receivedMessage(message, { system, message: input.MessageAttributeNames }),
    ),
  };
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
  within('VisibilityTimeout', VisibilityTimeout, 0, LONGEST_VISIBILITY_SECONDS);
  const { id, receiveCount } = readReceipt(ReceiptHandle);
  const message = queue.inFlight(id, receiveCount);
  if (!message) throw queueErrors.notInFlight();
  queue.changeVisibility(message, VisibilityTimeout);
  return {};
}

function attributesOf(queue: Queue): Record<string, string> {
  const { settings } = queue;
  const { visible, inFlight, delayed } = queue.counts();
  const { redrive } = settings;
  return {
    QueueArn: settings.arn,
    ApproximateNumberOfMessages: String(visible),
    ApproximateNumberOfMessagesNotVisible: String(inFlight),
    ApproximateNumberOfMessagesDelayed: String(delayed),
    VisibilityTimeout: String(settings.visibilitySeconds),
    DelaySeconds: String(settings.delaySeconds),
    MessageRetentionPeriod: String(settings.retentionSeconds),
    MaximumMessageSize: String(settings.mostBytes),
    ReceiveMessageWaitTimeSeconds: String(settings.waitSeconds),
    ...(redrive && {
      RedrivePolicy: JSON.stringify({
        deadLetterTargetArn: redrive.targetArn,
        maxReceiveCount: redrive.maxReceiveCount,
      }),
    }),
  };
}

/** The entries of a batch, whose faults as a whole refuse all of it. */
function entriesOf<S extends v.ObjectSchema<v.ObjectEntries, undefined>>(input: unknown, schema: S) {
  const entrySchema = v.intersect([v.object({ Id: v.string() }), schema]);
  const { Entries } = v.parse(v.object({ Entries: v.optional(v.array(v.unknown()), []) }), input);
  if (Entries.length === 0) throw queueErrors.emptyBatch();
  if (Entries.length > MOST_ENTRIES) throw queueErrors.longBatch(Entries.length);
  const seen = new Set<string>();
  return Entries.map((entry) => {
    const parsed = v.parse(entrySchema, entry);
    if (!/^[\w-]{1,80}$/.test(parsed.Id)) throw queueErrors.badEntryId();
    if (seen.has(parsed.Id)) throw queueErrors.sameEntryIds(parsed.Id);
    seen.add(parsed.Id);
    return parsed;
  });
}

function checkBatchSize(entries: readonly SendInput[], { settings }: Queue): void {
  const bytes = entries.reduce((sum, entry) => sum + sizeOf(entry), 0);
  if (bytes > settings.mostBytes) throw queueErrors.largeBatch(bytes, settings.mostBytes);
}

/** Entries succeed and fail one by one. */
function each<E extends { readonly Id: string }>(
  entries: readonly E[],
  action: (entry: E) => object,
): object {
  const Successful: object[] = [];
  const Failed: object[] = [];
  for (const entry of entries) {
    const { Id } = entry;
    try {
      Successful.push({ Id, ...action(entry) });
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      Failed.push({ Id, SenderFault: true, Code: error.queryCode ?? error.type, Message: error.message });
    }
  }
  return { Successful, ...(Failed.length > 0 && { Failed }) };
}
