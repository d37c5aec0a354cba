/** What keeps a delivery from handing tracks over: their sound is not the one with which the request was approved. */
import type { Album } from '../../catalogue/api/albums.ts';
import { soundOf } from '../../catalogue/rules/track-sound.ts';
import type { Store } from '../../kit/records/store.ts';
import { NoSlot } from '../../kit/work/lease.ts';
import { startAnalysis } from '../../matching/sound/start-analysis.ts';
import type { PlacedTrack } from '../contents/album-contents.ts';
import {
  type ApprovedSounds,
  anySounds,
  hasOtherMasters,
  type SoundsChanged,
  wasApproved,
} from '../rules/approved-sounds.ts';
import { isToBeAnalyzed } from '../rules/pinned-files.ts';
import { soundsChangedSince } from '../seen/sounds-changed.ts';
import type { Approved } from './moved-approval.ts';

export interface WithheldTrack {
  readonly id: string;
  /** A sentence for the owner. */
  readonly reason: string;
}

interface Handed {
  readonly album: Album;
  /** Those of its tracks that are handed over. */
  readonly placed: readonly PlacedTrack[];
}

interface ApprovedHeard extends Approved {
  readonly sounds: ApprovedSounds;
}

/**
 * Starts the analysis of audio that was replaced after the approval.
 * @throws NoSlot while audio is analyzed, which postpones the hand-over without counting it.
 */
export async function withheldTracks(
  store: Store,
  { album, placed }: Handed,
  approved: ApprovedHeard,
): Promise<readonly WithheldTrack[]> {
  const changed = approved.moved?.hasOtherSounds
    ? anySounds
    : await soundsChangedSince(store.table, album, approved);
  const withheld: WithheldTrack[] = [];
  for (const each of placed) {
    const reason = await reasonFor(store, each, { ...approved, changed });
    if (reason !== undefined) withheld.push({ id: each.track.id, reason });
  }
  return withheld;
}

async function reasonFor(
  store: Store,
  { track, disc, order }: PlacedTrack,
  { sounds, files, moved, changed }: ApprovedHeard & { readonly changed: SoundsChanged },
): Promise<string | undefined> {
  const { id, fields } = track;
  const { audio } = fields;
  const sound = soundOf(fields);
  if (audio?.status === 'pending') throw new NoSlot();
  // What the other stage has heard is not moved. Audio that was approved before it was read must turn out to be clean.
  const isUnread = moved !== undefined || isToBeAnalyzed(files, id);
  const isToHear = isUnread && audio === null && sound.hearing === 'not_heard';
  if (isToHear && (await startAnalysis(store, track))) throw new NoSlot();
  if (wasApproved(sounds, { id, sound }, changed)) return undefined;
  const place = `track ${order} on disc ${disc}`;
  const isHeard = sound.hearing === 'heard' || sound.hearing === 'nothing_to_hear';
  const isOther = sound.hasUnheard && (isHeard || hasOtherMasters(changed, id));
  if (isOther && !sound.isForeign)
    return `The video or Dolby Atmos master of ${place} was added or replaced after the approval. ${AGAIN}`;
  const of = `The audio of ${place}`;
  if (sound.isForeign)
    return `${of} was found to be a recording of another owner after the approval. ${AGAIN}`;
  if (audio?.status === 'failed') return `${of} could not be analyzed. ${audio.error} ${AGAIN}`;
  if (sound.hearing === 'not_heard' && (await startAnalysis(store, track))) throw new NoSlot();
  return `${of} was not compared before the approval. ${AGAIN}`;
}

const AGAIN = 'Request the album again.';
