/** The queues and the bus of the local stage in the process of a test, with its clock and faults. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventBridgeOperations } from '../../bin/local/eventbridge/operations.ts';
import { targetSender } from '../../bin/local/eventbridge/targets.ts';
import { type Clock, systemClock } from '../../bin/local/host/clock.ts';
import { openState, type State } from '../../bin/local/host/state.ts';
import type { Message } from '../../bin/local/observed/message.ts';
import { openJournal } from '../../bin/local/sqs/journal.ts';
import { sqsOperations } from '../../bin/local/sqs/operations.ts';
import type { Queue, Sending } from '../../bin/local/sqs/queue.ts';
import { openQueues, type Queues } from '../../bin/local/sqs/queues.ts';
import { account } from '../../bin/local/template/addresses.ts';
import type { Operations } from '../../bin/local/wire/aws-endpoint.ts';
import { AwsError } from '../../bin/local/wire/aws-error.ts';
import { type WorkQueueName, workQueues } from '../../infra/queues/work-queues.ts';
import { required } from '../../shared/kit/values/required.ts';
import { deadLetterVariable, queueVariable } from '../../shared/kit/work/work-queue.ts';
import { servicesOf } from './aws-services.ts';
import {
  BUS,
  CHANGE_DEAD_LETTERS,
  deadLettersOf,
  plannedBus,
  plannedQueues,
  plannedRule,
} from './planned-queues.ts';

export interface QueuedMessage extends Message {
  readonly queue: string;
}

/** Whether the bus has sent the message. */
export const isEvent = ({ body }: QueuedMessage): boolean => body.includes('"detail-type"');

const workNames = workQueues.map(({ name }) => name);

export class TestQueues {
  /** While set, every call is rejected, or those of one queue. */
  isDown: boolean | WorkQueueName = false;
  /** Called after each successful call; an error it throws becomes the response. */
  onDone: () => void = () => {};
  readonly #clock: Clock;
  readonly #state: State = openState({ path: '', isKept: false });
  readonly #planned = plannedQueues();
  readonly #server: Server;
  #open: Queues;

  constructor(now: () => Date) {
    this.#clock = { ...systemClock, now: () => now().getTime() };
    this.#open = this.#reopened();
    this.#server = createServer(this.#listener());
    // Clients that make one attempt do not repeat a call over a connection that is just being closed.
    this.#server.keepAliveTimeout = 0;
  }

  /** Starts them, and points the environment of this process at them. */
  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    Object.assign(process.env, {
      AWS_ENDPOINT_URL_SQS: this.url,
      AWS_ENDPOINT_URL_EVENTBRIDGE: this.url,
      BUS_NAME: BUS,
    });
    process.env['CHANGE_DEAD_LETTER_URL'] = this.urlOf(CHANGE_DEAD_LETTERS);
    for (const each of workQueues) {
      process.env[queueVariable(each)] = this.urlOf(each.name);
      if (each.forgottenBy) process.env[deadLetterVariable(each)] = this.urlOf(deadLettersOf(each.name));
    }
    return this;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
    this.#state.database.close();
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  urlOf(name: string): string {
    return `${this.url}/${account}/${name}`;
  }

  /**
   * Of all queues of work, also those that are delayed or in flight. Those of one queue are in the order in which they were
   * sent.
   */
  get messages(): readonly QueuedMessage[] {
    return this.#messagesIn(workNames);
  }

  get deadLetters(): readonly QueuedMessage[] {
    return this.#messagesIn(workNames.map(deadLettersOf));
  }

  queue(name: string): Queue {
    const found = this.#open.find(name);
    if (!found) throw new Error(`There is no queue ${name}.`);
    return found;
  }

  send(name: WorkQueueName, sending: Sending): void {
    this.queue(name).send(sending);
  }

  /** Sends copies, which are visible immediately. */
  repeat(messages: readonly QueuedMessage[] = this.messages): void {
    for (const { queue, body, group, attributes } of messages)
      this.queue(queue).send({ body, group, attributes, delaySeconds: 0 });
  }

  /** Deletes messages of work; all by default. */
  lose(isLost: (message: QueuedMessage) => boolean = () => true): void {
    for (const message of this.messages) if (isLost(message)) this.queue(message.queue).remove(message.id);
  }

  /** Received messages become visible again. */
  redeliver(): void {
    for (const name of workNames) {
      const queue = this.queue(name);
      for (const message of queue.oldest(Number.POSITIVE_INFINITY))
        if (message.position === 'in-flight') queue.changeVisibility(message, 0);
    }
  }

  /** @returns a function that restores all messages as they are now. Received ones are then visible. */
  save(): () => void {
    const saved = this.#planned.map(({ name }) => ({ name, messages: openJournal(this.#state).load(name) }));
    return () => {
      const journal = openJournal(this.#state);
      for (const { name, messages } of saved) {
        this.queue(name).purge();
        for (const message of messages) journal.add(name, message);
      }
      this.#open = this.#reopened();
    };
  }

  #messagesIn(names: readonly string[]): readonly QueuedMessage[] {
    const all = names.flatMap((name) =>
      this.queue(name)
        .oldest(Number.POSITIVE_INFINITY)
        .map((message) => ({ ...message, queue: name })),
    );
    return Object.freeze(all);
  }

  /** Messages that are received together keep their order. */
  #reopened(): Queues {
    const options = { clock: this.#clock, state: this.#state, observe: () => {}, random: () => 0.5 };
    return openQueues(this.#planned, options);
  }

  #listener() {
    const of = (): Queues => this.#open;
    const queues: Queues = {
      get all() {
        return of().all;
      },
      find: (address) => of().find(address),
    };
    const parts = { clock: this.#clock, state: this.#state, observe: () => {} };
    const sendToTarget = targetSender(queues, { add: () => {} });
    return servicesOf({
      AmazonSQS: this.#withFaults(withoutWaiting(sqsOperations(queues, this.#state))),
      AWSEvents: this.#withFaults(
        eventBridgeOperations([plannedBus], [plannedRule], { ...parts, sendToTarget }),
      ),
    });
  }

  #isDownFor(input: unknown): boolean {
    const { isDown } = this;
    if (typeof isDown === 'boolean') return isDown;
    return JSON.stringify(input).includes(this.urlOf(isDown));
  }

  #withFaults(operations: Operations): Operations {
    const faulty = Object.entries(operations).map(([name, operation]): [string, Operations[string]] => [
      name,
      async (input, context) => {
        if (this.#isDownFor(input)) throw fault('The service is down.');
        const output = await operation(input, context);
        try {
          this.onDone();
        } catch (error) {
          throw fault(String(error));
        }
        return output;
      },
    ]);
    return Object.fromEntries(faulty);
  }
}

/** Nothing is sent to these queues while somebody waits for a message. */
const withoutWaiting = (operations: Operations): Operations => ({
  ...operations,
  ReceiveMessage: (input, context) =>
    required(operations['ReceiveMessage'], 'Queues have the operation.')(
      { ...Object(input), WaitTimeSeconds: 0 },
      context,
    ),
});

/** The SDK does not repeat calls after this code. */
const fault = (message: string) => new AwsError('AccessDeniedException', message);
