/** What keeps a delivery from handing tracks over: their sound is not the one with which the request was approved. */
import type { Album } from '../../catalogue/api/albums.ts';
import type { Track } from '../../catalogue/api/tracks.ts';
import { soundOf } from '../../catalogue/rules/track-sound.ts';
import type { Store } from '../../kit/records/store.ts';
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

interface WithheldTrack {
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

interface Withheld {
  readonly tracks: readonly WithheldTrack[];
  /** Nothing is handed over while their audio is analyzed. If none of it can be analyzed, the reasons above hold. */
  readonly awaited: readonly Track[];
}

/** An approval that did not depend on the audio analysis withholds nothing. */
export async function withheldTracks(
  store: Store,
  { album, placed }: Handed,
  approval: Approved | undefined,
): Promise<Withheld> {
  if (!approval?.sounds) return { tracks: [], awaited: [] };
  const approved: ApprovedHeard = { ...approval, sounds: approval.sounds };
  const changed = approved.moved?.hasOtherSounds
    ? anySounds
    : await soundsChangedSince(store.table, album, approved);
  const judged = placed.map((each) => ({ each, ...judge(each, { ...approved, changed }) }));
  return {
    tracks: judged.flatMap(({ each: { track }, reason }) =>
      reason === undefined ? [] : [{ id: track.id, reason }],
    ),
    awaited: judged.flatMap(({ each: { track }, isAwaited }) => (isAwaited ? [track] : [])),
  };
}

interface Judgement {
  readonly reason?: string;
  /** Whether its audio is being analyzed, or is to be. */
  readonly isAwaited: boolean;
}

function judge(
  { track, disc, order }: PlacedTrack,
  { sounds, files, moved, changed }: ApprovedHeard & { readonly changed: SoundsChanged },
): Judgement {
  const { id, fields } = track;
  const { audio } = fields;
  const sound = soundOf(fields);
  if (audio?.status === 'pending') return { isAwaited: true };
  const isUnheard = sound.hearing === 'not_heard';
  // What the other stage has heard is not moved. Audio that was approved before it was read must turn out to be clean.
  const isUnread = moved !== undefined || isToBeAnalyzed(files, id);
  const isAwaited = isUnread && audio === null && isUnheard;
  if (wasApproved(sounds, { id, sound }, changed)) return { isAwaited };
  const place = `track ${order} on disc ${disc}`;
  const isHeard = sound.hearing === 'heard' || sound.hearing === 'nothing_to_hear';
  const isOther = sound.hasUnheard && (isHeard || hasOtherMasters(changed, id));
  const withheld = (reason: string) => ({ reason: `${reason} ${AGAIN}`, isAwaited });
  if (isOther && !sound.isForeign)
    return withheld(`The video or Dolby Atmos master of ${place} was added or replaced after the approval.`);
  const of = `The audio of ${place}`;
  if (sound.isForeign)
    return withheld(`${of} was found to be a recording of another owner after the approval.`);
  if (audio?.status === 'failed') return withheld(`${of} could not be analyzed. ${audio.error}`);
  return { ...withheld(`${of} was not compared before the approval.`), isAwaited: isAwaited || isUnheard };
}

const AGAIN = 'Request the album again.';
