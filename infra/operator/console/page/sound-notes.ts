/** What a reviewer should listen for on a track, as short sentences. */
import { soundNotes } from '../../../../shared/distribution/rules/sound-notes.ts';
import type { Match, ReleaseTrack } from './reviews.ts';
import { clockOf } from './shown.ts';

/** @returns the notes on a track, without what the request itself warns of, and recordings of other owners. */
export function soundWarnings({ heard }: Pick<ReleaseTrack, 'heard'>, matches: readonly Match[]): string[] {
  const foreign = matches.filter((match) => match['is-of-another-owner'] && !match['is-cover']);
  return [...(heard ? soundNotes(heard) : []), ...foreign.map(foreignNote)];
}

function foreignNote(match: Match): string {
  const named = `${match.title} by ${match.artists.join(', ')}`;
  const [first] = match['time-offsets'];
  const where = first ? ` from ${clockOf(first.start)} to ${clockOf(first.end)}` : '';
  return `It is a recording of another owner${where}: ${named}.`;
}
