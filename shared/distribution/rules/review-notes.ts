/** What reviewers should know of a request before they open it. Pure. */
import type { TrackAudio } from '../../catalogue/rules/track-audio.ts';
import { soundNotes } from './sound-notes.ts';

/** What is missing and what warns. Nothing is counted for a request that cannot be decided. */
export interface ReviewNotes {
  /** How many items keep it from being approved. */
  readonly missing: number | null;
  readonly warnings: number | null;
  /** The first of both, as sentences. */
  readonly notes: readonly string[];
}

export const noReviewNotes: ReviewNotes = { missing: null, warnings: null, notes: [] };

/** @internal exported for a test. */
export const MAX_NOTES = 5;

export const reviewNotes = (missing: readonly string[], warnings: readonly string[]): ReviewNotes => ({
  missing: missing.length,
  warnings: warnings.length,
  notes: [...missing, ...warnings].slice(0, MAX_NOTES),
});

interface PlacedSound {
  readonly disc: number;
  readonly order: number;
  /** Null if nothing is to be heard. */
  readonly audio: TrackAudio | null;
  /** Whether it is a recording of another owner. */
  readonly isForeign: boolean;
}

export interface SoundWarning {
  readonly code: 'foreign_recording' | 'audio_unheard' | 'audio_heard';
  readonly detail: string;
}

/** @returns sentences with codes. */
export function soundWarnings({ disc, order, audio, isForeign }: PlacedSound): SoundWarning[] {
  const warning = (code: SoundWarning['code']) => (note: string) => ({
    code,
    detail: `Track ${disc}.${order}: ${note}`,
  });
  const notes = audio ? [...soundNotes(audio), ...(audio.warnings ?? [])] : [];
  return [
    ...(isForeign ? [warning('foreign_recording')('It is a recording of another owner.')] : []),
    ...notes.map(warning(audio?.status === 'completed' ? 'audio_heard' : 'audio_unheard')),
  ];
}
