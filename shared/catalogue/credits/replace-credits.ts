/** Plans the replacement of a track's credits: writes of its transaction, and work before and after it. */
import { isDeepStrictEqual } from 'node:util';
import { blocksOf } from '../../kit/records/packed-lists.ts';
import type { Write } from '../../kit/table/write.ts';
import type { Credit } from '../rules/credits.ts';
import { artistsNamed, withIds } from './credit-ids.ts';
import { type CreditList, creditLists } from './credit-lists.ts';
import { addReference, type Guard, guardWrite, removeReference } from './references.ts';

/** The credits of a track and what is known of their references, in the attempt that saves a change. */
export interface CreditState {
  /** The current credits and their guard, both read before the references. */
  readonly list: CreditList;
  readonly guard: Guard;
  /** Artists that the credits do not name yet, and that already have a reference. */
  readonly referenced: ReadonlySet<number>;
  /** Supplies the ids of new credits. */
  readonly block: number;
}

export interface Replacement extends CreditState {
  readonly credits: readonly Credit[];
  readonly now: Date;
  /** Maximum writes for credits in the transaction. */
  readonly budget: number;
  /** The track is deleted, so no unused block stays in the list for a later write. */
  readonly isLast: boolean;
}

export interface ReplacementWrites {
  readonly writes: readonly Write[];
  /** Artists that need a reference before the transaction, and artists that can lose theirs afterwards. */
  readonly acquire: readonly number[];
  readonly release: readonly number[];
  /** Blocks of ids whose rows are left for later. */
  readonly unusedBlocks: readonly number[];
}

/** Blocks deleted per transaction. The others stay in the list for the next write. */
const MAX_BLOCKS_DELETED = 20;

/**
 * @returns only a check if the credits do not change. The track, which is saved with their number, can have been read
 * after another request had changed them.
 */
export function replaceCredits(replacement: Replacement): ReplacementWrites {
  const { list, credits, block, budget, now } = replacement;
  const after = withIds(credits, { before: list.items, block });
  const unused = unusedBlocks(list, after);
  if (isDeepStrictEqual(after, list.items) && unused.length === 0)
    return { writes: [creditLists.unchangedCheck(list)], acquire: [], release: [], unusedBlocks: [] };
  const named = artistsNamed(list.items);
  const toName = artistsNamed(after);
  const added = [...toName].filter((artist) => !named.has(artist));
  const removed = [...named].filter((artist) => !toName.has(artist));
  const first = [
    ...(blocksOf(after).has(block) ? [creditLists.takeBlock(list, block, { owner: list.ownerId })] : []),
    ...(added.length > 0 ? [guardWrite(list.parentId, replacement)] : []),
  ];
  const references = referenceWrites(replacement, { added, removed });
  // The list and its journal.
  const { length: own } = creditLists.write(list, after, { now });
  const isSmall = own + first.length + references.length <= budget;
  const writes = isSmall ? [...first, ...references] : first;
  const room = Math.min(MAX_BLOCKS_DELETED, Math.max(0, budget - own - writes.length));
  const rest = unused.slice(room);
  return {
    writes: [
      ...creditLists.write(list, after, { now, unusedBlocks: replacement.isLast ? [] : rest }),
      ...writes,
      ...creditLists.freeBlocks(unused.slice(0, room)),
    ],
    acquire: isSmall ? [] : added.filter((artist) => !replacement.referenced.has(artist)),
    release: isSmall ? [] : removed,
    unusedBlocks: rest,
  };
}

function unusedBlocks(list: CreditList, kept: CreditList['items']): number[] {
  const used = blocksOf(kept);
  return [...new Set([...list.unusedBlocks, ...blocksOf(list.items)])].filter((each) => !used.has(each));
}

/** A reference read after the guard exists as long as the guard is unchanged. */
function referenceWrites(
  { list: { parentId: trackId }, referenced }: Replacement,
  { added, removed }: { added: readonly number[]; removed: readonly number[] },
): Write[] {
  return [
    ...added.flatMap((artist) => (referenced.has(artist) ? [] : addReference(trackId, artist))),
    ...removed.flatMap((artist) => removeReference(trackId, artist)),
  ];
}
