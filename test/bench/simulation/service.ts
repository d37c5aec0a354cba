/**
 * The webhook pipeline on a virtual clock: the scheduling code of the service itself, between hops and
 * senders as AWS has them. What the code waits for is simulated: the table, the receivers, the queue.
 */
import { lookAt, MAX_DELAY_SECONDS } from '../../../shared/kit/work/due.ts';
import { retryGapsIn } from '../../../shared/kit/work/retry-gaps.ts';
import type { Settings } from '../../../shared/platform/settings.ts';
import { eventWork } from '../../../shared/webhooks/deliveries/event-round.ts';
import {
  afterAttempt,
  begun,
  isUsedUp,
  newDelivery,
  postponed,
} from '../../../shared/webhooks/deliveries/progress.ts';
import {
  FAST_MS,
  HANGING,
  laneOf,
  markAfter,
  START_KEPT_MS,
  startIn,
} from '../../../shared/webhooks/endpoints/endpoint-pace.ts';
import {
  type Delivery,
  isPending,
  type PendingDelivery,
} from '../../../shared/webhooks/rules/webhook-delivery.ts';
import { SeededRandom } from '../../support/catalogue/random.ts';
import { DueIndex } from './due-index.ts';
import { type Quotas, sampled } from './quotas.ts';
import { Senders } from './senders.ts';
import { VirtualTime } from './virtual-time.ts';

export interface EndpointResponse {
  readonly ms: number;
  /** Null if there is none. */
  readonly status: number | null;
}

export interface Endpoint {
  readonly id: string;
  readonly ownerId: string;
  readonly response: (atMs: number, random: () => number) => EndpointResponse;
  mark: number | null;
  inFlight: number;
  mostInFlight: number;
  attempts: number;
  /** The number of its events. */
  announced: number;
  /** Of each event: when it happened, and how long afterwards the first request was made. */
  readonly firsts: { readonly createdMs: number; readonly delayMs: number }[];
}

export interface SimulatedEvent {
  readonly endpoint: Endpoint;
  readonly createdMs: number;
  delivery: Delivery;
  position: number;
  isClaimed: boolean;
  /** Its due time in the index; undefined if it is not there. */
  lookMs: number | undefined;
  notices: number;
}

interface Message {
  readonly event: SimulatedEvent;
  readonly attempt: number;
}

export interface ServiceOptions {
  readonly quotas: Quotas;
  readonly settings: Settings;
  readonly seed: number;
  /** False: every attempt that is due is made, however slow its endpoint is. */
  readonly isPaced?: boolean;
}

export class Service {
  readonly time = new VirtualTime();
  writeUnits = 0;
  /** Delays of the retries after their planned times. */
  mostLateMs = 0;
  delivered = 0;
  /** When the last event was delivered. */
  lastDeliveredMs = 0;
  mostBusy = 0;
  readonly dueIndex: DueIndex;
  readonly #options: ServiceOptions;
  readonly #random: SeededRandom;
  readonly #senders: Senders<Message>;
  readonly #lanes = new Map<string, number>();

  constructor(options: ServiceOptions) {
    this.#options = options;
    this.#random = new SeededRandom(options.seed);
    const { time } = this;
    const { quotas } = options;
    this.#senders = new Senders({ time, quotas }, (message, done) => this.#process(message, done));
    this.dueIndex = new DueIndex({ time, quotas }, (event) => this.#enqueue(event));
  }

  /** Messages in the queue, visible or in flight. */
  get queued(): number {
    return this.#senders.queued;
  }

  random = (): number => this.#random.next();

  endpoint(id: string, response: Endpoint['response']): Endpoint {
    const counts = { mark: null, inFlight: 0, mostInFlight: 0, attempts: 0, announced: 0, firsts: [] };
    return { id, ownerId: `owner-${id}`, response, ...counts };
  }

  /** A change happens: its event reaches the queue through stream and bus. */
  announce(endpoint: Endpoint): void {
    endpoint.announced += 1;
    const event = this.#event(endpoint, newDelivery(this.time.date));
    const { stream, bus, queue } = this.#options.quotas;
    const hops = [stream, bus, queue].reduce((sum, each) => sum + sampled(each, this.random), 0);
    this.#senders.send({ event, attempt: 0 }, { group: endpoint.ownerId, afterMs: hops });
  }

  /** Puts an event into the table that waits for its second attempt. */
  addWaiting(endpoint: Endpoint, dueMs: number): void {
    const nextAttemptAt = this.time.dateAt(dueMs).toISOString();
    const event = this.#event(endpoint, { ...begun(newDelivery(this.time.date)), nextAttemptAt });
    event.position = 1;
    this.#rest(event);
  }

  #event(endpoint: Endpoint, delivery: PendingDelivery): SimulatedEvent {
    return {
      endpoint,
      createdMs: this.time.ms,
      delivery,
      position: 0,
      isClaimed: false,
      lookMs: undefined,
      notices: 0,
    };
  }

  #tableMs(calls: number): number {
    let ms = 0;
    for (let call = 0; call < calls; call++) ms += sampled(this.#options.quotas.table, this.random);
    return ms;
  }

