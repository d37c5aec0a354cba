/** Makes resources of ERN 4 of those of ERN 3. */
import { at, textAt, type XmlNode } from '../../xml/xml-tree.ts';
import { all, others, renamed, withChildren, withText } from './elements.ts';
import type { Parties } from './parties.ts';
import { type Details, detailsOf, territoryNames } from './territories.ts';
import { titlesIn } from './titles.ts';

export interface Converting {
  readonly parties: Parties;
  /** Of the message. */
  readonly language: string | undefined;
  readonly note: (sentence: string) => void;
}

export interface ConvertedResource {
  readonly node: XmlNode;
  /** Which recordings have in ERN 3, and their track releases in ERN 4. */
  readonly genres: readonly XmlNode[];
}

const READ_DETAILS: ReadonlySet<string> = new Set([
  ...territoryNames,
  ...['Title', 'DisplayArtist', 'DisplayConductor', 'ResourceContributor', 'IndirectResourceContributor'],
  ...['DisplayArtistName', 'PLine', 'Genre', 'ParentalWarningType'],
]);

export function converted(node: XmlNode, converting: Converting): ConvertedResource {
  const { name } = node;
  const details = detailsOf(node, `${name}DetailsByTerritory`, converting.note);
  const technical = `Technical${name}Details`;
  const known = new Set([`${name}Type`, `${name}Id`, `Indirect${name}Id`, `${name}DetailsByTerritory`]);
  const children = [
    ...all(node, `${name}Type`, 'Type'),
    ...all(node, `${name}Id`, 'ResourceId'),
    ...all(node, `Indirect${name}Id`, 'WorkId'),
    ...others(node, new Set([...known, 'ReferenceTitle', 'Title'])),
    ...titlesIn(details, node, converting.language),
    ...details.at('DisplayArtistName'),
    ...artistsIn(details, converting),
    ...contributorsIn(details, converting),
    ...details.at('PLine'),
    ...details.warnings,
    ...details.at(technical).map(technicalDetails),
    ...others(details.own, new Set([...READ_DETAILS, technical])),
  ];
  return { node: withChildren(node, name, children), genres: details.at('Genre') };
}

/** An artist of ERN 3 can have several roles, of which ERN 4 displays one. */
export const artistsIn = (details: Details, { parties }: Converting): XmlNode[] =>
  details.at('DisplayArtist').map((artist) => {
    const roles = at(artist, 'ArtistRole');
    const displayed = ['MainArtist', 'FeaturedArtist'].flatMap((term) =>
      roles.filter(({ text }) => text === term),
    );
    const [role = roles[0]] = displayed;
    return withChildren(artist, 'DisplayArtist', [
      parties.reference(artist, 'ArtistPartyReference'),
      ...(role ? [renamed(role, 'DisplayArtistRole')] : []),
      ...roles.filter((each) => each !== role).map((each) => renamed(each, 'ArtisticRole')),
    ]);
  });

function contributorsIn(details: Details, { parties }: Converting): XmlNode[] {
  const contributor = (from: XmlNode, roles: readonly XmlNode[]) =>
    withChildren(from, 'Contributor', [
      parties.reference(from, 'ContributorPartyReference'),
      ...roles.map((role) => renamed(role, 'Role')),
      ...at(from, 'InstrumentType'),
    ]);
  return [
    ...details.at('DisplayConductor').map((each) => contributor(each, [withText(each, 'Role', 'Conductor')])),
    ...['ResourceContributor', 'IndirectResourceContributor'].flatMap((name) =>
      details.at(name).map((each) => contributor(each, at(each, `${name}Role`))),
    ),
  ];
}

const technicalDetails = (node: XmlNode): XmlNode =>
  withChildren(
    node,
    'TechnicalDetails',
    node.children.map((child) => (child.name === 'File' ? fileOf(child) : child)),
  );

function fileOf(file: XmlNode): XmlNode {
  const uri = uriOf(file);
  return withChildren(file, 'File', [
    ...(uri === undefined ? [] : [withText(file, 'URI', uri)]),
    ...at(file, 'HashSum').map((hash) =>
      withChildren(hash, 'HashSum', [
        ...all(hash, 'HashSumAlgorithmType', 'Algorithm'),
        ...all(hash, 'HashSum', 'HashSumValue'),
      ]),
    ),
  ]);
}

/** Paths are those in the package of the message, in which "/resources" and "./resources" are the same. */
function uriOf(file: XmlNode): string | undefined {
  const name = textAt(file, 'FileName');
  const path = textAt(file, 'FilePath')
    ?.replace(/^(?:\.?[/\\])+/, '')
    .replace(/[/\\]+$/, '');
  if (name === undefined) return textAt(file, 'URL');
  return path ? `${path}/${name}` : name;
}
