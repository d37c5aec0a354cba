/**
 * The slots of owners on a virtual clock: one owner's slow work beside that of another, at the consumer of a
 * queue with AWS's quotas. The limit and the waits are those of the service.
 */
import { slotsPerOwner, type WorkQueueName } from '../../../infra/queues/work-queues.ts';
import type { StageConfig } from '../../../infra/stages/stage-config.ts';
import { listeningLimits } from '../../../shared/audio/limits.ts';
import { waitSeconds } from '../../../shared/kit/work/hold.ts';
import { slowSlots } from '../../../shared/kit/work/slots.ts';
import { SeededRandom } from '../../support/catalogue/random.ts';
import { awsQuotas, type Quotas, sampled } from './quotas.ts';
import { quantile } from './scenarios.ts';
import { Senders } from './senders.ts';
import { VirtualTime } from './virtual-time.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

interface Work {
  readonly group: string;
  readonly announcedMs: number;
  /** How long its server takes. */
  readonly lastsMs: number;
  waits: number;
}

export interface Scenario {
  readonly queue: WorkQueueName;
  /** Pieces of each slow owner's work, all announced at the beginning. */
  readonly slow: number;
  readonly owners?: number;
  readonly slowMs: number;
  /** False: an owner may have all invocations. */
  readonly hasSlots?: boolean;
  /** True: slow servers share slots, as those of audio do. */
  readonly hasSlowSlots?: boolean;
  /** When a server counts as slow. By default, as those of audio do. */
  readonly slowAfterMs?: number;
  readonly seed?: number;
}

export interface Beside {
  readonly medianMs: number;
  readonly p99Ms: number;
  /** Invocations that the slow owner had at the same time. */
  readonly slowInFlight: number;
}

const QUICK_MS = 300;

interface Limits {
  /** Of each owner. */
  readonly slots: number;
  /** Of all slow servers together. */
  readonly slow: number;
  readonly slowAfterMs: number;
  readonly seed: number;
}

class Consumer {
  readonly time = new VirtualTime();
  /** How long each piece of work took from its announcement, by owner. */
  readonly took = new Map<string, number[]>();
  readonly most = new Map<string, number>();
  readonly #quotas: Quotas;
  readonly #slots: number;
  readonly #slowSlots: number;
  readonly #slowAfterMs: number;
  #slowInUse = 0;
  /** Owners whose server was found to be slow. */
  readonly #slow = new Set<string>();
  readonly #random: SeededRandom;
  readonly #senders: Senders<{ readonly work: Work }>;
  readonly #inUse = new Map<string, number>();

  constructor(quotas: Quotas, { slots, slow, slowAfterMs, seed }: Limits) {
    this.#quotas = quotas;
    this.#slots = slots;
    this.#slowSlots = slow;
    this.#slowAfterMs = slowAfterMs;
    this.#random = new SeededRandom(seed);
    this.#senders = new Senders({ time: this.time, quotas }, ({ work }, done) => this.#process(work, done));
  }

  random = (): number => this.#random.next();

  announce(group: string, lastsMs: number): void {
    const work = { group, announcedMs: this.time.ms, lastsMs, waits: 0 };
    const { stream, queue } = this.#quotas;
    this.#send(work, sampled(stream, this.random) + sampled(queue, this.random));
  }

  #send(work: Work, afterMs: number): void {
    this.#senders.send({ work }, { group: work.group, afterMs });
  }

  /** Two calls claim the work and take the place. */
  #process(work: Work, done: () => void): void {
    this.time.after(this.#tableMs(2), () => {
      const inUse = this.#inUse.get(work.group) ?? 0;
      const isFull = this.#isSlow(work) && this.#slowInUse >= this.#slowSlots;
      if (inUse >= this.#slots || isFull) this.#wait(work, done);
      else this.#do(work, done);
    });
  }

  #wait(work: Work, done: () => void): void {
    const waitMs = waitSeconds(work.waits, this.random()) * SECOND;
    work.waits += 1;
    this.time.after(this.#tableMs(1), done);
    this.#send(work, Math.ceil(waitMs / SECOND) * SECOND + sampled(this.#quotas.queue, this.random));
  }

  #do(work: Work, done: () => void): void {
    const { group, lastsMs } = work;
    this.#count(group, 1);
    this.most.set(group, Math.max(this.most.get(group) ?? 0, this.#inUse.get(group) ?? 0));
    if (this.#isSlow(work)) this.#endSlow(work, lastsMs, done);
    else if (lastsMs <= this.#slowAfterMs) this.#end(work, lastsMs, done);
    else
      this.time.after(this.#slowAfterMs, () => {
        this.#slow.add(group);
        if (this.#slowInUse < this.#slowSlots) return this.#endSlow(work, lastsMs - this.#slowAfterMs, done);
        this.#count(group, -1);
        this.#wait(work, done);
      });
  }

  /** The work of owners with slow servers lasts for less than their marks do. */
  #isSlow({ group }: Work): boolean {
    return this.#slow.has(group);
  }

  #endSlow(work: Work, leftMs: number, done: () => void): void {
    this.#slowInUse += 1;
    this.#end(work, leftMs, () => {
      this.#slowInUse -= 1;
      done();
    });
  }

  #end({ group, announcedMs }: Work, leftMs: number, done: () => void): void {
    this.time.after(leftMs + this.#tableMs(2), () => {
      this.#count(group, -1);
      this.took.set(group, [...(this.took.get(group) ?? []), this.time.ms - announcedMs]);
      done();
    });
  }

  #count(group: string, by: 1 | -1): void {
    this.#inUse.set(group, (this.#inUse.get(group) ?? 0) + by);
  }

  #tableMs(calls: number): number {
    let ms = 0;
    for (let call = 0; call < calls; call++) ms += sampled(this.#quotas.table, this.random);
    return ms;
  }
}

/**
 * @returns how long the work of another owner takes, a piece every two seconds, beside that of the slow ones.
 */
export function besideSlowWork(
  { concurrency }: Pick<StageConfig, 'concurrency'>,
  { queue, slow, owners = 1, slowMs, hasSlots = true, hasSlowSlots = false, slowAfterMs, seed = 1 }: Scenario,
): Beside {
  const senders = concurrency[queue];
  const slots = hasSlots ? slotsPerOwner(senders) : senders;
  const quotas = { ...awsQuotas, senders, firstSenders: Math.min(senders, awsQuotas.firstSenders) };
  const ofSlow = hasSlowSlots ? slowSlots(slotsPerOwner(senders)) : senders;
  const run = new Consumer(quotas, {
    ...{ slots, slow: ofSlow, seed },
    slowAfterMs: slowAfterMs ?? listeningLimits.slowAfterMs,
  });
  for (let piece = 0; piece < slow; piece++)
    for (let owner = 0; owner < owners; owner++) run.announce(`slow-${owner}`, slowMs);
  for (let ms = 10 * SECOND; ms < 5 * MINUTE; ms += 2 * SECOND)
    run.time.after(ms, () => run.announce('quick', QUICK_MS));
  run.time.run(30 * MINUTE);
  const took = run.took.get('quick') ?? [];
  return {
    medianMs: quantile(took, 0.5),
    p99Ms: quantile(took, 0.99),
    slowInFlight: run.most.get('slow-0') ?? 0,
  };
}
