/** The matches of a track go with it. */
import type { Context } from '../../shared/crud/context.ts';
import type { Removal } from '../../shared/crud/write/hooks.ts';
import { listWrite, matchListOf } from '../../shared/matching/match-list.ts';
import { blocksOf } from '../../shared/matching/replace-matches.ts';
import { matchBlockKey, matchListKey } from '../../shared/table/matching-keys.ts';

export async function removeMatches(
  { id: trackId, ownerId }: { readonly id: string; readonly ownerId: string },
  { table }: Pick<Context, 'table'>,
): Promise<Removal> {
  const list = matchListOf(await table.get(matchListKey(trackId)), { trackId, ownerId });
  const blocks = [...blocksOf(list.matches)].map((block) => ({ delete: matchBlockKey(String(block)) }));
  return {
    // Also without a list, so that none is written at the same moment.
    writes: [listWrite(list, [])],
    // Not in the transaction, which may have no room for them: a block without a list leads nowhere.
    steps: { after: async (ending) => void (ending === 'saved' && (await table.commit(blocks))) },
  };
}
