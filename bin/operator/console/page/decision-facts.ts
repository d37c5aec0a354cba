/** The findings about a request, as the dialog of a decision repeats them. */
import { warningsOn } from './release-alerts.ts';
import type { Match, ReleaseTrack, ShownRequest } from './reviews.ts';
import { textOf } from './shown.ts';

const states: Readonly<Partial<Record<ShownRequest['state'], string>>> = {
  held: 'It is held: a track is a recording of another owner, or cannot be compared.',
  waiting: 'It waits for a valid video master.',
};

type Asked = Pick<ShownRequest, 'state' | 'validation' | 'warnings' | 'files-not-read' | 'tracks'>;

interface Found {
  readonly request: Asked;
  readonly tracks?: readonly ReleaseTrack[] | undefined;
}

/** @returns sentences. None if there is nothing to think about. */
export const factsOf = ({ request, tracks }: Found): string[] => [
  ...[states[request.state] ?? []].flat(),
  ...(request.validation?.problems ?? []).map(({ detail }) => detail),
  ...warningsOn({ request, tracks }).map(({ sentence }) => sentence),
  ...request.tracks.flatMap(({ title, matches }) =>
    matches.filter((match) => match['is-of-another-owner']).map((match) => matchNote(title, match)),
  ),
  ...filesNote(request['files-not-read']),
];

function matchNote(title: string, match: Match): string {
  const score = match['confidence-score'];
  const kind = [score === null ? null : `${score} %`, match['is-cover'] ? 'cover' : null].filter(Boolean);
  const more = kind.length > 0 ? ` (${kind.join(', ')})` : '';
  return `“${title}” matches “${match.title}” by ${textOf(match.artists)} of another owner${more}.`;
}

const MAX_NAMED = 3;

function filesNote(files: readonly string[]): string[] {
  if (files.length === 0) return [];
  const more = files.length > MAX_NAMED ? ` and ${files.length - MAX_NAMED} more` : '';
  return [`Files that are not read yet: ${files.slice(0, MAX_NAMED).join(', ')}${more}.`];
}
