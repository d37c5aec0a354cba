/** Reads the discs of a release and the order of their recordings from its tree of resource groups. */
import { at, textAt, textsAt, type XmlNode } from './xml-tree.ts';

export interface Content {
  readonly disc: number;
  readonly order: number;
  /** Of a sound recording or video. */
  readonly reference: string;
}

export interface Contents {
  readonly tracks: readonly Content[];
  /** Of all content items, also of those that are not recordings. */
  readonly references: readonly string[];
  /** Of resources that are linked to the release, its groups or its items, such as lyrics. */
  readonly linked: readonly string[];
  /** Of those that are linked to the release as a whole, such as a cover. */
  readonly linkedToWhole: readonly string[];
  /** Of releases that groups name instead of their content. */
  readonly releases: readonly string[];
  /** Whether recordings without a disc were put on the one before them. */
  readonly hasTracksBesideDiscs: boolean;
  /** Whether there are groups of works, or groups with titles. The catalogue has neither. */
  readonly hasNamedGroups: boolean;
}

interface Placed {
  readonly item: XmlNode;
  readonly group: XmlNode;
  readonly disc: XmlNode | undefined;
  readonly isBeside: boolean;
}

/** @param isTrack whether a reference is that of a sound recording or video. */
export function contentsOf(release: XmlNode, isTrack: (reference: string) => boolean): Contents {
  const outer = at(release, 'ResourceGroup');
  const [only] = outer;
  const root = only && outer.length === 1 ? only : { ...release, children: outer };
  const all = placedIn(root, { depth: 0, disc: undefined });
  const placed = all.filter(({ item }) => isTrack(referenceIn(item)));
  const discs = Array.from(Map.groupBy(placed, ({ disc }) => disc));
  const numbers = numbered(discs.map(([disc]) => disc));
  const groups = groupsIn(root);
  return {
    tracks: discs.flatMap(([, tracks], index) => tracksOn(numbers[index] ?? index + 1, tracks)),
    references: all.map(({ item }) => referenceIn(item)),
    linked: [...outer, ...groups, ...all.map(({ item }) => item)].flatMap(linkedTo),
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
function tracksOn(disc: number, tracks: readonly Placed[]): Content[] {
  const isOneGroup = new Set(tracks.map(({ group }) => group)).size === 1;
  const numbers = numbered(isOneGroup ? tracks.map(({ item }) => item) : tracks.map(() => undefined));
  return tracks.map(({ item }, index) => ({
    disc,
    order: numbers[index] ?? index + 1,
    reference: referenceIn(item),
  }));
}

interface Place {
  readonly depth: number;
  /** The disc that the group is or is on. */
  readonly disc: XmlNode | undefined;
}

/** @returns the content items of a group and of the groups in it. What is beside discs is on the disc before it. */
function placedIn(group: XmlNode, { depth, disc }: Place): Placed[] {
  const placed = inOrder(group.children).flatMap((part) =>
    part.name === ITEM
      ? [{ item: part, group, disc, isBeside: false }]
      : placedIn(part, { depth: depth + 1, disc: disc ?? (isDisc(part, depth + 1) ? part : undefined) }),
  );
  let last = placed.find((each) => each.disc)?.disc;
  if (disc || !last) return placed;
  return placed.map((each) => {
    last = each.disc ?? last;
    return each.disc ? each : { ...each, disc: last, isBeside: true };
  });
}

const ITEM = 'ResourceGroupContentItem';
const GROUP = 'ResourceGroup';

/** Types of DDEX that are carriers or sides of carriers. */
const CARRIERS: ReadonlySet<string> = new Set(['Component', 'Side']);

/**
 * A component is a volume or carrier, so it is a disc, and its sides are not. Sides without a component are discs, and
 * so are releases in a box that do not name their carriers. Groups of works are not. Without a type, depth decides.
 */
function isDisc(group: XmlNode, depth: number): boolean {
  const type = typeOf(group);
  if (type === 'Component') return !groupsIn(group).some((each) => typeOf(each) === 'Component');
  const mayBe = type === 'Side' || type === 'ReleaseComponent' || (type === undefined && depth === 1);
  return mayBe && !groupsIn(group).some((each) => CARRIERS.has(typeOf(each) ?? ''));
}

const typeOf = ({ attributes }: XmlNode): string | undefined => attributes['ResourceGroupType'];

/** To any depth. */
const groupsIn = (group: XmlNode): XmlNode[] =>
  at(group, GROUP).flatMap((inner) => [inner, ...groupsIn(inner)]);

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

/** @returns items and groups by their numbers. One without a number stays after those that are written before it. */
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
