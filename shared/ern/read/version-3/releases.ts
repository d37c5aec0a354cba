/** Makes releases and track releases of ERN 4 of the releases of ERN 3. */

import { at, textsAt, type XmlNode } from '../../xml/xml-tree.ts';
import { isTrue } from '../choice.ts';
import { all, others, renamed, withChildren } from './elements.ts';
import { artistsIn, type Converting } from './resources.ts';
import { type Details, detailsOf, territoryNames } from './territories.ts';
import { titlesIn } from './titles.ts';

const DETAILS = 'ReleaseDetailsByTerritory';
const REFERENCES = 'ReleaseResourceReferenceList';

/**
 * The release that is delivered is an album, even if it is a track. Others are tracks by their type, which some senders
 * write for territories, or by the code of a recording.
 */
export function isTrackRelease(node: XmlNode): boolean {
  if (isTrue(node.attributes['IsMainRelease'])) return false;
  const types = [...textsAt(node, 'ReleaseType'), ...textsAt(node, DETAILS, 'ReleaseType')];
  const isCoded =
    textsAt(node, 'ReleaseId', 'ISRC').length > 0 && textsAt(node, 'ReleaseId', 'ICPN').length === 0;
  return types.some((type) => /^(?:Video)?TrackRelease$/.test(type)) || (types.length === 0 && isCoded);
}

const ARTISTS = 'DisplayArtistName DisplayArtist LabelName';
const DATES = 'ReleaseDate OriginalReleaseDate GlobalReleaseDate GlobalOriginalReleaseDate';
const OTHERS = 'PLine CLine ParentalWarningType ResourceGroup Genre IsMultiArtistCompilation';
const READ: ReadonlySet<string> = new Set([
  ...[...territoryNames, DETAILS, REFERENCES, 'ReferenceTitle', 'Title'],
  ...`${ARTISTS} ${DATES} ${OTHERS}`.split(' '),
]);

export function albumOf(node: XmlNode, converting: Converting): XmlNode {
  const details = detailsOf(node, DETAILS, converting.note);
  const both = (name: string) => [...at(node, name), ...details.at(name)];
  return withChildren(node, 'Release', [
    ...others(node, READ),
    ...titlesIn(details, node, converting.language),
    ...details.at('DisplayArtistName'),
    ...artistsIn(details, converting),
    ...labelsIn(details).map((label) => converting.parties.label(label)),
    ...both('PLine'),
    ...both('CLine'),
    ...details.at('Genre'),
    ...both('ReleaseDate'),
    ...all(node, 'GlobalReleaseDate', 'ReleaseDate'),
    ...both('OriginalReleaseDate'),
    ...all(node, 'GlobalOriginalReleaseDate', 'OriginalReleaseDate'),
    ...details.warnings,
    ...details.at('IsMultiArtistCompilation'),
    ...others(details.own, READ),
    ...groupsOf(node, details),
  ]);
}

/** Labels have further names, such as that of their owner. */
function labelsIn(details: Details): readonly XmlNode[] {
  const labels = details.at('LabelName');
  const displayed = labels.filter(({ attributes }) => attributes['LabelNameType'] === 'DisplayLabelName');
  return displayed.length > 0 ? displayed : labels;
}

/** What is only in the list of resources, such as a cover, is linked to the release as a whole. */
function groupsOf(node: XmlNode, details: Details): XmlNode[] {
  const listed = at(node, REFERENCES, 'ReleaseResourceReference');
  const distinct = [...new Map(listed.map((each) => [each.text, each])).values()];
  const groups = details.at('ResourceGroup').map(groupOf);
  const [first, ...more] = groups;
  if (!first) {
    const items = distinct.map((each) => withChildren(each, 'ResourceGroupContentItem', [each]));
    return [withChildren(node, 'ResourceGroup', items)];
  }
  const placed = new Set(groups.flatMap(referencesIn));
  const linked = distinct
    .filter(({ text }) => !placed.has(text))
    .map((each) => renamed(each, 'LinkedReleaseResourceReference'));
  return [{ ...first, children: [...first.children, ...linked] }, ...more];
}

function groupOf(node: XmlNode): XmlNode {
  const references = at(node, 'ResourceGroupResourceReferenceList', 'ResourceGroupResourceReference');
  const items = references.map((each) =>
    withChildren(each, 'ResourceGroupContentItem', [renamed(each, 'ReleaseResourceReference')]),
  );
  const children = node.children.flatMap((child) => {
    if (child.name === 'ResourceGroup') return groupOf(child);
    if (child.name === 'Title') return renamed(child, 'AdditionalTitle');
    if (child.name === 'ResourceGroupResourceReferenceList') return items;
    return child.name === 'ResourceGroupContentItem' ? itemOf(child) : child;
  });
  return { ...node, children };
}

/** The type of a resource is that of the resource. */
const itemOf = (node: XmlNode): XmlNode => ({
  ...node,
  children: others(node, new Set(['ResourceType'])),
});

const referencesIn = (group: XmlNode): string[] => [
  ...textsAt(group, 'LinkedReleaseResourceReference'),
  ...group.children.flatMap((child) =>
    child.name === 'ResourceGroup'
      ? referencesIn(child)
      : [...textsAt(child, 'ReleaseResourceReference'), ...textsAt(child, 'LinkedReleaseResourceReference')],
  ),
];

/** @param genresOf returns the genres of a resource, if the release has none. */
export function trackReleaseOf(
  node: XmlNode,
  genresOf: (reference: string) => readonly XmlNode[],
  note: (sentence: string) => void,
): XmlNode {
  const references = at(node, REFERENCES, 'ReleaseResourceReference');
  const isSecondary = ({ attributes }: XmlNode) => attributes['ReleaseResourceType'] === 'SecondaryResource';
  const [own] = references.filter((each) => !isSecondary(each));
  const genres = detailsOf(node, DETAILS, note).at('Genre');
  const genresOfOwn = own ? genresOf(own.text) : [];
  return withChildren(node, 'TrackRelease', [
    ...at(node, 'ReleaseReference'),
    ...(own ? [own] : []),
    ...references
      .filter((each) => each !== own)
      .map((each) => renamed(each, 'LinkedReleaseResourceReference')),
    ...(genres.length > 0 ? genres : genresOfOwn),
  ]);
}
