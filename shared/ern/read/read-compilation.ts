/** Reads whether a release is by several artists, which senders say in several ways. */
import type { ReleaseArtist } from '../../catalogue/back-catalogue/release-form.ts';
import { isVariousArtists } from '../../reference/data/various-artists.ts';
import { artistRoleOf } from '../../reference/reference-names.ts';
import { at, textAt, type XmlNode } from '../xml/xml-tree.ts';
import { isTrue } from './choice.ts';

interface Compilation {
  readonly isCompilation: boolean;
  /** The artists of the release, without "Various Artists". */
  readonly artists: ReleaseArtist[];
}

/**
 * A release is a compilation if it is marked as one by several artists, or if "Various Artists" are its artist. A mark
 * that does not say by how many counts if no main artist is displayed.
 * @param displayed the display artists of the release.
 */
export function compilationOf(
  release: XmlNode,
  displayed: readonly ReleaseArtist[],
  note: (sentence: string) => void,
): Compilation {
  const artists = displayed.filter(({ name }) => !isVariousArtists(name));
  const isMarked = isTrue(textAt(release, 'IsMultiArtistCompilation'));
  const isNamed = artists.length < displayed.length;
  const hasMain = artists.some(({ role }) => role === artistRoleOf('main_artist')?.id);
  const isSaid =
    isTrue(textAt(release, 'IsCompilation')) || at(release, 'ReleaseType').some(isOfCompilations);
  const isOfOne = isTrue(textAt(release, 'IsSingleArtistCompilation')) || (isSaid && hasMain);
  if (isOfOne && !isMarked && !isNamed)
    note('A compilation of one artist is imported as a release of that artist.');
  if (isNamed && !isMarked) note('A release by Various Artists is imported as a compilation.');
  return { isCompilation: isMarked || isNamed || (isSaid && !isOfOne), artists };
}

/** DDEX has no such type, so senders define it. */
const isOfCompilations = ({ text, attributes }: XmlNode): boolean =>
  /compilation/i.test([text, attributes['UserDefinedValue']].join(' '));
