/** A change of a track's credits: what the transaction of the track takes along, and what is done before and after it. */
import type { Credit } from '../domain/credits.ts';
import type { Store } from '../records/store.ts';
import { creditBlockKey, creditGuardKey, creditListKey } from '../table/credit-keys.ts';
import { newBlock } from '../table/ids.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/write.ts';
import { artistsNamed, type CreditList, creditListOf, isCreditList } from './credit-list.ts';
import { acquireReferences, type Guard, guardOf, referencedAmong, releaseReferences } from './references.ts';
import { replaceCredits } from './replace-credits.ts';

/** Rows of a transaction of 100 that a change of credits may take: the others are for the track. */
const BUDGET = 30;
const MAX_PER_TRANSACTION = 100;

export interface CreditState {
  readonly list: CreditList;
  readonly guard: Guard;
}

export interface CreditChange {
  readonly writes: readonly Write[];
  readonly steps: {
    /** To be done before the transaction. @returns false when something has changed: decide again. */
    before(): Promise<boolean>;
    /** To be done after it; an interruption does no harm. @param isSaved whether it was committed. */
    after(isSaved: boolean): Promise<void>;
  };
}

type Place = Pick<CreditList, 'trackId' | 'ownerId'>;

/** A track that does not exist yet has neither credits nor a guard. */
export const noCredits = (place: Place): CreditState => ({
  list: creditListOf(undefined, place),
  guard: undefined,
});

/** @returns the credits of a track as last written. */
export async function creditsOf(table: Table, place: Place): Promise<CreditState> {
  const { trackId } = place;
  const rows = await table.getMany([creditListKey(trackId), creditGuardKey(trackId)], true);
  const guard = rows.find(({ sk }) => sk === creditGuardKey(trackId).sk);
  return { list: creditListOf(rows.find(isCreditList), place), guard: guardOf(guard) };
}

/**
 * @param state of the track, read in the attempt that will save the change.
 * @param credits that the track is to have. @param isLast the track is deleted.
 * @example
 * const { writes, steps } = await changeCredits(store, await creditsOf(table, place), { credits });
 * if (await steps.before()) await steps.after((await save(store, changes, writes)).is === 'saved');
 */
export async function changeCredits(
  store: Store,
  { list, guard }: CreditState,
  { credits, isLast = false }: { credits: readonly Credit[]; isLast?: boolean },
): Promise<CreditChange> {
  const { table, now } = store;
  const { trackId } = list;
  const named = artistsNamed(list.credits);
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
        if (isSaved && isLast) await deleteBlocks(table, unusedBlocks);
      },
    },
  };
}

async function deleteBlocks(table: Table, blocks: readonly number[]): Promise<void> {
  const writes = blocks.map((block): Write => ({ delete: creditBlockKey(String(block)) }));
  for (let start = 0; start < writes.length; start += MAX_PER_TRANSACTION)
    await table.commit(writes.slice(start, start + MAX_PER_TRANSACTION));
}
