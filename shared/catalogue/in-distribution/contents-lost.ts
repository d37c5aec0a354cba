/**
 * Albums count what their tracks lose (a main artist, audio or a video master). An approval checks this
 * count, because the tracks themselves are too many for one transaction. The count never decreases.
 */
import { countWrite } from '../../kit/records/counts.ts';
import type { HeldLinkings } from '../../kit/records/linked-records.ts';
import { type Condition, equal } from '../../kit/table/expressions.ts';
import { recordKey } from '../../kit/table/keys.ts';
import type { Write } from '../../kit/table/write.ts';
import type { Album } from '../api/albums.ts';

/** Stored beside the counts that follow from the declarations. */
const LOST = 'contents-lost';

const lossOn = (album: string): Write => countWrite(recordKey('albums', album), LOST, 1);

/** Counts a loss on each album of a track. @returns writes that also check that the albums are the same. */
export const lossesOf = ({ linkings, unchanged }: HeldLinkings): Write[] => [
  ...unchanged,
  ...linkings.flatMap(({ ids: { album } }) => (album ? [lossOn(album)] : [])),
];

/** Checks that no track of the album has lost anything since the album was read. */
export function nothingLost({ id, counts = {} }: Pick<Album, 'id' | 'counts'>): Write {
  const path = ['counts', LOST] as const;
  const count = counts[LOST] ?? 0;
  const none: Condition = { any: [{ missing: path }, equal(path, 0)] };
  return { check: recordKey('albums', id), condition: count === 0 ? none : equal(path, count) };
}
