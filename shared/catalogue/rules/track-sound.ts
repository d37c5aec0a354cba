/**
 * Whether the audio of a track, as it is now, was analyzed and compared with released tracks. Its places keep it for
 * the lists of their albums, so that a decision on an album reads no tracks, and its write fails if it changes. Pure.
 */
import * as v from 'valibot';

/**
 * 'heard': the audio was analyzed and compared. 'closed': its owner does not allow it to be compared. 'silent': there is
 * nothing to compare. 'partly': only a part of the audio can be compared. 'foreign': it, or what it replaced and was never analyzed since, is a recording of another owner.
 * Without one of the first four, it is not analyzed. 'unheard': it has another file with sound, which is never analyzed.
 */
export const soundMarks = ['heard', 'closed', 'silent', 'partly', 'foreign', 'unheard'] as const;
export type SoundMark = (typeof soundMarks)[number];

export interface SoundedFields {
  readonly 'is-video': boolean;
  readonly 'full-audiofile-url': string | null;
  readonly 'allow-fingerprint-scan': boolean;
  /** The MD5 digest of the file that was analyzed. */
  readonly 'heard-md5': string | null;
  /** Whether only a part of its sound can be compared. */
  readonly 'heard-in-part': boolean;
  readonly 'foreign-sounds': number;
  /** Whether it has a Dolby Atmos master, which is not analyzed beside its audio. */
  readonly 'has-atmos': boolean;
}

export type Hearing = 'heard' | 'partly_heard' | 'not_heard' | 'not_compared' | 'nothing_to_hear';

/** What is known of the sound of a track. */
export interface TrackSound {
  readonly hearing: Hearing;
  readonly isForeign: boolean;
  /** Whether it has a video, or a Dolby Atmos master beside its audio. Their sound is not analyzed. */
  readonly hasUnheard: boolean;
}

const hearingOf = (fields: SoundedFields): Hearing => {
  if (fields['is-video'] || fields['full-audiofile-url'] === null) return 'nothing_to_hear';
  if (!fields['allow-fingerprint-scan']) return 'not_compared';
  if (fields['heard-md5'] === null) return 'not_heard';
  return fields['heard-in-part'] ? 'partly_heard' : 'heard';
};

export const soundOf = (fields: SoundedFields): TrackSound => ({
  hearing: hearingOf(fields),
  isForeign: fields['foreign-sounds'] > 0,
  hasUnheard: fields['is-video'] || (fields['has-atmos'] && fields['full-audiofile-url'] !== null),
});

const markOf = {
  heard: 'heard',
  partly_heard: 'partly',
  not_heard: undefined,
  not_compared: 'closed',
  nothing_to_hear: 'silent',
} as const satisfies Record<Hearing, SoundMark | undefined>;

/** @returns what a place keeps, which is empty for most tracks that were never requested. */
export function soundMarksOf(fields: SoundedFields): SoundMark[] {
  const { hearing, isForeign, hasUnheard } = soundOf(fields);
  return [
    markOf[hearing] ?? [],
    isForeign ? ('foreign' as const) : [],
    hasUnheard ? ('unheard' as const) : [],
  ].flat();
}

const noted = v.fallback(v.array(v.picklist(soundMarks)), []);

/** @param notes of an entry in the list of an album. Without marks, the track counts as not analyzed. */
export function soundIn(notes: { readonly sound?: unknown } | undefined): TrackSound {
  const marks = v.parse(noted, notes?.sound);
  const hearing = (['heard', 'partly_heard', 'not_compared', 'nothing_to_hear'] as const).find((each) =>
    marks.some((mark) => mark === markOf[each]),
  );
  return {
    hearing: hearing ?? 'not_heard',
    isForeign: marks.includes('foreign'),
    hasUnheard: marks.includes('unheard'),
  };
}
