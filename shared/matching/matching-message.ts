/** The message that asks match-tracks for the next part of its work. */
import * as v from 'valibot';
import { workOwner } from '../kit/work/due.ts';

const schema = v.object({
  /** 'request': match the tracks of the request with this id. 'release': index those of the album with this id. */
  kind: v.picklist(['request', 'release']),
  id: v.string(),
  /** The `position` of the row when the message was sent. */
  attempt: v.pipe(v.number(), v.integer(), v.minValue(0)),
});

export type MatchingMessage = Readonly<v.InferOutput<typeof schema>>;

/** The body of a message in the matching queue. */
export const matchingMessageSchema = v.pipe(v.string(), v.parseJson(undefined, 'not JSON'), schema);

/** The work of both kinds goes through one queue. */
export const MATCHING_QUEUE = 'MATCHING_QUEUE_URL';

/** What rows of both kinds have: the members of Due, the album, and where the work goes on. */
export const albumWork = {
  albumId: v.string(),
  ownerId: workOwner,
  /** The last track whose work is done; null at the beginning. */
  after: v.nullable(v.string()),
  position: v.pipe(v.number(), v.integer(), v.minValue(0)),
  nextAttemptAt: v.string(),
  claimedUntil: v.nullable(v.string()),
} as const;
