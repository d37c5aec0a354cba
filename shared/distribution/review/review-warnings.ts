/** What reviewers are warned of, the same in the list of requests, in a request and in the console. */
import { tracks } from '../../catalogue/api/tracks.ts';
import { soundOf } from '../../catalogue/rules/track-sound.ts';
import type { PlacedTrack } from '../contents/album-contents.ts';
import { soundWarnings } from '../rules/review-notes.ts';
import type { Finding } from './findings.ts';
import type { Warning } from './release-warnings.ts';

/**
 * @param found by a validation. Its warnings about audio are replaced by the audio analysis of each track.
 * @param placed all tracks of the release.
 */
export const reviewWarnings = (found: readonly Warning[], placed: readonly PlacedTrack[]): Finding[] => [
  ...found.filter(({ code }) => !code.startsWith('audio_')),
  ...placed.flatMap(({ track: { id, fields }, disc, order }) =>
    soundWarnings({ disc, order, audio: fields.audio, sound: soundOf(fields) }).map((warning) => ({
      ...warning,
      pointer: '/data/meta/audio',
      record: { type: tracks.type, id },
    })),
  ),
];
