/** Reads the order of the tracks of a release from its resource groups. */
import { at, textAt, type XmlNode } from './xml-tree.ts';

export interface Content {
  readonly disc: number;
  readonly order: number;
  /** Of a sound recording or video. */
  readonly reference: string;
}

/** The groups below the outermost one are discs. Groups below those, such as works, do not show. */
export function contentsOf(release: XmlNode, isTrack: (reference: string) => boolean): Content[] {
  const outer = at(release, 'ResourceGroup');
  const groups = outer.flatMap((node) => at(node, 'ResourceGroup'));
  const own = outer.flatMap(itemsOf);
  const discs = inOrder(groups).map((node, index) => ({
    disc: numberOf(node) ?? index + 1,
    items: allItems(node),
    isNested: at(node, 'ResourceGroup').length > 0,
  }));
  const all = own.length > 0 ? [{ disc: 1, items: inOrder(own), isNested: groups.length > 0 }] : [];
  return [...all, ...(own.length > 0 && discs.length > 0 ? [] : discs)].flatMap(
    ({ disc, items, isNested }) => {
      const tracks = items.filter((item) => isTrack(referenceIn(item)));
      const numbers = tracks.map(numberOf);
      const areGiven = !isNested && !numbers.includes(undefined) && new Set(numbers).size === numbers.length;
      return tracks.map((item, index) => ({
        disc,
        order: (areGiven ? numbers[index] : undefined) ?? index + 1,
        reference: referenceIn(item),
      }));
    },
  );
}

const itemsOf = (group: XmlNode): readonly XmlNode[] => at(group, 'ResourceGroupContentItem');

const allItems = (group: XmlNode): readonly XmlNode[] =>
  inOrder([...itemsOf(group), ...at(group, 'ResourceGroup')]).flatMap((node) =>
    node.name === 'ResourceGroup' ? allItems(node) : [node],
  );

const referenceIn = (item: XmlNode): string => textAt(item, 'ReleaseResourceReference') ?? '';

function numberOf(node: XmlNode): number | undefined {
  const number = Number(textAt(node, 'SequenceNumber') ?? Number.NaN);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** Those without a number stay where they are written, after those with one. */
const inOrder = (nodes: readonly XmlNode[]): readonly XmlNode[] =>
  nodes.toSorted(
    (left, right) =>
      (numberOf(left) ?? Number.MAX_SAFE_INTEGER) - (numberOf(right) ?? Number.MAX_SAFE_INTEGER),
  );
