/** One part of the work of an album: claim it, do it, and record where the next part begins, or that all is done. */
import type { Key } from '../kit/table/keys.ts';
import type { Write } from '../kit/table/write.ts';
import { writeHeld, writeIf } from '../kit/work/claim.ts';
import { type Claimed, type Due, dueAttribute, dueAttributes, isHeld } from '../kit/work/due.ts';
import { hold, type NotDone } from '../kit/work/hold.ts';
import { enqueue, type WorkKind } from '../kit/work/kind.ts';
import { Overtaken } from '../kit/work/lease.ts';
import { comparePart } from './compare-part.ts';
import { indexPart } from './index-part.ts';
import { matchingWorkKey } from './keys.ts';
import type { Matching } from './matching.ts';
import type { MatchingMessage } from './matching-message.ts';
import type { PartDone } from './part.ts';
import { indexingWork } from './release-indexing.ts';
import { matchingWork } from './request-matching.ts';

/** A row of either kind of work. */
interface AlbumWork extends Due {
  readonly albumId: string;
  readonly after: string | null;
}

type DoPart<Row> = (row: Row, held: Write, matching: Matching) => Promise<PartDone>;

export type PartLine =
  | { readonly message: 'matching.skipped'; readonly outcome: NotDone }
  | ({
      readonly message: 'tracks.matched' | 'release.indexed';
      readonly albumId: string;
      /** The track after which the next part begins; null when all is done. */
      readonly next: string | null;
    } & PartDone['line']);

/**
 * @returns what the log says about it.
 * @throws on faults of the service: the message is redelivered.
 */
export const takePart = (message: MatchingMessage, matching: Matching): Promise<PartLine> =>
  message.kind === 'request'
    ? take(message, { kind: matchingWork, part: comparePart, says: 'tracks.matched' }, matching)
    : take(message, { kind: indexingWork, part: indexPart, says: 'release.indexed' }, matching);

interface Work<Row extends AlbumWork> {
  readonly kind: WorkKind<Row>;
  readonly part: DoPart<Row>;
  readonly says: 'tracks.matched' | 'release.indexed';
}

async function take<Row extends AlbumWork>(
  message: MatchingMessage,
  { kind, part, says }: Work<Row>,
  matching: Matching,
): Promise<PartLine> {
  const { table, now } = matching;
  const key = matchingWorkKey(message.kind, message.id);
  const { attempt } = message;
  const done = await hold(table, { kind, key, attempt, now }, async (claimed, lease) => {
    await lease.takePlace();
    const { next, line } = await part(claimed, { check: key, condition: isHeld(claimed) }, matching);
    if (next === null) {
      if (!(await writeHeld(table, claimed, { delete: key }))) throw new Overtaken();
    } else await goOn({ kind, key, claimed }, next, matching);
    return { message: says, albumId: claimed.albumId, next, ...line };
  });
  return typeof done === 'string' ? { message: 'matching.skipped', outcome: done } : done;
}

async function goOn<Row extends AlbumWork>(
  { kind, key, claimed }: { kind: WorkKind<Row>; key: Key; claimed: Claimed<Row> },
  after: string,
  { table, now }: Matching,
): Promise<void> {
  const due: Due = { position: claimed.position + 1, nextAttemptAt: now().toISOString(), claimedUntil: null };
  const values = Object.entries({ ...dueAttributes(kind.name, key, due), after });
  const changes = [...values.map(([set, to]) => ({ set, to })), { remove: dueAttribute('waits') }];
  const update = { update: key, with: changes };
  if (!(await writeIf(table, { ...update, condition: isHeld(claimed) }))) throw new Overtaken();
  await enqueue(kind, [{ ...claimed, ...due, after }], now());
}
