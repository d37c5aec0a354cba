/** Warnings for the person who approves a request, which are also shown later. Pure. */
import { approvedReleaseOf } from './approved-release.ts';
import { soundSentences, soundsOf } from './approved-sounds.ts';
import { pinnedFilesOf, unreadIn } from './pinned-files.ts';

const UNREAD_COVER =
  'The cover was not read before the approval. Stores that get packages do not get the release with it.';

/** @returns sentences; none for another decision than an approval. */
export function approvalWarnings(decision: object | undefined): string[] {
  const sounds = soundsOf(decision);
  return [
    ...(sounds ? soundSentences(sounds) : []),
    ...unreadFiles(decision),
    ...(approvedReleaseOf(decision)?.cover === null ? [UNREAD_COVER] : []),
  ];
}

function unreadFiles(decision: object | undefined): string[] {
  const unread = unreadIn(pinnedFilesOf(decision) ?? {});
  if (unread.length === 0) return [];
  const places = soundsOf(decision)?.tracks.flatMap(({ id, place }) => (unread.includes(id) ? place : []));
  const which = places?.length === unread.length ? `: ${places.join(', ')}` : ` (${unread.length})`;
  return [
    `Tracks with files that could not be read before the approval${which}. Stores that get packages do not get the release with them.`,
  ];
}
