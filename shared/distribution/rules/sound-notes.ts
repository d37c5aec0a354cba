/** What a reviewer should listen for, as short sentences. Pure. */
import type { TrackAudio } from '../../catalogue/rules/track-audio.ts';
import { LONGEST_SILENCE_SECONDS, LOUDEST } from '../../catalogue/rules/track-warnings.ts';

/** There are no notes during the analysis. Omits the warnings of the analysis, which are sentences already. */
export function soundNotes({ status, error, loudness, clipping, ...heard }: TrackAudio): string[] {
  if (status === 'pending') return [];
  if (status === 'failed') return [['It could not be analyzed.', error].join(' ').trim()];
  if (loudness === null) return ['The file is silent.'];
  const [start, end] = [heard['silence-at-start'] ?? 0, heard['silence-at-end'] ?? 0];
  return [
    ...(loudness > LOUDEST ? [`It is very loud (${loudness.toFixed(1)} LUFS).`] : []),
    ...(clipping !== null && clipping > 0
      ? [`It clips ${clipping} ${clipping === 1 ? 'time' : 'times'}.`]
      : []),
    ...(start > LONGEST_SILENCE_SECONDS ? [`It begins with ${start.toFixed(1)} s of silence.`] : []),
    ...(end > LONGEST_SILENCE_SECONDS ? [`It ends with ${end.toFixed(1)} s of silence.`] : []),
  ];
}
