/** A change of a track's credits, with the steps before and after the transaction that saves the track. */
import type { Owned } from '../../kit/records/packed-lists.ts';
import type { Store } from '../../kit/records/store.ts';
import { newBlock } from '../../kit/table/ids.ts';
import type { Key } from '../../kit/table/keys.ts';
import type { Table } from '../../kit/table/table.ts';
import type { Write } from '../../kit/table/write.ts';
import type { Credit } from '../rules/credits.ts';
import { artistsNamed } from './credit-ids.ts';
import { creditGuardKey, creditListKey } from './credit-keys.ts';
import { type CreditList, creditLists } from './credit-lists.ts';
import { acquireReferences, type Guard, guardOf, referencedAmong, releaseReferences } from './references.ts';
import { replaceCredits } from './replace-credits.ts';

/** Maximum writes for credits in a transaction of 100. The others are for the track. */
const BUDGET = 30;

export interface CreditState {
  readonly list: CreditList;
  readonly guard: Guard;
}

export interface CreditChange {
  readonly writes: readonly Write[];
  readonly steps: {
    /** @returns false if the references changed, so the change must be decided again. */
    before(): Promise<boolean>;
    /** May be interrupted safely. @param isSaved whether the transaction was committed. */
    after(isSaved: boolean): Promise<void>;
  };
}

/** A new track has neither credits nor a guard. */
export const noCredits = (track: Owned): CreditState => ({
  list: creditLists.listOf(undefined, track),
  guard: undefined,
});

/** @returns the credits of a track as last written. */
export async function creditsOf(table: Table, track: Owned): Promise<CreditState> {
  const listKey = creditListKey(track.parentId);
  const guardKey = creditGuardKey(track.parentId);
  const rows = await table.getMany([listKey, guardKey], true);
  const at = (key: Key) => rows.find(({ sk }) => sk === key.sk);
  return { list: creditLists.listOf(at(listKey), track), guard: guardOf(at(guardKey)) };
}

/**
 * @param state of the track, read in the attempt that saves the change.
 * @param credits the new credits of the track. @param isLast whether the track is deleted.
 * @example
 * const { writes, steps } = await changeCredits(store, await creditsOf(table, track), { credits });
 * if (await steps.before()) await steps.after((await save(store, changes, writes)).is === 'saved');
 */
export async function changeCredits(
  store: Store,
  { list, guard }: CreditState,
  { credits, isLast = false }: { credits: readonly Credit[]; isLast?: boolean },
): Promise<CreditChange> {
  const { table, now } = store;
  const { parentId: trackId, items } = list;
  const named = artistsNamed(items);
  const added = [...artistsNamed(credits)].filter((artist) => !named.has(artist));
  const referenced = added.length > 0 ? await referencedAmong(table, trackId, added) : new Set<number>();
  const block = newBlock(now);
  const facts = { list, guard, credits, referenced, block, now, isLast, budget: BUDGET };
  const { writes, acquire, release, unusedBlocks } = replaceCredits(facts);
  return {
    writes,
    steps: {
      before: () => acquireReferences(store, trackId, acquire),
      async after(isSaved) {
        const unneeded = isSaved ? release : acquire;
        if (unneeded.length > 0) await releaseReferences(store, trackId, unneeded);
        if (isSaved && isLast) await creditLists.deleteBlocks(table, unusedBlocks);
      },
    },
  };
}
