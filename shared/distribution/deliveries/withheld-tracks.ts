/** What keeps a delivery from handing tracks over: their sound is not the one with which the request was approved. */
import { soundOf } from '../../catalogue/rules/track-sound.ts';
import type { Store } from '../../kit/records/store.ts';
import { NoSlot } from '../../kit/work/lease.ts';
import { startAnalysis } from '../../matching/sound/start-analysis.ts';
import type { PlacedTrack } from '../contents/album-contents.ts';
import { type ApprovedSounds, isNamed, wasApproved } from '../rules/approved-sounds.ts';

export interface WithheldTrack {
  readonly id: string;
  /** A sentence for the owner. */
  readonly reason: string;
}

/**
 * Starts hearing audio that was replaced after the approval.
 * @throws NoSlot while audio is heard, which postpones the hand-over without counting it.
 */
export async function withheldTracks(
  store: Store,
  placed: readonly PlacedTrack[],
  approved: ApprovedSounds,
): Promise<readonly WithheldTrack[]> {
  const withheld: WithheldTrack[] = [];
  for (const each of placed) {
    const reason = await reasonFor(store, each, approved);
    if (reason !== undefined) withheld.push({ id: each.track.id, reason });
  }
  return withheld;
}

async function reasonFor(
  store: Store,
  { track, disc, order }: PlacedTrack,
  approved: ApprovedSounds,
): Promise<string | undefined> {
  const { id, fields } = track;
  const { audio } = fields;
  const sound = soundOf(fields);
  if (audio?.status === 'pending' && !isNamed(approved, id)) throw new NoSlot();
  if (wasApproved(approved, { id, sound })) return undefined;
  const isOther = sound.hasUnheard && (sound.hearing === 'heard' || sound.hearing === 'nothing_to_hear');
  if (isOther && !sound.isForeign)
    return `The video or Dolby Atmos master of track ${order} on disc ${disc} was added after the approval. ${AGAIN}`;
  const of = `The audio of track ${order} on disc ${disc}`;
  if (sound.isForeign)
    return `${of} was found to be a recording of another owner after the approval. ${AGAIN}`;
  if (audio?.status === 'failed') return `${of} could not be heard. ${audio.error} ${AGAIN}`;
  if (sound.hearing === 'not_heard' && (await startAnalysis(store, track))) throw new NoSlot();
  return `${of} was not compared before the approval. ${AGAIN}`;
}

const AGAIN = 'Request the album again.';
