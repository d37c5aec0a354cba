/** What is known of the audio of a track by listening to it. */
import * as v from 'valibot';
import { audioFormatKeys } from '../../audio/rules/master-files.ts';

const measured = v.nullable(v.number());

/** Null if unknown. */
const measurements = {
  /** In seconds, as are the silences. */
  duration: measured,
  /** In Hz. */
  'sample-rate': measured,
  channels: measured,
  /** Unknown in rows of 0.2.0. */
  format: v.optional(v.nullable(v.picklist(audioFormatKeys)), null),
  /** Of a file without loss; null for others. */
  'bit-depth': v.optional(measured, null),
  /** Integrated, in LUFS (ITU-R BS.1770); null for silence. */
  loudness: measured,
  /** The highest sample, in dBFS; null for digital silence. */
  peak: measured,
  'silence-at-start': measured,
  'silence-at-end': measured,
  /** How often at least three consecutive samples are at full scale. */
  clipping: measured,
  /** Sentences on what may be wrong with the file, such as that it is shorter than it says. */
  warnings: v.optional(v.array(v.string()), []),
} as const;

export const trackAudioMeasurements = v.strictObject(measurements);

export type TrackAudioMeasurements = Readonly<v.InferOutput<typeof trackAudioMeasurements>>;

export const trackAudio = v.strictObject({
  status: v.picklist(['pending', 'completed', 'failed']),
  /** Why the file could not be analyzed, a sentence. */
  error: v.nullable(v.string()),
  ...measurements,
});

export type TrackAudio = Readonly<v.InferOutput<typeof trackAudio>>;

/** When one of these changes, the audio analysis is no longer that of the track. */
export const soundFields = ['full-audiofile-url', 'md5', 'is-video', 'allow-fingerprint-scan'] as const;

type SoundFields = { readonly [F in (typeof soundFields)[number]]: string | boolean | null };

/** @param valid returns the new value of a field, or undefined if it is invalid. */
export const isOtherSound = (
  before: SoundFields,
  valid: (field: (typeof soundFields)[number]) => string | boolean | null | undefined,
): boolean =>
  soundFields.some((field) => {
    const value = valid(field);
    return value !== undefined && value !== before[field];
  });

const unmeasured: TrackAudioMeasurements = {
  duration: null,
  'sample-rate': null,
  channels: null,
  format: null,
  'bit-depth': null,
  loudness: null,
  peak: null,
  'silence-at-start': null,
  'silence-at-end': null,
  clipping: null,
  warnings: [],
};

export const pendingAudio: TrackAudio = { status: 'pending', error: null, ...unmeasured };

export const failedAudio = (error: string): TrackAudio => ({ status: 'failed', error, ...unmeasured });

export const completedAudio = (measurements: TrackAudioMeasurements): TrackAudio => ({
  status: 'completed',
  error: null,
  ...measurements,
});
