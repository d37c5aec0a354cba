/**
 * Both kinds of work of match-tracks on an album. Large albums are processed in parts, with one short message
 * for each, so that little is repeated after a crash.
 */
import * as v from 'valibot';
import type { Attempt, Worker } from '../kit/work/attempt.ts';
import type { Work } from '../kit/work/define-work.ts';
import type { Due } from '../kit/work/due.ts';
import type { WorkQueue } from '../kit/work/work-queue.ts';
import { matchingWorkKey } from './keys.ts';

export const TRACKS_PER_PART = 50;

export const matchingQueue = {
  name: 'Matching',
  consumer: 'match-tracks',
  mapping: 'TracksToMatch',
  concurrency: { standard: 10, prod: 20, local: 4 },
  rows: matchingWorkKey('*', '*').pk,
} as const satisfies WorkQueue;

export const albumWorkFields = {
  ownerId: v.string(),
  /** The last track that was processed; null at the beginning. */
  after: v.optional(v.nullable(v.string()), null),
} as const;

/** A row of either kind of work. */
interface AlbumWork extends Due {
  readonly albumId: string;
  readonly after: string | null;
}

/** The result of one part. */
export interface PartResult {
  /** The track before the next part; null after the last part. */
  readonly next: string | null;
  /** Fields of the log line. */
  readonly line: Readonly<Record<string, unknown>>;
}

type PartLine = PartResult['line'] & {
  readonly message: 'tracks.matched' | 'release.indexed';
  readonly albumId: string;
};

/** @param make processes one part. Then the row records where the next part begins, or all parts are done. */
export const albumWorker = <Row extends AlbumWork>(
  kind: Work<Row>,
  message: PartLine['message'],
  make: (attempt: Attempt<Row>) => Promise<PartResult>,
): Worker<Row, PartLine> => ({
  kind,
  log: 'matching',
  async make(attempt) {
    const { claimed, lease, now } = attempt;
    await lease.takeSlot();
    const { next, line } = await make(attempt);
    const wholeLine: PartLine = { message, albumId: claimed.albumId, next, ...line };
    if (next === null) return { is: 'done', line: wholeLine };
    return { is: 'again', next: { ...kind.next(claimed, now()), after: next }, line: wholeLine };
  },
});
