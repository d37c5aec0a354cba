/** A standard queue: at-least-once delivery, no guaranteed order, and fair between message groups. */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../host/clock.ts';
import type { Message } from '../observed/message.ts';
import type { Observe } from '../observed/observation.ts';
import type { Planned } from '../template/plan.ts';
import type { Properties } from '../template/resource-types.ts';
import type { Journal } from './journal.ts';
import { MessageGroups } from './message-groups.ts';

export interface Sending {
  readonly body: string;
  readonly attributes?: Message['attributes'];
  readonly group?: string | undefined;
  readonly delaySeconds?: number | undefined;
}

export interface Receiving {
  readonly max: number;
  readonly visibilitySeconds?: number | undefined;
}

interface QueueDependencies {
  readonly clock: Clock;
  readonly journal: Journal;
  readonly observe: Observe;
  /** From 0 to 1. */
  readonly random: () => number;
  queueByArn(arn: string): Queue;
}

export class Queue {
  readonly name: string;
  readonly arn: string;
  readonly properties: Properties<'AWS::SQS::Queue'>;
  readonly #dependencies: QueueDependencies;
  readonly #messages = new Map<string, Message>();
  readonly #visible: MessageGroups;
  /** Delayed and in-flight messages, the next visible first. Void if its message has another time. */
  readonly #hidden: { readonly time: number; readonly message: Message }[] = [];
  readonly #waiting = new Set<() => void>();

  constructor({ name, arn, properties }: Planned<'AWS::SQS::Queue'>, dependencies: QueueDependencies) {
    this.name = name;
    this.arn = arn;
    this.properties = properties;
    this.#dependencies = dependencies;
    this.#visible = new MessageGroups(() => this.#now());
    for (const message of dependencies.journal.load(name)) {
      // Its receiver ended with the stage.
      if (message.receiveCount > 0) message.visibleAt = this.#now();
      this.#add(message);
    }
  }

  send({ body, attributes, group, delaySeconds = this.properties.DelaySeconds }: Sending): Message {
    const message: Message = {
      id: randomUUID(),
      body,
      attributes,
      group,
      sentAt: this.#now(),
      visibleAt: this.#now() + delaySeconds * 1000,
      receiveCount: 0,
      firstReceivedAt: undefined,
      position: 'none',
    };
    this.#dependencies.journal.add(this.name, message);
    this.#dependencies.observe({ is: 'sent', queue: this.name, message });
    this.#add(message);
    return message;
  }

  /** @returns up to `max` visible messages, which are then hidden for the visibility timeout. */
  receive({ max, visibilitySeconds = this.properties.VisibilityTimeout }: Receiving): Message[] {
    this.#surface();
    const received: Message[] = [];
    while (received.length < max) {
      const message = this.#visible.next();
      if (!message) break;
      if (this.#discardIfOver(message)) continue;
      message.receiveCount += 1;
      message.firstReceivedAt ??= this.#now();
      this.#hide(message, visibilitySeconds);
      received.push(message);
    }
    // Shuffled on purpose: standard queues do not guarantee the order.
    return received.sort(() => this.#dependencies.random() - 0.5);
  }

  /** Like `receive`, but waits for a message. */
  async poll(receiving: Receiving, seconds: number, signal: AbortSignal): Promise<Message[]> {
    const deadline = this.#now() + seconds * 1000;
    for (;;) {
      if (signal.aborted) return [];
      const messages = this.receive(receiving);
      if (messages.length > 0 || this.#now() >= deadline) return messages;
      await this.#nextChange(Math.min(deadline, this.#hidden[0]?.time ?? deadline), signal);
    }
  }

  /** @param receiveCount from the receipt. A message that was received again stays in the queue. */
  remove(id: string, receiveCount?: number): void {
    const message = this.#messages.get(id);
    if (!message || (receiveCount ?? message.receiveCount) !== message.receiveCount) return;
    this.#dependencies.journal.remove(id);
    this.#messages.delete(id);
    this.#visible.remove(message);
  }

  /** @param receiveCount from the receipt. @returns the message, unless it became visible again. */
  inFlight(id: string, receiveCount: number): Message | undefined {
    this.#surface();
    const message = this.#messages.get(id);
    return message?.position === 'in-flight' && message.receiveCount === receiveCount ? message : undefined;
  }

  changeVisibility(message: Message, seconds: number): void {
    this.#visible.remove(message);
    this.#hide(message, seconds);
    this.#wakeWaiting();
  }

  purge(): void {
    for (const id of this.#messages.keys()) this.remove(id);
  }

  /** @returns messages without receiving them, in the order in which they came. */
  oldest(max: number): Message[] {
    return this.#messages.values().take(max).toArray();
  }

  counts(): { visible: number; inFlight: number; delayed: number } {
    this.#surface();
    const { visible, inFlight } = this.#visible.counts();
    return { visible, inFlight, delayed: this.#messages.size - visible - inFlight };
  }

  #now(): number {
    return this.#dependencies.clock.now();
  }

  #add(message: Message): void {
    this.#messages.set(message.id, message);
    this.#awaitVisibility(message);
    this.#wakeWaiting();
  }

  #hide(message: Message, seconds: number): void {
    message.visibleAt = this.#now() + seconds * 1000;
    this.#dependencies.journal.update(message);
    this.#visible.startFlight(message);
    this.#awaitVisibility(message);
  }

  #awaitVisibility(message: Message): void {
    const { visibleAt: time } = message;
    const index = this.#hidden.findLastIndex((other) => other.time <= time) + 1;
    this.#hidden.splice(index, 0, { time, message });
  }

  /** Makes messages visible that are due. */
  #surface(): void {
    const now = this.#now();
    const due = this.#hidden.findIndex(({ time }) => time > now);
    for (const { message, time } of this.#hidden.splice(0, due < 0 ? this.#hidden.length : due)) {
      if (message.visibleAt !== time || !this.#messages.has(message.id)) continue;
      this.#visible.remove(message);
      this.#visible.add(message);
    }
  }

  /** Drops a message past its retention, and moves one received too often to the dead-letter queue. */
  #discardIfOver(message: Message): boolean {
    const { MessageRetentionPeriod: retentionSeconds, RedrivePolicy: redrive } = this.properties;
    const isExpired = message.sentAt + retentionSeconds * 1000 <= this.#now();
    const isDead = redrive !== undefined && message.receiveCount >= redrive.maxReceiveCount;
    if (!isExpired && !isDead) return false;
    this.#messages.delete(message.id);
    message.position = 'none';
    if (isExpired) this.#dependencies.journal.remove(message.id);
    else if (redrive) this.#dependencies.queueByArn(redrive.deadLetterTargetArn).#adopt(message);
    return true;
  }

  #adopt(message: Message): void {
    message.visibleAt = this.#now();
    this.#dependencies.journal.move(message.id, this.name);
    this.#dependencies.observe({ is: 'moved', message, queue: this.name });
    this.#add(message);
  }

  #wakeWaiting(): void {
    for (const wake of this.#waiting) wake();
  }

  #nextChange(deadline: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        cancel();
        this.#waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      const cancel = this.#dependencies.clock.at(deadline, wake);
      this.#waiting.add(wake);
      signal.addEventListener('abort', wake);
    });
  }
}
