/** Reads an XML document into a tree that keeps the order of elements. */
import { XMLParser, XMLValidator } from 'fast-xml-parser';

export interface XmlNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
  readonly text: string;
}

type Ordered = Readonly<Record<string, unknown>>;

/** @throws Error when the document is not well-formed. */
export function xmlTree(document: string): XmlNode {
  const validity = XMLValidator.validate(document);
  if (validity !== true) throw new Error(validity.err.msg);
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    trimValues: false,
    parseTagValue: false,
    ignoreDeclaration: true,
    processEntities: true,
  });
  const [root] = parser
    .parse(document)
    .map(nodeOf)
    .filter(({ name }: XmlNode) => name !== '#text');
  return root;
}

function nodeOf(ordered: Ordered): XmlNode {
  const [name = '', content] = Object.entries(ordered).find(([key]) => key !== ':@') ?? [];
  const parts = Array.isArray(content) ? content : [];
  const texts = parts.flatMap((part: Ordered) => ('#text' in part ? [String(part['#text'])] : []));
  return {
    name,
    attributes: (ordered[':@'] ?? {}) as XmlNode['attributes'],
    children: parts.filter((part: Ordered) => !('#text' in part)).map(nodeOf),
    text: texts.join(''),
  };
}

/** The node, and all below it. */
export const allNodes = (node: XmlNode): readonly XmlNode[] => [node, ...node.children.flatMap(allNodes)];

/** @example at(message, 'MessageHeader', 'MessageId')[0]?.text */
export const at = (node: XmlNode, ...path: readonly string[]): readonly XmlNode[] =>
  path.reduce<readonly XmlNode[]>(
    (nodes, name) => nodes.flatMap(({ children }) => children.filter((child) => child.name === name)),
    [node],
  );

export const textsAt = (node: XmlNode, ...path: readonly string[]): readonly string[] =>
  at(node, ...path).map(({ text }) => text);
