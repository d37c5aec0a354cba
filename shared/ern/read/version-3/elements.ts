/** Makes elements of ERN 4 of those of ERN 3. They keep the lines of these. */
import { at, type XmlNode } from '../../xml/xml-tree.ts';

/** @param name the element that the text is taken from. */
export const renamed = (node: XmlNode, name: string): XmlNode => ({ ...node, name });

export const all = (node: XmlNode | undefined, from: string, to: string): XmlNode[] =>
  at(node, from).map((each) => renamed(each, to));

export const withText = (from: XmlNode, name: string, text: string): XmlNode => ({
  name,
  text,
  line: from.line,
  attributes: {},
  children: [],
});

export const withChildren = (from: XmlNode, name: string, children: readonly XmlNode[]): XmlNode => ({
  name,
  children,
  line: from.line,
  attributes: from.attributes,
  text: '',
});

/** @returns the children that the reader does not know by another name. It reads them, or notes them. */
export const others = (node: XmlNode | undefined, known: ReadonlySet<string>): XmlNode[] =>
  (node?.children ?? []).filter(({ name }) => !known.has(name));
