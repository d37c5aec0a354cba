/** Write hooks of tracks, which delete the matches of a track with it. */
import { tracks } from '../catalogue/api/tracks.ts';
import type { Context } from '../kit/crud/context.ts';
import type { Feature } from '../kit/crud/feature.ts';
import { hooksOf, type Removal } from '../kit/crud/write/hooks.ts';
import { blocksOf } from '../kit/records/packed-lists.ts';
import { matchingDeclared } from './declared.ts';
import { matchLists } from './match-lists.ts';

export const matchingWritten: Feature = {
  ...matchingDeclared,
  hooks: { tracks: hooksOf(tracks, { remove: removeMatches }) },
};

async function removeMatches(
  { id, ownerId }: { readonly id: string; readonly ownerId: string },
  { table }: Pick<Context, 'table'>,
): Promise<Removal> {
  const list = await matchLists.read(table, { parentId: id, ownerId });
  const deleteBlocks = () => matchLists.deleteBlocks(table, blocksOf(list.items));
  return {
    // Write even an empty list, so that no matches are saved concurrently.
    writes: [matchLists.write(list, [])],
    // Outside the transaction, which may have no room. A block without a list is harmless.
    steps: { after: async (ending) => void (ending === 'saved' && (await deleteBlocks())) },
  };
}
