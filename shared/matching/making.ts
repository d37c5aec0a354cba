/** One part of the work of an album: do it, and record where the next part begins, or that all is done. */
import type { Attempt, Making } from '../kit/work/attempt.ts';
import type { Work } from '../kit/work/define-work.ts';
import type { Due } from '../kit/work/due.ts';
import type { PartDone } from './part.ts';

/** A row of either kind of work. */
interface AlbumWork extends Due {
  readonly albumId: string;
  readonly after: string | null;
}

type PartLine = {
  readonly message: 'tracks.matched' | 'release.indexed';
  readonly albumId: string;
  /** The track after which the next part begins; null when all is done. */
  readonly next: string | null;
} & PartDone['line'];

interface Part<Row extends AlbumWork> {
  readonly says: PartLine['message'];
  readonly part: (attempt: Attempt<Row>) => Promise<PartDone>;
}

export const makingOf = <Row extends AlbumWork>(
  kind: Work<Row>,
  { says, part }: Part<Row>,
): Making<Row, PartLine> => ({
  kind,
  log: 'matching',
  async make(attempt) {
    const { claimed, lease, now } = attempt;
    await lease.takePlace();
    const { next, line: said } = await part(attempt);
    const line: PartLine = { message: says, albumId: claimed.albumId, next, ...said };
    if (next === null) return { is: 'done', line };
    return { is: 'again', next: { ...kind.next(claimed, now()), after: next }, line };
  },
});
