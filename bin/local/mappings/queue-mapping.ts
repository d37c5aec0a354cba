/** Feeds a function from a queue. Failed messages stay in it until their visibility timeout ends. */
import type { Message } from '../observed/message.ts';
import type { Queue } from '../sqs/queue.ts';
import { failedItems } from './batch-response.ts';
import type { Mapping, MappingDependencies, PlannedMapping } from './mapping.ts';
import { type QueueRecord, recordOf } from './queue-record.ts';

type Properties = PlannedMapping['properties'];

const POLL_SECONDS = 20;
const DEFAULT_BATCH_SIZE = 10;

export class QueueMapping implements Mapping {
  readonly #properties: Properties;
  readonly #queue: Queue;
  readonly #dependencies: MappingDependencies;
  readonly #ending = new AbortController();
  readonly #ended: Promise<unknown>;

  /** Starts polling. */
  constructor(properties: Properties, queue: Queue, dependencies: MappingDependencies) {
    this.#properties = properties;
    this.#queue = queue;
    this.#dependencies = dependencies;
    if (properties.FilterCriteria) throw new Error('The local stage supports filters of streams only.');
    const max = properties.ScalingConfig?.MaximumConcurrency ?? Number.POSITIVE_INFINITY;
    const pollers = Math.min(max, dependencies.runtime.concurrency(properties.FunctionName));
    this.#ended = Promise.all(Array.from({ length: pollers }, () => this.#poll()));
  }

  async end(): Promise<void> {
    this.#ending.abort();
    await this.#ended;
  }

  async #poll(): Promise<void> {
    while (!this.#ending.signal.aborted) {
      const { BatchSize: max = DEFAULT_BATCH_SIZE } = this.#properties;
      await this.#process(await this.#queue.poll({ max }, POLL_SECONDS, this.#ending.signal));
    }
  }

  async #process(batch: readonly Message[]): Promise<void> {
    if (batch.length === 0) return;
    const { FunctionName: functionArn } = this.#properties;
    this.#dependencies.observe({ is: 'received', queue: this.#queue.name, messages: batch, functionArn });
    // With the current receive counts, because a message that was received again in the meantime must not be
    // removed.
    const received = batch.map((message) => ({
      id: message.id,
      receiveCount: message.receiveCount,
      record: recordOf(message, this.#queue.arn),
    }));
    const failed = await this.#failures(received.map(({ record }) => record));
    this.#dependencies.state.transaction(() => {
      for (const { id, receiveCount } of received) if (!failed.has(id)) this.#queue.remove(id, receiveCount);
    });
  }

  async #failures(Records: readonly QueueRecord[]): Promise<ReadonlySet<string>> {
    const { FunctionName, FunctionResponseTypes } = this.#properties;
    const { runtime, clock, observe } = this.#dependencies;
    const startedAt = clock.now();
    const outcome = await runtime.invoke(FunctionName, JSON.stringify({ Records }));
    const items = Records.map(({ messageId }) => messageId);
    const failed = failedItems(outcome, { items, reportsItems: FunctionResponseTypes !== undefined });
    const messages = items.map((id) => ({ id }));
    observe({ is: 'processed', messages, failed, functionArn: FunctionName, outcome, startedAt });
    return failed;
  }
}
