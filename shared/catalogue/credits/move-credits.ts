/** How the credits of tracks move to another stage, where their artists get references again. */
import * as v from 'valibot';
import { recordNeed } from '../../kit/moves/moved-file.ts';
import { packedFile } from '../../kit/moves/packed-file.ts';
import { problem } from '../../kit/values/problems.ts';
import { trackCredits } from '../api/track-credits.ts';
import { creditsFitting } from '../moved-facts.ts';
import { artistsNamed } from './credit-ids.ts';
import { creditLists } from './credit-lists.ts';
import { acquireReferences, referencedAmong } from './references.ts';

const credit = v.strictObject({
  id: v.pipe(v.number(), v.safeInteger()),
  role: v.string(),
  name: v.string(),
  position: v.number(),
  'artist-id': v.nullable(v.number()),
});

export const movedCredits = packedFile({
  type: trackCredits.type,
  parent: 'tracks',
  lists: creditLists,
  item: credit,
  fitting(track, items) {
    const { needs, offers } = creditsFitting(track, items.length);
    const named = Array.from(artistsNamed(items), (artist) => recordNeed('artists', String(artist)));
    return { needs: [...named, ...needs], offers };
  },
  inBlocks: (owner) => ({ owner }),
  async prepare(store, { parentId, items }) {
    const named = [...artistsNamed(items)];
    const referenced = await referencedAmong(store.table, parentId, named);
    const missing = named.filter((artist) => !referenced.has(artist));
    if (missing.length > 0 && !(await acquireReferences(store, parentId, missing)))
      throw problem('unknown_record', `The credits of track ${parentId} name an artist that does not exist.`);
  },
});
