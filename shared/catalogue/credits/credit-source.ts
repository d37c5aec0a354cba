/** The source of track-credits, which reads them from the rows of their tracks. */
import type { RecordSource } from '../../kit/declare/record-source.ts';
import type { Viewing } from '../../kit/declare/view.ts';
import { creditedOn } from './credit-keys.ts';
import { creditLists, creditRecord } from './credit-lists.ts';

const source = creditLists.source(creditRecord);

export const creditSource: RecordSource = {
  ...source,
  async linking(ownerId, { relationship, ids }, viewing) {
    if (relationship === 'track') return source.linking(ownerId, { relationship, ids }, viewing);
    const tracks = await tracksReferring(ids, viewing);
    const credits = await creditLists.ofParents(tracks, viewing);
    // Check the rows of the tracks, because references can be stale or belong to another owner.
    return credits
      .filter(({ list, item }) => list.ownerId === ownerId && ids.includes(String(item['artist-id'])))
      .map(creditRecord);
  },
};

async function tracksReferring(artistIds: readonly string[], { table }: Viewing): Promise<string[]> {
  const tracks = artistIds.map(async (id) => {
    const { partition, prefix } = creditedOn(id);
    const rows = await table.query({ partition, prefix });
    return rows.map(({ sk }) => String(sk).slice(prefix.length));
  });
  return (await Promise.all(tracks)).flat();
}
