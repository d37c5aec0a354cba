/** The indexing of the tracks of an album that was released, or taken down, as work that is due at once. */
import * as v from 'valibot';
import type { Write } from '../kit/table/write.ts';
import { firstDue } from '../kit/work/due.ts';
import type { WorkKind } from '../kit/work/kind.ts';
import { matchingWorkKey } from './keys.ts';
import { albumWork, MATCHING_QUEUE, type MatchingMessage } from './matching-message.ts';

const schema = v.object({ ...albumWork, isReleased: v.boolean() });

export type ReleaseIndexing = Readonly<v.InferOutput<typeof schema>>;

/** Names this work among all that falls due. Stored in rows: never change it. */
const RELEASE_INDEXING = 'release-indexing';

export const indexingWork: WorkKind<ReleaseIndexing> = {
  name: RELEASE_INDEXING,
  queueVariable: MATCHING_QUEUE,
  read: (row) => v.parse(schema, row),
  ownerOf: ({ ownerId }) => ownerId,
  message({ albumId, position }) {
    const body: MatchingMessage = { kind: 'release', id: albumId, attempt: position };
    return body;
  },
};

/**
 * Makes the index of released tracks agree with the album: a write of the transaction in which a request of the album
 * becomes `sent`, or the album `taken_down`. It replaces the work of an earlier transaction, which stops.
 * @param release `isReleased` false takes the album's tracks out of the index.
 * @example save(store, changes, [newIndexing({ albumId, ownerId, isReleased: true }, now)])
 */
export function newIndexing(
  { albumId, ownerId, isReleased }: Pick<ReleaseIndexing, 'albumId' | 'ownerId' | 'isReleased'>,
  now: Date,
): Write {
  const key = matchingWorkKey('release', albumId);
  return {
    put: { ...key, albumId, ownerId, isReleased, after: null, ...firstDue(RELEASE_INDEXING, key, now) },
  };
}
