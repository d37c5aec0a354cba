/** Chooses among the details of a release or resource, which ERN 3 has for territories. */
import { at, textsAt, type XmlNode } from '../../xml/xml-tree.ts';

export interface Details {
  /** Those that are imported. */
  readonly own: XmlNode | undefined;
  /** Of all territories, because an explicit one counts wherever the release is. */
  readonly warnings: readonly XmlNode[];
  /** @returns elements of the chosen details, or else of the first that have them. */
  readonly at: (name: string) => readonly XmlNode[];
}

/** Those for all territories come first, then those for most. */
export function detailsOf(node: XmlNode, name: string, note: (sentence: string) => void): Details {
  const blocks = at(node, name);
  const [own, ...rest] = blocks.toSorted((left, right) => reachOf(right) - reachOf(left));
  if (own && new Set(blocks.map(contentOf)).size > 1)
    note(`${name} has several values, and the one for ${territoriesOf(own)} is imported.`);
  return {
    own,
    warnings: blocks.flatMap((block) =>
      at(block, WARNING).flatMap((warning) => {
        const codes = blocks.length === 1 ? [] : textsAt(block, TERRITORY);
        const applicable = (code: string) => ({ ...warning.attributes, ApplicableTerritoryCode: code });
        return codes.length === 0
          ? [warning]
          : codes.map((code) => ({ ...warning, attributes: applicable(code) }));
      }),
    ),
    at: (child) => [own, ...rest].map((block) => at(block, child)).find(({ length }) => length > 0) ?? [],
  };
}

const WARNING = 'ParentalWarningType';
const TERRITORY = 'TerritoryCode';
const WORLDWIDE = 'Worldwide';

/** What says where the details apply. */
export const territoryNames: readonly string[] = [TERRITORY, 'ExcludedTerritoryCode'];

function reachOf(block: XmlNode): number {
  const codes = textsAt(block, TERRITORY);
  return codes.length === 0 || codes.includes(WORLDWIDE) ? Number.MAX_SAFE_INTEGER : codes.length;
}

function territoriesOf(block: XmlNode): string {
  const [code = WORLDWIDE, ...more] = textsAt(block, TERRITORY);
  return more.length === 0 ? code : `${code} and ${more.length} more`;
}

const contentOf = ({ children }: XmlNode): string =>
  JSON.stringify(
    children.filter(({ name }) => !territoryNames.includes(name)),
    (field, value) => (field === 'line' ? undefined : value),
  );
