/** Feeds a function from a queue: several batches at once; what failed stays in the queue until its visibility runs out. */

import type { Matcher } from '../eventbridge/event-pattern.ts';
import { type Clock, until } from '../host/clock.ts';
import type { State } from '../host/state.ts';
import type { Runtime } from '../lambda/runtime.ts';
import { md5, receiptHandle, systemAttributes } from '../sqs/message-format.ts';
import type { Message, Queue } from '../sqs/queue.ts';
import { region } from '../template/addresses.ts';
import { failedItems } from './batch-response.ts';
import { compileFilters } from './filter.ts';
import type { Mapping, PlannedMapping } from './mapping.ts';

interface Surroundings {
  readonly clock: Clock;
  readonly runtime: Runtime;
  readonly state: State;
}

type Properties = PlannedMapping['properties'];

const POLL_SECONDS = 20;
const DEFAULT_BATCH_SIZE = 10;

export class QueueMapping implements Mapping {
  readonly #properties: Properties;
  readonly #queue: Queue;
  readonly #around: Surroundings;
  readonly #matches: Matcher;
  readonly #stopping = new AbortController();
  readonly #ended: Promise<unknown>;

  /** Starts at once. */
  constructor(properties: Properties, queue: Queue, around: Surroundings) {
    this.#properties = properties;
    this.#queue = queue;
    this.#around = around;
    this.#matches = compileFilters(properties.FilterCriteria);
    const most = properties.ScalingConfig?.MaximumConcurrency ?? Number.POSITIVE_INFINITY;
    const pollers = Math.min(most, around.runtime.concurrency(properties.FunctionName));
    this.#ended = Promise.all(Array.from({ length: pollers }, () => this.#poll()));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#ended;
  }

  async #poll(): Promise<void> {
    while (!this.#stopping.signal.aborted) await this.#process(await this.#collect());
  }

  async #collect(): Promise<Message[]> {
    const { BatchSize: most = DEFAULT_BATCH_SIZE, MaximumBatchingWindowInSeconds: window } = this.#properties;
    const batch = await this.#queue.poll({ most }, POLL_SECONDS, this.#stopping.signal);
    if (batch.length === 0 || batch.length === most || window === 0) return batch;
    const { clock } = this.#around;
    await until(clock, clock.now() + window * 1000, this.#stopping.signal);
    return [...batch, ...this.#queue.receive({ most: most - batch.length })];
  }

  async #process(batch: readonly Message[]): Promise<void> {
    // The receipts as they are now: a message that somebody else receives meanwhile is theirs.
    const received = batch.map((message) => ({
      id: message.id,
      receiveCount: message.receiveCount,
      record: recordOf(message, this.#queue.settings.arn),
    }));
    const failed = await this.#failures(received.map(({ record }) => record));
    this.#around.state.transaction(() => {
      for (const { id, receiveCount } of received) if (!failed.has(id)) this.#queue.remove(id, receiveCount);
    });
  }

  /** What the filter keeps back has not failed. */
  async #failures(records: readonly QueueRecord[]): Promise<ReadonlySet<string>> {
    const wanted = records.filter((record) => this.#matches({ ...record, body: asJson(record.body) }));
    if (wanted.length === 0) return new Set();
    const { FunctionName, FunctionResponseTypes } = this.#properties;
    const outcome = await this.#around.runtime.invoke(FunctionName, JSON.stringify({ Records: wanted }));
    const items = wanted.map(({ messageId }) => messageId);
    return failedItems(outcome, { items, reportsItems: FunctionResponseTypes !== undefined });
  }
}

type QueueRecord = ReturnType<typeof recordOf>;

function recordOf(message: Message, eventSourceARN: string) {
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
