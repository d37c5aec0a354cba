/** Reads the discs of a release and the order of their recordings from its tree of resource groups. */
import { catalogueKeyRows } from '../../catalogue/keys.ts';
import { at, textAt, textsAt, type XmlNode } from '../xml/xml-tree.ts';
import { isTrue } from './choice.ts';
import type { Message } from './message.ts';

export interface Content {
  readonly disc: number;
  readonly order: number;
  /** The reference of a sound recording or video. */
  readonly reference: string;
  /** References of resources that are linked to it here, such as lyrics. */
  readonly linked: readonly string[];
}

export interface Contents {
  readonly tracks: readonly Content[];
  /** References of all content items, including those that are not recordings. */
  readonly references: readonly string[];
  /** References of resources that are linked to the release, its groups or its items, such as lyrics. */
  readonly linked: readonly string[];
  /** The part of these references that is linked to the release as a whole, such as a cover. */
  readonly linkedToWhole: readonly string[];
  /** References of releases that groups name instead of their content. */
  readonly releases: readonly string[];
  /** Whether recordings without a disc were put on the one before them. */
  readonly hasTracksBesideDiscs: boolean;
  /** Whether there are groups of works, or groups with titles. The catalogue has neither. */
  readonly hasNamedGroups: boolean;
}

/** @param isTrack whether a reference is that of a sound recording or video. */
export function contentsOf(release: XmlNode, isTrack: (reference: string) => boolean): Contents {
  const outer = at(release, GROUP);
  const [only] = outer;
  const root = only && outer.length === 1 ? only : { ...release, children: outer };
  const tree = treeOf(root);
  const all = placedIn(root, { depth: 0, disc: undefined, tree });
  const placed = all.filter(({ item }) => isTrack(referenceIn(item)));
  const discs = Array.from(Map.groupBy(placed, ({ disc }) => disc));
  const numbers = numbered(discs.map(([disc]) => disc));
  const groups = [...tree.keys()].filter((group) => group !== root);
  return {
    tracks: discs.flatMap(([, tracks], index) => tracksOn(numbers[index] ?? index + 1, tracks)),
    references: all.map(({ item }) => referenceIn(item)),
    linked: [...new Set([...outer, ...groups]), ...all.map(({ item }) => item)].flatMap(linkedTo),
    linkedToWhole: outer.flatMap(linkedTo),
    releases: groups
      .filter((group) => inOrder(group.children).length === 0)
      .flatMap((group) => textsAt(group, 'ResourceGroupReleaseReference')),
    hasTracksBesideDiscs: placed.some(({ isBeside }) => isBeside),
    hasNamedGroups: groups.some(
      (group) => typeOf(group) === 'MultiWorkPart' || group.children.some(({ name }) => /Title/.test(name)),
    ),
  };
}

/** The numbers of the items count if all are items of the same group. */
function tracksOn(disc: number, tracks: readonly PlacedItem[]): Content[] {
  const isOneGroup = new Set(tracks.map(({ group }) => group)).size === 1;
  const numbers = numbered(isOneGroup ? tracks.map(({ item }) => item) : tracks.map(() => undefined));
  return tracks.map(({ item }, index) => ({
    disc,
    order: numbers[index] ?? index + 1,
    reference: referenceIn(item),
    linked: linkedTo(item),
  }));
}

interface PlacedItem {
  readonly item: XmlNode;
  readonly group: XmlNode;
  readonly disc: XmlNode | undefined;
  readonly isBeside: boolean;
}

interface GroupPosition {
  readonly depth: number;
  /** The disc that the group is or is on. */
  readonly disc: XmlNode | undefined;
  readonly tree: Tree;
}

/** @returns the content items of a group and its groups. What is beside discs is on the disc before it. */
function placedIn(group: XmlNode, { depth, disc, tree }: GroupPosition): PlacedItem[] {
  const placed = inOrder(group.children).flatMap((part) => {
    if (part.name === ITEM) return [{ item: part, group, disc, isBeside: false }];
    const below = { depth: depth + 1, tree };
    return placedIn(part, { ...below, disc: disc ?? (isDisc(part, below) ? part : undefined) });
  });
  let last = placed.find((each) => each.disc)?.disc;
  if (disc || !last) return placed;
  return placed.map((each) => {
    last = each.disc ?? last;
    return each.disc ? each : { ...each, disc: last, isBeside: true };
  });
}

const ITEM = 'ResourceGroupContentItem';
const GROUP = 'ResourceGroup';

/**
 * A component is a volume or carrier, so it is a disc, and its sides are not. Sides without a component are
 * discs, and so are releases in a box that do not name their carriers. Groups of works are not. Without a
 * type, depth decides.
 */
function isDisc(group: XmlNode, { depth, tree }: Omit<GroupPosition, 'disc'>): boolean {
  const type = typeOf(group);
  const below = tree.get(group);
  if (type === COMPONENT) return !below?.has(COMPONENT);
  const mayBe = type === SIDE || type === 'ReleaseComponent' || (type === undefined && depth === 1);
  return mayBe && below?.size === 0;
}

const COMPONENT = 'Component';
const SIDE = 'Side';

const typeOf = ({ attributes }: XmlNode): string | undefined => attributes['ResourceGroupType'];

/** All groups, each with the types of carriers below it. */
type Tree = ReadonlyMap<XmlNode, ReadonlySet<string>>;

function treeOf(root: XmlNode): Tree {
  const tree = new Map<XmlNode, Set<string>>();
  const add = (group: XmlNode): Set<string> => {
    const below = new Set<string>();
    tree.set(group, below);
    for (const inner of at(group, GROUP)) {
      const type = typeOf(inner);
      if (type === COMPONENT || type === SIDE) below.add(type);
      for (const each of add(inner)) below.add(each);
    }
    return below;
  };
  add(root);
  return tree;
}

const linkedTo = (node: XmlNode): readonly string[] => textsAt(node, 'LinkedReleaseResourceReference');

const referenceIn = (item: XmlNode): string => textAt(item, 'ReleaseResourceReference') ?? '';

/** @returns the numbers of elements, or none if one is missing or not greater than the one before it. */
function numbered(nodes: readonly (XmlNode | undefined)[]): readonly number[] {
  const numbers = nodes.map((node) => (node ? sequenceOf(node) : undefined) ?? 0);
  return numbers.every((number, index) => number > (numbers[index - 1] ?? 0)) ? numbers : [];
}

function sequenceOf(node: XmlNode): number | undefined {
  const text = textAt(node, 'SequenceNumber');
  return text !== undefined && Number.isSafeInteger(Number(text)) ? Number(text) : undefined;
}

/** @returns items and groups by number. One without a number stays after those written before it. */
function inOrder(parts: readonly XmlNode[]): readonly XmlNode[] {
  let highest = Number.MIN_SAFE_INTEGER;
  return parts
    .filter(({ name }) => name === ITEM || name === GROUP)
    .map((part) => {
      const sequence = sequenceOf(part) ?? highest;
      highest = Math.max(highest, sequence);
      return { part, sequence };
    })
    .toSorted((left, right) => left.sequence - right.sequence)
    .map(({ part }) => part);
}

const { max: MAX_TRACKS } = catalogueKeyRows['album-tracks'].links.album;

/** Reports what a release refers to and does not have as a track, so that nothing is lost without a note. */
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
    message.note('Recordings outside the discs of a release are imported on the preceding disc.');
  if (contents.hasNamedGroups) message.note('Groups of works and titles of groups are omitted.');
}
