/**
 * What may be wrong with a track that can be distributed nevertheless. Its places keep it for the lists of
 * their albums, so that the tracks of an album need not be read.
 */
import * as v from 'valibot';
import { lacksQuality } from '../../audio/rules/master-files.ts';
import { featuredIn } from './featured-in.ts';
import { comparableIsrc, hasIsrc, isrcOfTrack, readIsrc } from './isrc.ts';
import type { TrackAudio } from './track-audio.ts';
import { titleBeforeVersion } from './version-in-title.ts';

/** In LUFS. Stores turn louder recordings down. */
export const LOUDEST = -5;
/** Longer silence at the start or end of a recording is a warning. */
export const LONGEST_SILENCE_SECONDS = 5;

/** 'featured_in_title': the title names a featured artist, who may be among the artists of the track. */
export const trackWarnings = [
  'audio_too_loud',
  'audio_silent_at_ends',
  'audio_clipped',
  'audio_lossy',
  'code_differs_from_stores',
  'explicit_title',
  'featured_in_title',
  'isrc_not_valid',
  'lyrics_after_end',
  'version_repeated',
] as const;
export type TrackWarning = (typeof trackWarnings)[number];

const noted = v.fallback(v.array(v.picklist(trackWarnings)), []);

/** @param notes of an entry in the list of an album. */
export const warningsIn = (notes: { readonly warnings?: unknown } | undefined): readonly TrackWarning[] =>
  v.parse(noted, notes?.warnings);

export interface WarnedFields {
  readonly title: string;
  readonly 'version-description': string | null;
  readonly 'is-explicit': boolean;
  readonly audio: TrackAudio | null;
  /** HH:MM:SS. */
  readonly length: string | null;
  readonly 'synced-lyrics-end': number | null;
  readonly 'isrc-code': string | null;
  readonly 'delivered-isrc': string | null;
}

/** @returns in the order of the declaration. */
export function warningsOfFields(fields: WarnedFields): TrackWarning[] {
  const { title, audio, 'version-description': version } = fields;
  const warned: Readonly<Record<TrackWarning, boolean>> = {
    audio_too_loud: (audio?.loudness ?? LOUDEST) > LOUDEST,
    audio_silent_at_ends: longestSilence(audio) > LONGEST_SILENCE_SECONDS,
    audio_clipped: (audio?.clipping ?? 0) > 0,
    audio_lossy: audio !== null && lacksQuality(qualityOf(audio)),
    code_differs_from_stores: isOtherIsrc(fields),
    explicit_title: !fields['is-explicit'] && saysExplicit([title, version].join(' ')),
    featured_in_title: featuredIn(title) !== undefined,
    isrc_not_valid: isInvalidIsrc(fields),
    lyrics_after_end: (fields['synced-lyrics-end'] ?? 0) > endOf(fields),
    version_repeated: titleBeforeVersion(title, version) !== undefined,
  };
  return trackWarnings.filter((each) => warned[each]);
}

/** Whether stores have the track with an ISRC that it has lost since. */
function isOtherIsrc(fields: WarnedFields): boolean {
  const inStores = readIsrc(fields['delivered-isrc']);
  return inStores !== null && inStores !== isrcOfTrack(fields);
}

const isInvalidIsrc = (fields: WarnedFields): boolean =>
  comparableIsrc(fields['isrc-code']) !== '' && !hasIsrc(fields);

/** @returns milliseconds. A stated length is in whole seconds. */
function endOf({ length, audio }: Pick<WarnedFields, 'length' | 'audio'>): number {
  const stated = length === null ? undefined : secondsOf(length) + 1;
  return (stated ?? audio?.duration ?? Number.POSITIVE_INFINITY) * 1000;
}

/** @param text HH:MM:SS. */
const secondsOf = (text: string): number =>
  text.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0);

/** Rows of 0.2.0 do not name the format. */
const qualityOf = ({ format = null, 'bit-depth': bitDepth = null, 'sample-rate': rate }: TrackAudio) => ({
  format,
  bitDepth,
  sampleRate: rate,
});

const longestSilence = (audio: TrackAudio | null): number =>
  Math.max(audio?.['silence-at-start'] ?? 0, audio?.['silence-at-end'] ?? 0);

const saysExplicit = (text: string): boolean => /\bexplicit\b/i.test(text);
