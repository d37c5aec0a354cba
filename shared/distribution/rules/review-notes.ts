/** What reviewers should know of a request before they open it. Pure. */
import type { TrackAudio } from '../../catalogue/rules/track-audio.ts';
import type { TrackSound } from '../../catalogue/rules/track-sound.ts';
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
  /** The last audio analysis. */
  readonly audio: TrackAudio | null;
  readonly sound: TrackSound;
}

export interface SoundWarning {
  readonly code:
    | 'foreign_recording'
    | 'audio_not_heard'
    | 'audio_not_compared'
    | 'audio_unheard'
    | 'audio_heard';
  readonly detail: string;
}

const FOREIGN = 'It is a recording of another owner.';
const FOREIGN_BEFORE = 'It was a recording of another owner when it was last analyzed.';
const NEVER_HEARD = 'The sound of its video or Dolby Atmos master is not analyzed.';
const IN_PART = 'A part of its sound cannot be compared.';
const NOT_COMPARED = 'Its owner does not allow it to be compared.';

/** @returns sentences with codes. */
export function soundWarnings({ disc, order, audio, sound }: PlacedSound): SoundWarning[] {
  const warning = (code: SoundWarning['code']) => (note: string) => ({
    code,
    detail: `Track ${disc}.${order}: ${note}`,
  });
  const notes = audio ? [...soundNotes(audio), ...(audio.warnings ?? [])] : [];
  const { hearing, isForeign, hasUnheard } = sound;
  const isAwaited = audio?.status === 'pending' || (hearing === 'not_heard' && audio?.status !== 'failed');
  const foreign = hearing === 'heard' || hearing === 'partly_heard' ? FOREIGN : FOREIGN_BEFORE;
  return [
    ...(isForeign ? [warning('foreign_recording')(foreign)] : []),
    ...(isAwaited ? [warning('audio_not_heard')('It is not analyzed yet.')] : []),
    ...(hasUnheard ? [warning('audio_not_heard')(NEVER_HEARD)] : []),
    ...(hearing === 'partly_heard' ? [warning('audio_not_compared')(IN_PART)] : []),
    ...(hearing === 'not_compared' ? [warning('audio_not_compared')(NOT_COMPARED)] : []),
    ...notes.map(warning(audio?.status === 'completed' ? 'audio_heard' : 'audio_unheard')),
  ];
}
