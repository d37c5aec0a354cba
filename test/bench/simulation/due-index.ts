/** The due index and its sweep: pages of rows, all shards concurrently, at the speed of the function. */

import { dueShards } from '../../../shared/kit/work/due.ts';
import { ROWS_PER_PAGE } from '../../../shared/kit/work/sweep.ts';
import { nextLook } from '../../../shared/kit/work/sweep-round.ts';
import { isPending } from '../../../shared/webhooks/rules/webhook-delivery.ts';
import { DueHeap } from './due-heap.ts';
import type { Quotas } from './quotas.ts';
import type { SimulatedEvent } from './service.ts';
import type { VirtualTime } from './virtual-time.ts';

export class DueIndex {
  sweeps = 0;
  woken = 0;
  mostWoken = 0;
  longestSweepMs = 0;
  readUnits = 0;
  writeUnits = 0;
  readonly #time: VirtualTime;
  readonly #quotas: Quotas;
  readonly #wake: (event: SimulatedEvent) => void;
  readonly #shards = dueShards.map(() => new DueHeap<SimulatedEvent>());
  #next = 0;

  constructor(
    { time, quotas }: { time: VirtualTime; quotas: Quotas },
    wake: (event: SimulatedEvent) => void,
  ) {
    this.#time = time;
    this.#quotas = quotas;
    this.#wake = wake;
    this.#sweepRegularly();
  }

  add(event: SimulatedEvent, lookMs: number): void {
    event.lookMs = lookMs;
    this.#next = (this.#next + 1) % this.#shards.length;
    this.#shards[this.#next]?.push(lookMs, event);
  }

  #sweepRegularly(): void {
    this.#sweep();
    this.#time.after(this.#quotas.sweepSeconds * 1000, () => this.#sweepRegularly());
  }

  #sweep(): void {
    const until = this.#time.ms;
    const limitMs = this.#quotas.sweepTimeLimitSeconds * 1000;
    let rows = 0;
    let isMore = true;
    let atMs = 0;
    while (isMore && atMs < limitMs) {
      isMore = false;
      for (const shard of this.#shards) {
        const page = this.#page(shard, until);
        isMore ||= page.length === ROWS_PER_PAGE;
        rows += page.length;
        atMs = (rows / this.#quotas.sweptRowsPerSecond) * 1000;
        if (page.length > 0) this.#time.after(atMs, () => this.#wakePage(page, until));
      }
    }
    this.sweeps += 1;
    this.mostWoken = Math.max(this.mostWoken, rows);
    this.longestSweepMs = Math.max(this.longestSweepMs, atMs);
  }

  /** Entries whose rows were written in the meantime are no longer there. */
  #page(shard: DueHeap<SimulatedEvent>, until: number): SimulatedEvent[] {
    const page: SimulatedEvent[] = [];
    // A query reads eight entries of an index with a unit, and each row takes one.
    this.readUnits += 0.5;
    while (page.length < ROWS_PER_PAGE && (shard.next() ?? Number.POSITIVE_INFINITY) <= until) {
      const entry = shard.pop();
      if (entry && entry.item.lookMs === entry.time) page.push(entry.item);
    }
    this.readUnits += page.length * (1 + 1 / 50);
    return page;
  }

  #wakePage(page: readonly SimulatedEvent[], sweptMs: number): void {
    for (const event of page) this.#wakeOne(event, sweptMs);
  }

  #wakeOne(event: SimulatedEvent, sweptMs: number): void {
    const { delivery } = event;
    if (!isPending(delivery) || event.lookMs === undefined || event.lookMs > sweptMs) return;
    if (!event.isClaimed) {
      this.#wake(event);
      this.woken += 1;
      // The row, and its place in the index.
      this.writeUnits += 3;
    }
    const next = nextLook(this.#time.msOf(delivery.nextAttemptAt), this.#time.date, event.notices);
    if (!event.isClaimed) event.notices += 1;
    this.add(event, this.#time.msOf(next.toISOString()));
  }
}
