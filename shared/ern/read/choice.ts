/** Decides among elements of a message that are repeated for several territories or languages. */
import { countryOf } from '../../reference/reference-names.ts';
import type { XmlNode } from '../xml/xml-tree.ts';

/** What an element is, from best to worst. */
const ranks = [
  'the default',
  'the one for all territories',
  'the one without a territory and language',
  'the one without a territory',
  'the one for a territory of the release',
  'the first',
] as const;
const [DEFAULT, WORLDWIDE, UNMARKED, IN_LANGUAGE, OF_RELEASE, OTHER] = [0, 1, 2, 3, 4, 5] as const;
type Rank = 0 | 1 | 2 | 3 | 4 | 5;

export class Choice {
  readonly #countries: ReadonlySet<string>;
  readonly #noted = new WeakSet<XmlNode>();
  readonly note: (sentence: string) => void;

  /** @param countries ids of the countries of the release; empty for all. */
  constructor(countries: readonly string[], note: (sentence: string) => void) {
    this.#countries = new Set(countries);
    this.note = note;
  }

  /** @param nodes elements of one name. @returns the one that is imported. */
  one(nodes: readonly XmlNode[]): XmlNode | undefined {
    return this.inOrder(nodes)[0];
  }

  /** Like `one`, but without a note. */
  best(nodes: readonly XmlNode[]): XmlNode | undefined {
    return this.#ranked(nodes)[0]?.node;
  }

  /** @returns the elements, the one to import first. */
  inOrder(nodes: readonly XmlNode[]): readonly XmlNode[] {
    const ranked = this.#ranked(nodes);
    const [best, second] = ranked;
    const isNew = best && second && !this.#noted.has(best.node);
    if (isNew && new Set(nodes.map(contentOf)).size > 1) {
      this.#noted.add(best.node);
      const which = ranks[second.rank === best.rank ? OTHER : best.rank];
      this.note(`${best.node.name} has several values, and ${which} is imported.`);
    }
    return ranked.map(({ node }) => node);
  }

  /** @returns elements that apply together, such as genres, the most important one first. */
  together(nodes: readonly XmlNode[]): readonly XmlNode[] {
    const ranked = this.#ranked(nodes);
    const best = ranked[0]?.rank ?? OTHER;
    const chosen =
      best === OTHER
        ? ranked.slice(0, 1)
        : ranked.filter(({ rank }) => rank <= (best < OF_RELEASE ? IN_LANGUAGE : OF_RELEASE));
    if (chosen.length < ranked.length) this.note(`${ranked[0]?.node.name} for other territories is omitted.`);
    return chosen.map(({ node }) => node);
  }

  /** @returns the elements that apply to a country of the release, or the first one if there are none. */
  applicable(nodes: readonly XmlNode[]): readonly XmlNode[] {
    const applicable = nodes.filter((node) => this.isApplicable(node));
    return applicable.length > 0 ? applicable : nodes.slice(0, 1);
  }

  isApplicable(node: XmlNode): boolean {
    return this.#rankOf(node) !== OTHER || !countryIn(node);
  }

  #ranked(nodes: readonly XmlNode[]): { readonly node: XmlNode; readonly rank: Rank }[] {
    return nodes
      .filter(({ text, children }) => text !== '' || children.length > 0)
      .map((node) => ({ node, rank: this.#rankOf(node) }))
      .toSorted((left, right) => left.rank - right.rank);
  }

  #rankOf(node: XmlNode): Rank {
    if (DEFAULT_FLAGS.some((name) => isTrue(node.attributes[name]))) return DEFAULT;
    const code = node.attributes['ApplicableTerritoryCode'];
    if (code === undefined)
      return node.attributes['LanguageAndScriptCode'] === undefined ? UNMARKED : IN_LANGUAGE;
    if (code === 'Worldwide') return WORLDWIDE;
    const country = countryIn(node);
    return country && (this.#countries.size === 0 || this.#countries.has(country.id)) ? OF_RELEASE : OTHER;
  }
}

const DEFAULT_FLAGS = ['IsDefault', 'IsDefaultTerritory'] as const;

/** An `xs:boolean`, which some senders write "True". */
export const isTrue = (text: string | undefined): boolean => text === '1' || text?.toLowerCase() === 'true';

/** The country of a code such as "US" or "US-CA". */
const countryIn = ({ attributes }: XmlNode) =>
  countryOf(attributes['ApplicableTerritoryCode']?.split('-')[0]);

const contentOf = ({ text, children }: XmlNode): string =>
  [text, ...children.map((child) => `${child.name} ${contentOf(child)}`)].join('\n');
