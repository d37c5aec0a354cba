/** Tracks with the files that they must have, because they were approved in doubt. Pure. */
import { type SoundedFields, soundOf } from '../../catalogue/rules/track-sound.ts';
import type { ParcelTrack } from '../../ern/write/parcel.ts';
import { isQuestionable } from '../rules/approved-sounds.ts';
import type { Pin, PinnedFiles } from '../rules/pinned-files.ts';

/** @param fields of the track now. @returns the track with the files that it must have. */
export function withPins(track: ParcelTrack, fields: SoundedFields, files: PinnedFiles): ParcelTrack {
  const sound = soundOf(fields);
  if (!isQuestionable(sound)) return track;
  const own = files[track.id];
  const masters = track.masters.map((master) => ({ ...master, sha256: sha256Of(own?.[master.type]) }));
  // Audio that was analyzed and compared since is what the analysis has read.
  if (!isQuestionable({ ...sound, hasUnheard: false })) return { ...track, masters };
  const isCompared = sound.hearing !== 'not_compared';
  const pinned = own === undefined && isCompared ? track : withAudio(track, own?.audio);
  return { ...pinned, masters };
}

const sha256Of = (pinned: Pin | undefined): string | null =>
  pinned && 'sha256' in pinned ? pinned.sha256 : null;

function withAudio(
  { isUnread: _, audioSha256: __, ...track }: ParcelTrack,
  pinned: Pin | undefined,
): ParcelTrack {
  const audioSha256 = sha256Of(pinned);
  const heardMd5 = pinned && 'md5' in pinned ? pinned.md5 : null;
  const isKnown = audioSha256 !== null || heardMd5 !== null || track.md5 !== null;
  return {
    ...track,
    heardMd5,
    ...(audioSha256 !== null && { audioSha256 }),
    ...(!isKnown && { isUnread: true }),
  };
}
