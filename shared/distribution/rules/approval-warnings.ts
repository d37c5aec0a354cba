/** Warnings for the person who approves a request, which are also shown later. Pure. */
import { approvedReleaseOf } from './approved-release.ts';
import { soundSentences, soundsOf } from './approved-sounds.ts';

const UNREAD_COVER =
  'The cover was not read before the approval. Stores that get packages do not get the release with it.';

/** @returns sentences; none for another decision than an approval. */
export function approvalWarnings(decision: object | undefined): string[] {
  const sounds = soundsOf(decision);
  return [
    ...(sounds ? soundSentences(sounds) : []),
    ...(approvedReleaseOf(decision)?.cover === null ? [UNREAD_COVER] : []),
  ];
}
