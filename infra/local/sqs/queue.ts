/** One standard queue: at least once, in no promised order, message groups in turn so that none keeps the others waiting. */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../host/clock.ts';
import { DueHeap } from './due-heap.ts';
import type { QueueJournal } from './journal.ts';
import { FairLine } from './message-groups.ts';

export interface Message {
  readonly id: string;
  readonly body: string;
  /** Message attributes, as they came. */
  readonly attributes: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined;
  readonly group: string | undefined;
  readonly sentAt: number;
  visibleAt: number;
  receiveCount: number;
  firstReceivedAt: number | undefined;
  /** Waits in line, was received and is in flight, or neither: delayed or gone. */
  place: 'line' | 'flight' | 'nowhere';
}

export interface QueueSettings {
  readonly name: string;
  readonly arn: string;
  readonly visibilitySeconds: number;
  readonly delaySeconds: number;
  readonly retentionSeconds: number;
  readonly waitSeconds: number;
  readonly mostBytes: number;
  readonly redrive?: { readonly maxReceiveCount: number; readonly targetArn: string };
}

export interface Sending {
  readonly body: string;
  readonly attributes?: Message['attributes'];
  readonly group?: string | undefined;
  readonly delaySeconds?: number | undefined;
}

export interface Receiving {
  readonly most: number;
  readonly visibilitySeconds?: number | undefined;
}

interface Surroundings {
  readonly clock: Clock;
  readonly journal: QueueJournal;
  queueByArn(arn: string): Queue;
}

export class Queue {
  readonly settings: QueueSettings;
  readonly #around: Surroundings;
  readonly #messages = new Map<string, Message>();
  readonly #line = new FairLine();
  /** Delayed and in flight. Entries whose message has another time by now are void. */
  readonly #hidden = new DueHeap<Message>();
  readonly #waiting = new Set<() => void>();

  constructor(settings: QueueSettings, around: Surroundings) {
    this.settings = settings;
    this.#around = around;
    for (const message of around.journal.load(settings.name)) {
      // Those who had received it ended with the stage.
      if (message.receiveCount > 0) message.visibleAt = this.#now();
      this.#keep(message);
    }
  }

  send({ body, attributes, group, delaySeconds = this.settings.delaySeconds }: Sending): Message {
    const message: Message = {
      id: randomUUID(),
      body,
      attributes,
      group,
      sentAt: this.#now(),
      visibleAt: this.#now() + delaySeconds * 1000,
      receiveCount: 0,
      firstReceivedAt: undefined,
      place: 'nowhere',
    };
    this.#around.journal.add(this.settings.name, message);
    this.#keep(message);
    return message;
  }

  /** What can be seen now, up to so many messages; each is hidden from others for the visibility timeout. */
  receive({ most, visibilitySeconds = this.settings.visibilitySeconds }: Receiving): Message[] {
    this.#surface();
    const received: Message[] = [];
    while (received.length < most) {
      const message = this.#line.next();
      if (!message) break;
      if (this.#isOver(message)) continue;
      message.receiveCount += 1;
      message.firstReceivedAt ??= this.#now();
      this.#hide(message, visibilitySeconds);
      received.push(message);
    }
    // Whoever relies on the order finds out here.
    return received.sort(() => Math.random() - 0.5);
  }

  /** Like receive, but waits for something to receive. */
  async poll(wanted: Receiving, seconds: number, signal: AbortSignal): Promise<Message[]> {
    const deadline = this.#now() + seconds * 1000;
    for (;;) {
      if (signal.aborted) return [];
      const messages = this.receive(wanted);
      if (messages.length > 0 || this.#now() >= deadline) return messages;
      await this.#somethingNew(Math.min(deadline, this.#hidden.next() ?? deadline), signal);
    }
  }

  /** @param receiveCount at the receipt: a message received again since is no longer this receiver's to remove. */
  remove(id: string, receiveCount?: number): void {
    const message = this.#messages.get(id);
    if (!message || (receiveCount ?? message.receiveCount) !== message.receiveCount) return;
    this.#around.journal.remove(id);
    this.#messages.delete(id);
    this.#line.leave(message);
  }

  /** The message, if whoever received it that time still has it. */
  inFlight(id: string, receiveCount: number): Message | undefined {
    this.#surface();
    const message = this.#messages.get(id);
    return message?.place === 'flight' && message.receiveCount === receiveCount ? message : undefined;
  }

  changeVisibility(message: Message, seconds: number): void {
    this.#line.leave(message);
    this.#hide(message, seconds);
    this.#announce();
  }

  purge(): void {
    for (const id of this.#messages.keys()) this.remove(id);
  }

  counts(): { visible: number; inFlight: number; delayed: number } {
    this.#surface();
    const { visible, inFlight } = this.#line.counts();
    return { visible, inFlight, delayed: this.#messages.size - visible - inFlight };
  }

  #now(): number {
    return this.#around.clock.now();
  }

  #keep(message: Message): void {
    this.#messages.set(message.id, message);
    this.#hidden.push(message.visibleAt, message);
    this.#announce();
  }

  #hide(message: Message, seconds: number): void {
    message.visibleAt = this.#now() + seconds * 1000;
    this.#around.journal.change(message);
    this.#line.startFlight(message);
    this.#hidden.push(message.visibleAt, message);
  }

  /** Lets those stand in line whose time has come. */
  #surface(): void {
    const now = this.#now();
    while ((this.#hidden.next() ?? Number.POSITIVE_INFINITY) <= now) {
      const due = this.#hidden.pop();
      if (!due) return;
      const { item: message, time } = due;
      if (message.visibleAt !== time || !this.#messages.has(message.id)) continue;
      this.#line.leave(message);
      this.#line.add(message);
    }
  }

  /** Kept longer than messages are kept, or received once too often: that one goes to the dead letters, if there are any. */
  #isOver(message: Message): boolean {
    const { retentionSeconds, redrive } = this.settings;
    const isExpired = message.sentAt + retentionSeconds * 1000 <= this.#now();
    const isDead = redrive !== undefined && message.receiveCount >= redrive.maxReceiveCount;
    if (!isExpired && !isDead) return false;
    this.#messages.delete(message.id);
    message.place = 'nowhere';
    if (isExpired) this.#around.journal.remove(message.id);
    else if (redrive) this.#around.queueByArn(redrive.targetArn).#adopt(message);
    return true;
  }

  #adopt(message: Message): void {
    message.visibleAt = this.#now();
    this.#around.journal.move(message.id, this.settings.name);
    this.#keep(message);
  }

  #announce(): void {
    for (const wake of this.#waiting) wake();
  }

  #somethingNew(deadline: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        callOff();
        this.#waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      const callOff = this.#around.clock.at(deadline, wake);
      this.#waiting.add(wake);
      signal.addEventListener('abort', wake);
    });
  }
}
