/** Which recordings of other owners a track is. */
import type { Match } from './reviews.ts';
import { clockOf } from './shown.ts';

/** @param warning a sentence, which is completed by what the track was found to be. */
export function namingForeign(warning: string, matches: readonly Match[] = []): string {
  const foreign = matches.filter((match) => match['is-of-another-owner'] && !match['is-cover']);
  return [warning, ...foreign.map(foreignNote)].join(' ');
}

function foreignNote(match: Match): string {
  const [first] = match['time-offsets'];
  const where = first ? `, from ${clockOf(first.start)} to ${clockOf(first.end)}` : '';
  return `${match.title} by ${match.artists.join(', ')}${where}.`;
}
