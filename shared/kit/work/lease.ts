/** Renews a claim and its slot every 15 seconds. */
import { environment } from '../../platform/settings.ts';
import { sentInTime } from '../table/client.ts';
import { ConditionsFailed, failedConditions } from '../table/commit.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/write.ts';
import { type AttemptClaim, CLAIM_SECONDS, claimExpiry } from './claim.ts';
import { dueAttribute as at, type Claimed, type Due, isHeld } from './due.ts';
import {
  keepSlot,
  leaveSlot,
  markSlow,
  type OwnerSlots,
  SLOW_WORK,
  slowSlots,
  type TakenSlot,
  takeSlot,
} from './slots.ts';
import { queueVariable } from './work-queue.ts';

/** Another function has taken over the work, and only its outcome counts. */
export class Overtaken extends Error {
  override name = 'Overtaken';
}

/** Maximum writes of `commitHeld`, because its check also counts. */
export const MAX_HELD_WRITES = 99;

/** @param held checks the claim. @throws Overtaken if another function has it. */
export async function commitHeld(table: Table, writes: readonly Write[], held: Write): Promise<void> {
  try {
    await table.commit([...writes, held]);
  } catch (error) {
    if (error instanceof ConditionsFailed && error.failed.has(held)) throw new Overtaken();
    throw error;
  }
}

/**
 * Makes writes that cannot be conditional. None is sent after the claim has expired, because `keep` leaves it
 * more time than a call is sent for.
 * @throws Overtaken
 */
export async function writeInTime({ keep }: Pick<Lease, 'keep'>, write: () => Promise<void>): Promise<void> {
  await keep();
  await sentInTime(write);
}

/** Other work has all slots, or must end first. */
export class NoSlot extends Error {
  override name = 'NoSlot';
}

export interface Lease {
  /** Aborted when another function takes over. */
  readonly lost: AbortSignal;
  /**
   * Renews the claim after a third of its lifetime. Call it before writes that cannot be conditional, and
   * between long computations, which block timers.
   * @throws Overtaken, and faults of the service if the claim expires soon.
   */
  readonly keep: () => Promise<void>;
  /** Call it before long work. @throws NoSlot, which postpones the attempt without counting it. */
  readonly takeSlot: () => Promise<void>;
  /**
   * Call it when the work turns out to wait for a slow server. All owners share these slots. Otherwise, a
   * few owners with slow servers could take all slots. For some minutes, `takeSlot` then also takes such a
   * slot for other work of the owner.
   * @throws NoSlot
   */
  readonly takeSlowSlot: () => Promise<void>;
}

export interface Holding<Row extends Due> extends Omit<AttemptClaim<Row>, 'now'> {
  readonly now: () => Date;
  /** From 0 to 1. */
  readonly random?: () => number;
}

const RENEWED_MS = (CLAIM_SECONDS * 1000) / 3;

export class RenewedLease<Row extends Due> implements Lease {
  readonly #table: Table;
  readonly #request: Holding<Row>;
  readonly #claimed: Claimed<Row>;
  readonly #loss = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #expiresMs: number;
  #renewal: Promise<void> | undefined;
  readonly #taken: TakenSlot[] = [];

  constructor(table: Table, request: Holding<Row>, claimed: Claimed<Row>) {
    this.#table = table;
    this.#request = request;
    this.#claimed = claimed;
    this.#expiresMs = Date.parse(claimed.claimedUntil);
    this.#timer = setInterval(() => {
      // There is time for another renewal before the claim expires.
      this.#renewOnce().catch(() => {});
    }, RENEWED_MS);
  }

  get lost(): AbortSignal {
    return this.#loss.signal;
  }

  readonly keep = async (): Promise<void> => {
    const leftMs = () => this.#expiresMs - this.#request.now().getTime();
    if (leftMs() < 2 * RENEWED_MS) {
      await this.#renewOnce().catch((fault: unknown) => {
        if (leftMs() < RENEWED_MS) throw fault;
      });
    }
    if (this.lost.aborted) throw new Overtaken();
  };

  readonly takeSlot = async (): Promise<void> => {
    const own = this.#ownSlots();
    if (!own) return;
    const { isSlow } = await this.#take(own);
    if (isSlow) await this.#take(this.#slots({ ownerId: SLOW_WORK, count: slowSlots(own.count) }));
  };

  readonly takeSlowSlot = async (): Promise<void> => {
    const own = this.#ownSlots();
    if (!own) return;
    await markSlow(this.#table, own, this.#request.now());
    const isTaken = this.#taken.some(({ slots }) => slots.ownerId === SLOW_WORK);
    if (!isTaken) await this.#take(this.#slots({ ownerId: SLOW_WORK, count: slowSlots(own.count) }));
  };

  #ownSlots(): OwnerSlots | undefined {
    const ownerId = this.#request.kind.ownerOf(this.#claimed);
    if (ownerId === null) return undefined;
    return this.#slots({ ownerId, count: Number(environment('SLOTS_PER_OWNER')) });
  }

  #slots(of: Pick<OwnerSlots, 'ownerId' | 'count'>): OwnerSlots {
    return { queue: queueVariable(this.#request.kind.queue), ...of };
  }

  async #take(slots: OwnerSlots): Promise<TakenSlot> {
    const { now, random = Math.random } = this.#request;
    const moment = now();
    const expires = new Date(this.#expiresMs);
    const taking = { claimant: this.#claimed.claimant, now: moment, expires, random: random() };
    const slot = await takeSlot(this.#table, slots, taking);
    if (!slot) throw new NoSlot();
    this.#taken.push(slot);
    return slot;
  }

  /** Waits for pending calls, because Lambda may freeze the process after the response. */
  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewal?.catch(() => {});
    // Slots that could not be left become free when the claim expires.
    for (const slot of this.#taken) await leaveSlot(this.#table, slot).catch(() => {});
  }

  #renewOnce(): Promise<void> {
    this.#renewal ??= this.#renew().finally(() => {
      this.#renewal = undefined;
    });
    return this.#renewal;
  }

  async #renew(): Promise<void> {
    if (this.lost.aborted) return;
    const expires = claimExpiry(this.#request.now());
    const renewal = {
      update: this.#request.key,
      with: [{ set: at('claimedUntil'), to: expires.toISOString() }],
      condition: isHeld(this.#claimed),
    };
    if (await failedConditions(this.#table.commit([renewal]))) this.#loss.abort();
    else this.#expiresMs = expires.getTime();
    if (this.lost.aborted) return;
    for (const slot of this.#taken) await keepSlot(this.#table, slot, expires);
  }
}
