/** A change of a track's credits, with the steps before and after the transaction that saves the track. */
import type { Owned } from '../../kit/records/packed-lists.ts';
import type { Store } from '../../kit/records/store.ts';
import { newBlock } from '../../kit/table/ids.ts';
import type { Key } from '../../kit/table/keys.ts';
import type { Table } from '../../kit/table/table.ts';
import type { Write } from '../../kit/table/write.ts';
import type { Credit } from '../rules/credits.ts';
import { creditGuardKey, creditListKey } from './credit-keys.ts';
import { creditLists } from './credit-lists.ts';
import { acquireReferences, guardOf, referencedAmong, releaseReferences } from './references.ts';
import { type CreditState, replaceCredits } from './replace-credits.ts';

/** Maximum writes for credits in a transaction of 100. The others are for the track. */
const BUDGET = 30;

export interface CreditChange {
  readonly writes: readonly Write[];
  readonly steps: {
    /** @returns false if the references changed, so the change must be decided again. */
    before(store: Store): Promise<boolean>;
    /** May be interrupted safely. @param isSaved whether the transaction was committed. */
    after(store: Store, isSaved: boolean): Promise<void>;
  };
}

/** A new track has neither credits nor a guard. */
export const noCredits = (track: Owned, now: Date): CreditState => ({
  list: creditLists.listOf(undefined, track),
  guard: undefined,
  referenced: new Set(),
  block: newBlock(now),
});

/** @returns the credits of a track as last written. */
export async function creditsOf(
  { table, now }: Pick<Store, 'table' | 'now'>,
  track: Owned,
): Promise<CreditState> {
  const listKey = creditListKey(track.parentId);
  const guardKey = creditGuardKey(track.parentId);
  const rows = await table.getMany([listKey, guardKey], true);
  const at = (key: Key) => rows.find(({ sk }) => sk === key.sk);
  return {
    ...noCredits(track, now),
    list: creditLists.listOf(at(listKey), track),
    guard: guardOf(at(guardKey)),
  };
}

/** @param artists that new credits may name. Their references are read after the guard. */
export async function withReferences(
  table: Table,
  state: CreditState,
  artists: readonly number[],
): Promise<CreditState> {
  if (artists.length === 0) return state;
  return { ...state, referenced: await referencedAmong(table, state.list.parentId, artists) };
}

interface Changing {
  /** The new credits of the track. */
  readonly credits: readonly Credit[];
  readonly now: Date;
  /** Whether the track is deleted. */
  readonly isLast?: boolean;
  /** Maximum writes for credits in the transaction. Others follow it. */
  readonly budget?: number;
}

/**
 * @example
 * const { writes, steps } = changeCredits(await creditsOf(store, track), { credits, now });
 * if (!(await steps.before(store))) return 'again';
 * await steps.after(store, (await save(store, changes, writes)).is === 'saved');
 */
export function changeCredits(
  state: CreditState,
  { credits, now, isLast = false, budget = BUDGET }: Changing,
): CreditChange {
  const trackId = state.list.parentId;
  const facts = { ...state, credits, now, isLast, budget };
  const { writes, acquire, release, unusedBlocks } = replaceCredits(facts);
  return {
    writes,
    steps: {
      before: (store) => acquireReferences(store, trackId, acquire),
      async after(store, isSaved) {
        const unneeded = isSaved ? release : acquire;
        if (unneeded.length > 0) await releaseReferences(store, trackId, unneeded);
        if (isSaved && isLast) await creditLists.deleteBlocks(store.table, unusedBlocks);
      },
    },
  };
}
