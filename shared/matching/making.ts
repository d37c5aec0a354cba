/** Processes one part of an album, and records where the next part begins or that all parts are done. */
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
  /** The track before the next part; null if all parts are done. */
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
