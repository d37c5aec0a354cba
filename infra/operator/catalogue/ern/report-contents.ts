/** Tells what a release refers to and does not have as a track, so that nothing is lost without a word. */
import { catalogueKeyRows } from '../../../../shared/catalogue/keys.ts';
import { isTrue } from './choice.ts';
import type { Message } from './message.ts';
import type { Contents } from './read-contents.ts';

const { max: MAX_TRACKS } = catalogueKeyRows['album-tracks'].links.album;

export function reportContents(
  contents: Contents,
  message: Message,
  report: (sentence: string) => void,
): void {
  const { tracks, references, linked } = contents;
  const nameOf = (reference: string) => `${message.resources.get(reference)?.name} ${reference}`;
  for (const reference of [...references, ...linked]) message.refersTo(reference);
  for (const reference of new Set(references)) {
    if (reference === '') report('A content item of the release has no ReleaseResourceReference.');
    else if (!message.resources.has(reference))
      report(`The release refers to ${reference}, which is not among the resources of the message.`);
  }
  for (const release of contents.releases)
    report(`A group of the release refers to the release ${release} instead of its recordings.`);
  if (tracks.length > MAX_TRACKS) report(`The release has more than ${MAX_TRACKS} tracks.`);
  if (tracks.length === 0) report('The release has no sound recordings and no videos.');
  const imported = Map.groupBy(tracks, ({ reference }) => reference);
  for (const [reference, places] of imported) {
    if (places.length > 1)
      message.note(`The ${nameOf(reference)} is on the release ${places.length} times, as separate tracks.`);
    if (isTrue(message.resources.get(reference)?.attributes['IsSupplemental']))
      message.note(`The ${nameOf(reference)} is supplemental, and is imported as a track.`);
  }
  for (const reference of new Set(linked)) {
    if (!message.resources.has(reference))
      message.note(`The release links to ${reference}, which is not among the resources of the message.`);
    else if (message.isTrack(reference) && !imported.has(reference))
      message.note(`The ${nameOf(reference)} is only linked to the release, and is omitted.`);
  }
  if (contents.hasTracksBesideDiscs)
    message.note('Recordings beside the discs of a release are imported on the disc before them.');
  if (contents.hasNamedGroups) message.note('Groups of works and titles of groups are omitted.');
}
