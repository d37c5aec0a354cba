/** Feeds a function from a queue: several batches at once; what failed stays in the queue until its visibility runs out. */

import { region } from './addresses.ts';
import { failedItems } from './batch-response.ts';
import { type Clock, until } from './clock.ts';
import { compileFilters } from './filter.ts';
import type { Planned } from './plan.ts';
import type { Message, Queue } from './queue.ts';
import { md5, receiptHandle, systemAttributes } from './queue-message-wire.ts';
import type { Runtime } from './runtime.ts';
import type { State } from './state.ts';

export interface Mapping {
  /** Takes up nothing new. @returns when what is under way has ended. */
  stop(): Promise<void>;
}

interface Surroundings {
  readonly clock: Clock;
  readonly runtime: Runtime;
  readonly state: State;
}

const POLL_SECONDS = 20;
const DEFAULT_BATCH_SIZE = 10;

export function startQueueMapping(
  { properties }: Planned<'AWS::Lambda::EventSourceMapping'>,
  queue: Queue,
  { clock, runtime, state }: Surroundings,
): Mapping {
  const stopping = new AbortController();
  const target = properties.FunctionName;
  const matches = compileFilters(properties.FilterCriteria);
  const reportsItems = properties.FunctionResponseTypes !== undefined;
  const most = properties.BatchSize ?? DEFAULT_BATCH_SIZE;

  const collect = async (): Promise<Message[]> => {
    const batch = await queue.poll({ most }, POLL_SECONDS, stopping.signal);
    if (batch.length === 0 || batch.length === most) return batch;
    await until(clock, clock.now() + properties.MaximumBatchingWindowInSeconds * 1000, stopping.signal);
    return [...batch, ...queue.receive({ most: most - batch.length })];
  };
  const remove = (messages: readonly Message[]) =>
    state.transaction(() => {
      for (const { id, receiveCount } of messages) queue.remove(id, receiveCount);
    });
  const process = async (batch: readonly Message[]) => {
    const wanted = batch.filter((message) => matches({ ...message, body: asJson(message.body) }));
    remove(batch.filter((message) => !wanted.includes(message)));
    if (wanted.length === 0) return;
    // The receipts as they are now: a message that somebody else received meanwhile is theirs.
    const receipts = wanted.map(({ id, receiveCount }) => ({ id, receiveCount }));
    const Records = wanted.map((message) => recordOf(message, queue.settings.arn));
    const outcome = await runtime.invoke(target, JSON.stringify({ Records }));
    const failed = failedItems(outcome, { items: receipts.map(({ id }) => id), reportsItems });
    state.transaction(() => {
      for (const { id, receiveCount } of receipts) if (!failed.has(id)) queue.remove(id, receiveCount);
    });
  };
  const poller = async () => {
    while (!stopping.signal.aborted) await process(await collect());
  };
  const pollers = Math.min(
    properties.ScalingConfig?.MaximumConcurrency ?? Number.POSITIVE_INFINITY,
    runtime.concurrency(target),
  );
  const ended = Promise.all(Array.from({ length: pollers }, poller));
  return {
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

function recordOf(message: Message, eventSourceARN: string): object {
  return {
    messageId: message.id,
    receiptHandle: receiptHandle(message),
    body: message.body,
    attributes: systemAttributes(message),
    messageAttributes: Object.fromEntries(
      Object.entries(message.attributes ?? {}).map(([name, value]) => [name, decapitalized(value)]),
    ),
    md5OfBody: md5(message.body),
    eventSource: 'aws:sqs',
    eventSourceARN,
    awsRegion: region,
  };
}

/** On the queue's wire `StringValue`, in a function's event `stringValue`. */
const decapitalized = (attribute: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(attribute).map(([name, value]) => [name.charAt(0).toLowerCase() + name.slice(1), value]),
  );

/** A filter looks into a body that is JSON. */
function asJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
