/** What is decided when tracks are written: the matches of a track are deleted with it. */
import { tracks } from '../catalogue/api/tracks.ts';
import type { Context } from '../kit/crud/context.ts';
import type { Feature } from '../kit/crud/feature.ts';
import { hooksOf, type Removal } from '../kit/crud/write/hooks.ts';
import { blocksOf } from '../kit/records/packed-lists.ts';
import { matchLists } from './match-lists.ts';

export const matchingWritten: Feature = {
  hooks: { tracks: hooksOf(tracks, { remove: removeMatches }) },
};

async function removeMatches(
  { id, ownerId }: { readonly id: string; readonly ownerId: string },
  { table }: Pick<Context, 'table'>,
): Promise<Removal> {
  const list = await matchLists.read(table, { parentId: id, ownerId });
  const deleteBlocks = () => matchLists.deleteBlocks(table, blocksOf(list.items));
  return {
    // Also without a list, so that none is written at the same time.
    writes: [matchLists.write(list, [])],
    // Not in the transaction, which may have no room for them: a block without a list leads nowhere.
    steps: { after: async (ending) => void (ending === 'saved' && (await deleteBlocks())) },
  };
}
