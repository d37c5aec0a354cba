/** Makes a message of ERN 4 of one of ERN 3, so that one reader reads both. */
import { at, textAt, type XmlNode } from '../../xml/xml-tree.ts';
import { renamed, withChildren, withText } from './elements.ts';
import { Parties } from './parties.ts';
import { albumOf, isTrackRelease, trackReleaseOf } from './releases.ts';
import { type Converting, converted } from './resources.ts';

/** @param root of a NewReleaseMessage. @param note gets what is chosen. */
export function asVersion4(root: XmlNode, note: (sentence: string) => void): XmlNode {
  const { LanguageAndScriptCode: language } = root.attributes;
  const converting: Converting = { parties: new Parties(), language, note };
  const resources = at(root, 'ResourceList')
    .flatMap(({ children }) => children)
    .map((node) => converted(node, converting));
  const genres = new Map(resources.map(({ node, genres }) => [textAt(node, 'ResourceReference'), genres]));
  const nodes = resources.map(({ node }) => node);
  const releases = releasesOf(root, genres, converting);
  const children = root.children.map((node) => {
    if (node.name === 'ReleaseList') return withChildren(node, node.name, releases);
    if (node.name === 'DealList') return withPreOrders(withTakedowns(node));
    return node.name === 'ResourceList' ? withChildren(node, node.name, nodes) : node;
  });
  return { ...root, children: [converting.parties.list(root), ...children] };
}

type Genres = ReadonlyMap<string | undefined, readonly XmlNode[]>;

function releasesOf(root: XmlNode, genres: Genres, converting: Converting): XmlNode[] {
  const all = at(root, 'ReleaseList', 'Release');
  const genresOf = (reference: string) => genres.get(reference) ?? [];
  const tracks = all.filter(isTrackRelease).map((node) => trackReleaseOf(node, genresOf, converting.note));
  const released = new Set(tracks.map((node) => textAt(node, 'ReleaseResourceReference')));
  // Recordings without a track release have a genre as well.
  const further = ['SoundRecording', 'Video']
    .flatMap((name) => at(root, 'ResourceList', name))
    .flatMap((node) => {
      const [reference] = at(node, 'ResourceReference');
      if (!reference || released.has(reference.text)) return [];
      const own = genresOf(reference.text);
      if (own.length === 0) return [];
      return [withChildren(node, 'TrackRelease', [renamed(reference, 'ReleaseResourceReference'), ...own])];
    });
  return [
    ...all.filter((node) => !isTrackRelease(node)).map((node) => albumOf(node, converting)),
    ...tracks,
    ...further,
  ];
}

/** A deal that cancels all others takes the release down. */
function withTakedowns(node: XmlNode): XmlNode {
  const isCancellation = node.name === 'AllDealsCancelled';
  return {
    ...node,
    name: isCancellation ? 'TakeDown' : node.name,
    children: node.children.map(withTakedowns),
  };
}

/** The terms of a sale say from when it can be ordered in advance. ERN 4 has separate deals for that. */
function withPreOrders(list: XmlNode): XmlNode {
  const withOwnDeals = (release: XmlNode) =>
    withChildren(
      release,
      release.name,
      release.children.flatMap((deal) => [withoutPreOrder(deal), ...preOrdersOf(deal)]),
    );
  return withChildren(list, list.name, list.children.map(withOwnDeals));
}

const isPreOrderDate = ({ name }: XmlNode): boolean => /^PreOrderReleaseDate(?:Time)?$/.test(name);

const withoutPreOrder = (deal: XmlNode): XmlNode => ({
  ...deal,
  children: deal.children.map((terms) => ({
    ...terms,
    children: terms.children.filter((each) => !isPreOrderDate(each)),
  })),
});

const TERRITORIES: ReadonlySet<string> = new Set(['TerritoryCode', 'ExcludedTerritoryCode']);

function preOrdersOf(deal: XmlNode): XmlNode[] {
  return at(deal, 'DealTerms').flatMap((terms) => {
    const date = terms.children.find(isPreOrderDate);
    if (!date || date.text === '' || at(terms, 'TakeDown').length > 0) return [];
    const start = renamed(date, date.text.includes('T') ? 'StartDateTime' : 'StartDate');
    const preOrder = withChildren(terms, 'DealTerms', [
      ...terms.children.filter(({ name }) => TERRITORIES.has(name)),
      withText(date, 'IsPreOrderDeal', 'true'),
      withChildren(date, 'ValidityPeriod', [start]),
    ]);
    return [withChildren(deal, 'Deal', [preOrder])];
  });
}
