/** Reads XML into a tree, with names without their namespace prefix. Document types are rejected, so no entity expands. */
import { XMLParser, XMLValidator } from 'fast-xml-parser';

export interface XmlNode {
  readonly name: string;
  /** Names as written, with their prefix. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
  /** Trimmed. */
  readonly text: string;
}

/** Thrown for text that is not a document, with a sentence. */
export class NotXml extends Error {
  override name = 'NotXml';
}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  trimValues: false,
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  // Numeric character references.
  htmlEntities: true,
  processEntities: { enabled: true, maxExpandedLength: Number.POSITIVE_INFINITY },
});

/** @throws NotXml */
export function xmlTree(document: string): XmlNode {
  if (/<!DOCTYPE/i.test(document)) throw new NotXml('A document type (DOCTYPE) is not allowed.');
  const validity = XMLValidator.validate(document);
  if (validity !== true) throw new NotXml(`Line ${validity.err.line} is not XML: ${validity.err.msg}`);
  try {
    const [root] = elementsIn(parser.parse(document));
    if (root) return root;
  } catch (error) {
    throw new NotXml(`The file cannot be read as XML: ${error instanceof Error ? error.message : error}`);
  }
  throw new NotXml('The file has no element.');
}

type Ordered = Readonly<Record<string, unknown>>;

const elementsIn = (content: unknown): XmlNode[] =>
  Array.isArray(content) ? content.filter((part) => !('#text' in part)).map(nodeOf) : [];

function nodeOf(ordered: Ordered): XmlNode {
  const [name = '', content] = Object.entries(ordered).find(([key]) => key !== ':@') ?? [];
  const parts: readonly Ordered[] = Array.isArray(content) ? content : [];
  const texts = parts.flatMap((part) => ('#text' in part ? [String(part['#text'])] : []));
  return {
    name: localName(name),
    attributes: Object.assign({}, ordered[':@']),
    children: elementsIn(content),
    text: texts.join('').trim(),
  };
}

export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** @example at(message, 'ReleaseList', 'Release') */
export const at = (node: XmlNode | undefined, ...path: readonly string[]): readonly XmlNode[] =>
  path.reduce<readonly XmlNode[]>(
    (nodes, name) => nodes.flatMap(({ children }) => children.filter((child) => child.name === name)),
    node ? [node] : [],
  );

/** @returns the texts that are not empty. */
export const textsAt = (node: XmlNode | undefined, ...path: readonly string[]): readonly string[] =>
  at(node, ...path).flatMap(({ text }) => (text === '' ? [] : [text]));

export const textAt = (node: XmlNode | undefined, ...path: readonly string[]): string | undefined =>
  textsAt(node, ...path)[0];
