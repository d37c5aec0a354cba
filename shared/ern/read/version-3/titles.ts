/** Makes titles of ERN 4 of those of ERN 3, which have types. */
import { languageOf } from '../../../reference/reference-names.ts';
import { at, textsAt, type XmlNode } from '../../xml/xml-tree.ts';
import { renamed } from './elements.ts';
import type { Details } from './territories.ts';

/**
 * @param language of the message.
 * @returns displayed titles, and additional ones that differ from them.
 */
export function titlesIn(details: Details, node: XmlNode, language: string | undefined): readonly XmlNode[] {
  const all = [...details.at('Title'), ...at(node, 'Title')];
  const typed = (type: string) => all.filter(({ attributes }) => attributes['TitleType'] === type);
  const reference = at(node, 'ReferenceTitle');
  const choices = [typed('DisplayTitle'), typed('FormalTitle'), reference, all];
  const chosen = choices.find(({ length }) => length > 0) ?? [];
  // The reference title is in the language of the message.
  const isForeign = chosen.length > 0 && chosen.every((title) => isOtherThan(language, title));
  const displayed = [...(isForeign ? reference.map(asDefault) : []), ...chosen];
  const shown = new Set(displayed.map(wordingOf));
  const others = all.filter((title) => !displayed.includes(title) && !shown.has(wordingOf(title)));
  return [
    ...displayed.map((title) => withoutRepeatedVersion(renamed(title, 'DisplayTitle'))),
    ...others.map((title) => renamed(title, 'AdditionalTitle')),
  ];
}

const TAG = 'LanguageAndScriptCode';

function isOtherThan(language = 'en', { attributes }: XmlNode): boolean {
  const tag = attributes[TAG];
  return tag !== undefined && languageOf(tag)?.id !== languageOf(language)?.id;
}

const asDefault = (title: XmlNode): XmlNode => ({
  ...title,
  attributes: { ...title.attributes, IsDefault: 'true' },
});

/** The same title has several types, with the version in its text or beside it. */
const wordingOf = (title: XmlNode): string => {
  const text = textsAt(title, 'TitleText')[0] ?? '';
  const beside = textsAt(title, 'SubTitle').filter((version) => !endsWith(text, version));
  return [text, ...beside.map((version) => `(${version})`)].join(' ');
};

const endsWith = (text: string, version: string): boolean =>
  [`(${version})`, `[${version}]`].some((end) => text.endsWith(end));

/** Many senders write "Tides (Live)" with the subtitle "Live". */
function withoutRepeatedVersion(title: XmlNode): XmlNode {
  const versions = textsAt(title, 'SubTitle');
  const children = title.children.map((child) => {
    const repeated = versions.find((version) => child.name === 'TitleText' && endsWith(child.text, version));
    const text = child.text.slice(0, -((repeated?.length ?? 0) + '()'.length)).trim();
    return repeated === undefined || text === '' ? child : { ...child, text };
  });
  return { ...title, children };
}
