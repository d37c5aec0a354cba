/** Renews a claim and its place every 15 seconds. */
import { environment } from '../../platform/settings.ts';
import { sentInTime } from '../table/client.ts';
import { ConditionsFailed, failedConditions } from '../table/commit.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/write.ts';
import { type AttemptClaim, CLAIM_SECONDS, claimExpiry } from './claim.ts';
import { dueAttribute as at, type Claimed, type Due, isHeld } from './due.ts';
import {
  keepPlace,
  leavePlace,
  markSlow,
  type OwnerPlaces,
  SLOW_WORK,
  slowPlaces,
  type TakenPlace,
  takePlace,
} from './places.ts';
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

/** Other work has all places, or must end first. */
export class NoPlace extends Error {
  override name = 'NoPlace';
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
  /** Call it before long work. @throws NoPlace, which postpones the attempt without counting it. */
  readonly takePlace: () => Promise<void>;
  /**
   * Call it when the work turns out to wait for a slow server. All owners share these places. Otherwise, a
   * few owners with slow servers could take all places. For some minutes, `takePlace` then also takes such a
   * place for other work of the owner.
   * @throws NoPlace
   */
  readonly takeSlowPlace: () => Promise<void>;
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
  readonly #taken: TakenPlace[] = [];

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

  readonly takePlace = async (): Promise<void> => {
    const own = this.#ownPlaces();
    if (!own) return;
    const { isSlow } = await this.#take(own);
    if (isSlow) await this.#take(this.#places({ ownerId: SLOW_WORK, count: slowPlaces(own.count) }));
  };

  readonly takeSlowPlace = async (): Promise<void> => {
    const own = this.#ownPlaces();
    if (!own) return;
    await markSlow(this.#table, own, this.#request.now());
    const isTaken = this.#taken.some(({ places }) => places.ownerId === SLOW_WORK);
    if (!isTaken) await this.#take(this.#places({ ownerId: SLOW_WORK, count: slowPlaces(own.count) }));
  };

  #ownPlaces(): OwnerPlaces | undefined {
    const ownerId = this.#request.kind.ownerOf(this.#claimed);
    if (ownerId === null) return undefined;
    return this.#places({ ownerId, count: Number(environment('PLACES_PER_OWNER')) });
  }

  #places(of: Pick<OwnerPlaces, 'ownerId' | 'count'>): OwnerPlaces {
    return { queue: queueVariable(this.#request.kind.queue), ...of };
  }

  async #take(places: OwnerPlaces): Promise<TakenPlace> {
    const { now, random = Math.random } = this.#request;
    const moment = now();
    const expires = new Date(this.#expiresMs);
    const taking = { claimant: this.#claimed.claimant, now: moment, expires, random: random() };
    const place = await takePlace(this.#table, places, taking);
    if (!place) throw new NoPlace();
    this.#taken.push(place);
    return place;
  }

  /** Waits for pending calls, because Lambda may freeze the process after the response. */
  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewal?.catch(() => {});
    // Places that could not be left become free when the claim expires.
    for (const place of this.#taken) await leavePlace(this.#table, place).catch(() => {});
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
    for (const place of this.#taken) await keepPlace(this.#table, place, expires);
  }
}