  #process({ event, attempt }: Message, done: () => void): void {
    this.mostBusy = Math.max(this.mostBusy, this.#senders.busy);
    this.time.after(this.#tableMs(attempt === 0 ? 2 : 1), () => {
      const { delivery } = event;
      const isDue = isPending(delivery) && this.time.msOf(delivery.nextAttemptAt) <= this.time.ms;
      if (isDue && !event.isClaimed && event.position === attempt) {
        this.#makeRound(event, delivery, done);
        return;
      }
      if (isPending(delivery) && !isDue) this.#enqueue(event);
      done();
    });
  }

  #makeRound(event: SimulatedEvent, delivery: PendingDelivery, done: () => void): void {
    const { endpoint } = event;
    const gaps = retryGapsIn(this.#options.settings, eventWork);
    const later = isUsedUp(delivery, { gaps }) ? undefined : this.#postponed(event, delivery);
    if (later) {
      event.delivery = later;
      this.writeUnits += event.position === 0 ? 3 : 1 + 2;
      this.time.after(this.#tableMs(2), () => this.#rested(event, done));
      return;
    }
    event.isClaimed = true;
    event.delivery = begun(delivery);
    this.writeUnits += event.position === 0 ? 2 : 1;
    this.time.after(this.#tableMs(1), () => this.#request(event, endpoint, done));
  }

  /** As shared/webhooks/sending/round.ts decides. */
  #postponed(
    { endpoint, createdMs }: SimulatedEvent,
    delivery: PendingDelivery,
  ): PendingDelivery | undefined {
    if (endpoint.mark === null || this.#options.isPaced === false) return undefined;
    const { time } = this;
    const isLate = time.msOf(delivery.nextAttemptAt) + START_KEPT_MS < time.ms;
    if (delivery.hasStart && !isLate) return undefined;
    const lane = laneOf(endpoint, endpoint.mark, this.#options.settings.webhookPacing);
    const start = startIn(this.#lanes.get(lane.name) ?? 0, time.ms);
    this.writeUnits += 1;
    if (start !== undefined) this.#lanes.set(lane.name, start + lane.intervalMs);
    if (start !== undefined && start <= time.ms) return undefined;
    const createdAt = time.dateAt(createdMs).toISOString();
    const given = start === undefined ? undefined : time.dateAt(start);
    return postponed(delivery, given, { now: time.date, random: this.random(), createdAt });
  }

  #request(event: SimulatedEvent, endpoint: Endpoint, done: () => void): void {
    const { time } = this;
    const { delivery, createdMs } = event;
    if (!isPending(delivery)) {
      done();
      return;
    }
    if (delivery.attempts === 1) endpoint.firsts.push({ createdMs, delayMs: time.ms - createdMs });
    else this.mostLateMs = Math.max(this.mostLateMs, time.ms - time.msOf(delivery.nextAttemptAt));
    endpoint.attempts += 1;
    endpoint.inFlight += 1;
    endpoint.mostInFlight = Math.max(endpoint.mostInFlight, endpoint.inFlight);
    const { ms, status } = endpoint.response(time.ms, this.random);
    const isMarking = ms > FAST_MS && endpoint.mark === null;
    if (isMarking) time.after(FAST_MS + this.#tableMs(1), () => this.#mark(endpoint, HANGING));
    time.after(ms, () => {
      endpoint.inFlight -= 1;
      this.#record(event, delivery, { ms, status });
      time.after(this.#tableMs(status === 204 ? 1 : 2), () => this.#rested(event, done));
    });
  }

  #mark(endpoint: Endpoint, mark: number): void {
    endpoint.mark ??= mark;
    this.writeUnits += 1;
  }

  #record(event: SimulatedEvent, delivery: PendingDelivery, { ms, status }: EndpointResponse): void {
    const { endpoint } = event;
    const { time } = this;
    const outcome = status === 204 ? 'acknowledged' : 'failed';
    const error = status === null ? 'timeout' : null;
    const at = time.date.toISOString();
    const result = { outcome, status, retryAfter: null, at, durationMs: ms, excerpt: null, error } as const;
    const gaps = retryGapsIn(this.#options.settings, eventWork);
    event.delivery = afterAttempt(delivery, result, { now: time.date, random: this.random(), gaps });
    const mark = markAfter(endpoint.mark, { ...result, waitedMs: result.durationMs });
    if (outcome === 'failed' || mark !== endpoint.mark) this.writeUnits += 2;
    endpoint.mark = mark;
    // Removed from the due index, added to it, or moved within it.
    this.writeUnits += 1 + (event.position > 0 ? 1 : 0) + (outcome === 'failed' ? 1 : 0);
    if (outcome === 'failed') return;
    this.delivered += 1;
    this.lastDeliveredMs = this.time.ms;
  }

  #rested(event: SimulatedEvent, done: () => void): void {
    event.isClaimed = false;
    event.position += 1;
    this.#rest(event);
    if (isPending(event.delivery)) this.#enqueue(event);
    done();
  }

  #rest(event: SimulatedEvent): void {
    event.notices = 0;
    event.lookMs = undefined;
    const { delivery, position } = event;
    if (!isPending(delivery)) return;
    const due = { position, nextAttemptAt: delivery.nextAttemptAt, claimedUntil: null };
    this.dueIndex.add(event, this.time.msOf(lookAt(due, this.time.date).toISOString()));
  }

  #enqueue(event: SimulatedEvent): void {
    if (!isPending(event.delivery)) return;
    const delayMs = Math.max(0, this.time.msOf(event.delivery.nextAttemptAt) - this.time.ms);
    if (delayMs > MAX_DELAY_SECONDS * 1000) return;
    const hop = sampled(this.#options.quotas.queue, this.random);
    const group = event.endpoint.ownerId;
    const afterMs = Math.ceil(delayMs / 1000) * 1000 + hop;
    this.#senders.send({ event, attempt: event.position }, { group, afterMs });
  }
}
