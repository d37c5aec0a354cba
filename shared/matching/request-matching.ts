/** The matching of the tracks of a distribution request, as work that is due at once. */
import * as v from 'valibot';
import type { Write } from '../kit/table/write.ts';
import { firstDue } from '../kit/work/due.ts';
import type { WorkKind } from '../kit/work/kind.ts';
import { matchingWorkKey } from './keys.ts';
import { albumWork, MATCHING_QUEUE, type MatchingMessage } from './matching-message.ts';

const schema = v.object({ ...albumWork, requestId: v.string() });

export type RequestMatching = Readonly<v.InferOutput<typeof schema>>;

/** Names this work among all that falls due. Stored in rows: never change it. */
const TRACK_MATCHING = 'track-matching';

export const matchingWork: WorkKind<RequestMatching> = {
  name: TRACK_MATCHING,
  queueVariable: MATCHING_QUEUE,
  read: (row) => v.parse(schema, row),
  ownerOf: ({ ownerId }) => ownerId,
  message({ requestId, position }) {
    const body: MatchingMessage = { kind: 'request', id: requestId, attempt: position };
    return body;
  },
};

/**
 * Has the tracks of the album compared with the released catalogue, from the first on: a write of the transaction that
 * creates the request, or makes something else of a takedown.
 * @example save(store, [{ resource: distributionRequests, after }], [newMatching({ requestId, albumId, ownerId }, now)])
 */
export function newMatching(
  { requestId, albumId, ownerId }: Pick<RequestMatching, 'requestId' | 'albumId' | 'ownerId'>,
  now: Date,
): Write {
  const key = matchingWorkKey('request', requestId);
  const due = firstDue(TRACK_MATCHING, key, now);
  return { put: { ...key, requestId, albumId, ownerId, after: null, ...due } };
}
