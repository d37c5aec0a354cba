/** Claims an attempt and renews the claim while the work goes on, so that a claim can be short however long the work is. */
import { ConditionsFailed } from '../table/commit.ts';
import type { Key } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { type AttemptClaim, CLAIM_SECONDS, claim, claimExpiry, type NotClaimed } from './claim.ts';
import { dueAttribute as at, type Claimed, type Due, isHeld } from './due.ts';

/** Another function has taken the work over: what that one does counts. */
export class Overtaken extends Error {
  override name = 'Overtaken';
}

/** 'overtaken': the claim was lost during the work. */
export type NotDone = NotClaimed | 'overtaken';

/** A claim that is renewed. */
export interface Lease {
  /** Aborted when another function has taken over. */
  readonly lost: AbortSignal;
  /**
   * Renews the claim where it is older than a third of its time. Call it before writes that cannot be made conditional, and
   * between long computations, which keep timers from running.
   * @throws Overtaken, and faults of the service when the claim ends soon.
   */
  readonly keep: () => Promise<void>;
}

interface Holding<Row extends Due> extends Omit<AttemptClaim<Row>, 'now'> {
  readonly now: () => Date;
}

/**
 * Does the work of an attempt while its claim is held.
 * @returns what the work returns, or why it was not done.
 * @example
 * const done = await hold(table, { kind: validationWork, key, attempt, now }, (claimed) => validate(claimed));
 */
export async function hold<Row extends Due, T>(
  table: Table,
  request: Holding<Row>,
  work: (claimed: Claimed<Row>, lease: Lease) => Promise<T>,
): Promise<T | NotDone> {
  const { key, now } = request;
  const claimed = await claim(table, { ...request, now: now() });
  if (typeof claimed === 'string') return claimed;
  const lease = new RenewedLease(table, { key, claimed, now });
  try {
    return await work(claimed, lease);
  } catch (error) {
    if (error instanceof Overtaken) return 'overtaken';
    throw error;
  } finally {
    await lease.end();
  }
}

const RENEWED_MS = (CLAIM_SECONDS * 1000) / 3;

class RenewedLease implements Lease {
  readonly #table: Table;
  readonly #key: Key;
  readonly #now: () => Date;
  readonly #claimant: string;
  readonly #loss = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #expiresMs: number;
  #renewal: Promise<void> | undefined;

  constructor(
    table: Table,
    { key, claimed, now }: { readonly key: Key; readonly claimed: Claimed<Due>; readonly now: () => Date },
  ) {
    this.#table = table;
    this.#key = key;
    this.#now = now;
    this.#claimant = claimed.claimant;
    this.#expiresMs = Date.parse(claimed.claimedUntil);
    this.#timer = setInterval(() => {
      // The next renewal follows before the claim ends.
      this.#renewed().catch(() => {});
    }, RENEWED_MS);
  }

  get lost(): AbortSignal {
    return this.#loss.signal;
  }

  readonly keep = async (): Promise<void> => {
    const leftMs = () => this.#expiresMs - this.#now().getTime();
    if (leftMs() < 2 * RENEWED_MS) {
      await this.#renewed().catch((fault: unknown) => {
        if (leftMs() < RENEWED_MS) throw fault;
      });
    }
    if (this.lost.aborted) throw new Overtaken();
  };

  /** A function may be frozen once it has answered: no renewal is under way then. */
  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewal?.catch(() => {});
  }

  #renewed(): Promise<void> {
    this.#renewal ??= this.#renew().finally(() => {
      this.#renewal = undefined;
    });
    return this.#renewal;
  }

  async #renew(): Promise<void> {
    if (this.lost.aborted) return;
    const expires = claimExpiry(this.#now());
    const renewal = {
      update: this.#key,
      with: [{ set: at('claimedUntil'), to: expires.toISOString() }],
      condition: isHeld({ claimant: this.#claimant }),
    };
    try {
      await this.#table.commit([renewal]);
      this.#expiresMs = expires.getTime();
    } catch (error) {
      if (!(error instanceof ConditionsFailed)) throw error;
      this.#loss.abort();
    }
  }
}
