/** What a reviewer should hear for, as short sentences. */
import type { Heard, Match, ReleaseTrack } from './reviews.ts';
import { clockOf } from './shown.ts';

/** In LUFS. Stores turn louder masters down. */
const LOUD = -5;
const LONG_SILENCE_SECONDS = 5;

export function soundNotes(heard: Heard): string[] {
  if (heard.status !== 'completed') return [];
  const { loudness, clipping } = heard;
  const [start, end] = [heard['silence-at-start'] ?? 0, heard['silence-at-end'] ?? 0];
  if (loudness === null) return ['The file is silent.', ...heard.warnings];
  return [
    ...(loudness > LOUD ? [`It is very loud (${loudness.toFixed(1)} LUFS).`] : []),
    ...(clipping !== null && clipping > 0
      ? [`It clips ${clipping} ${clipping === 1 ? 'time' : 'times'}.`]
      : []),
    ...(start > LONG_SILENCE_SECONDS ? [`It begins with ${start.toFixed(1)} s of silence.`] : []),
    ...(end > LONG_SILENCE_SECONDS ? [`It ends with ${end.toFixed(1)} s of silence.`] : []),
    ...heard.warnings,
  ];
}

/** @returns the notes on a track, without what the request itself warns of, and recordings of other owners. */
export function soundWarnings({ heard }: Pick<ReleaseTrack, 'heard'>, matches: readonly Match[]): string[] {
  const foreign = matches.filter((match) => match['is-of-another-owner'] && !match['is-cover']);
  const notes = heard ? soundNotes({ ...heard, warnings: [] }) : [];
  return [...notes, ...foreign.map(foreignNote)];
}

function foreignNote(match: Match): string {
  const named = `${match.title} by ${match.artists.join(', ')}`;
  const [first] = match['time-offsets'];
  const where = first ? ` from ${clockOf(first.start)} to ${clockOf(first.end)}` : '';
  return `It is a recording of another owner${where}: ${named}.`;
}
