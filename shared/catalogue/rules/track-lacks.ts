/**
 * What a track lacks, as its places keep it for the lists of its albums. A place changes with the track when
 * one of these begins or ends, so each member is written without knowledge of the others.
 */
import * as v from 'valibot';
import { hasIsrc } from './isrc.ts';

/**
 * 'unknown': more may be missing, which only reading the track shows. 'isrc': the owner has given no ISRC.
 * That remains when the service gives one, which the owner cannot remove.
 */
export const trackLacks = ['unknown', 'main_artist', 'audio', 'video_master', 'isrc'] as const;
export type TrackLack = (typeof trackLacks)[number];

const noted = v.fallback(v.array(v.picklist(trackLacks)), ['unknown']);

/** @param notes of an entry in the list of an album. Those with `ai` omit a list that is empty, and older ones do not. */
export const lacksIn = (
  notes: { readonly lacks?: unknown; readonly ai?: unknown } | undefined,
): readonly TrackLack[] => v.parse(noted, notes?.lacks ?? (notes?.ai === undefined ? undefined : []));

/** What begins or ends, by name. */
export type LackChanges = Partial<Record<TrackLack, boolean>>;

interface TrackFields {
  readonly 'is-video': boolean;
  readonly 'full-audiofile-url': string | null;
  readonly 'isrc-code': string | null;
}

export const withLacks = (before: readonly TrackLack[], changes: LackChanges): TrackLack[] =>
  trackLacks.filter((each) => changes[each] ?? before.includes(each));

/** What the fields of a track decide alone. */
export const lacksOfFields = (fields: TrackFields): LackChanges => ({
  audio: !fields['is-video'] && fields['full-audiofile-url'] === null,
  isrc: !hasIsrc(fields),
});

/** @param linked what else the track has. */
export const allLacks = (
  fields: TrackFields,
  linked: { readonly hasMainArtist: boolean; readonly hasVideoMaster: boolean },
): TrackLack[] =>
  withLacks([], {
    ...lacksOfFields(fields),
    main_artist: !linked.hasMainArtist,
    video_master: fields['is-video'] && !linked.hasVideoMaster,
  });

/** Whether an album with the track may be incomplete. */
export const mayBeIncomplete = (lacks: readonly TrackLack[]): boolean =>
  lacks.some((each) => each !== 'isrc');

export const mayLackIsrc = (lacks: readonly TrackLack[]): boolean =>
  lacks.includes('isrc') || lacks.includes('unknown');
