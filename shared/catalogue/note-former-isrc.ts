/** Keeps the code with which a store got a track, if the version that changed it did not. */
import type { Store } from '../kit/records/store.ts';
import { failedConditions } from '../kit/table/commit.ts';
import { rowMissing } from '../kit/table/expressions.ts';
import type { Track } from './api/tracks.ts';
import { artistsOf } from './contents/track-contents.ts';
import { keepIsrcs, playingArtists } from './former-isrcs.ts';
import { isSameIsrc, readIsrc } from './rules/isrc.ts';

export async function noteFormerIsrc(store: Store, track: Track): Promise<void> {
  const { 'isrc-code': code, 'delivered-isrc': delivered } = track.fields;
  const former = readIsrc(delivered);
  if (former === null || isSameIsrc(former, code)) return;
  const { linkings } = await artistsOf(store, track);
  const kept = keepIsrcs(track, { codes: [former], artists: playingArtists(linkings) });
  await failedConditions(store.table.commit(kept.map((write) => ({ ...write, condition: rowMissing }))));
}
