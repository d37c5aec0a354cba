/** What a reviewer should listen for, as short sentences. Pure. */
import type { TrackAudio } from '../../catalogue/rules/track-audio.ts';

/** In LUFS. Stores turn louder masters down. */
const LOUD = -5;
const LONG_SILENCE_SECONDS = 5;

/** Without the warnings of the analysis itself, which are sentences already. */
export function soundNotes({ status, error, loudness, clipping, ...heard }: TrackAudio): string[] {
  if (status === 'pending') return ['It is not heard yet.'];
  if (status === 'failed') return [`It could not be heard. ${error ?? ''}`.trim()];
  if (loudness === null) return ['The file is silent.'];
  const [start, end] = [heard['silence-at-start'] ?? 0, heard['silence-at-end'] ?? 0];
  return [
    ...(loudness > LOUD ? [`It is very loud (${loudness.toFixed(1)} LUFS).`] : []),
    ...(clipping !== null && clipping > 0
      ? [`It clips ${clipping} ${clipping === 1 ? 'time' : 'times'}.`]
      : []),
    ...(start > LONG_SILENCE_SECONDS ? [`It begins with ${start.toFixed(1)} s of silence.`] : []),
    ...(end > LONG_SILENCE_SECONDS ? [`It ends with ${end.toFixed(1)} s of silence.`] : []),
  ];
}
