/** Reads XML into a tree of names without prefixes. Document types are rejected, so no entity expands. */
import { singleLine } from '../../kit/values/single-line.ts';
import { parseXml, type XmlHandler } from './parse-xml.ts';

export interface XmlNode {
  readonly name: string;
  /** Names as written, with their prefix. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
  /** With single spaces instead of line breaks, as XML editors wrap texts. */
  readonly text: string;
  /** The line of its tag, from 1. */
  readonly line: number;
}

/** @param instruction receives the processing instructions. @throws NotXml */
export function xmlTree(document: string, instruction: XmlHandler['instruction'] = () => {}): XmlNode {
  const root: Building = { node: newNode('', {}, 0), texts: [] };
  const open = [root];
  const inner = () => open.at(-1) ?? root;
  parseXml(document, {
    start(name, attributes, line) {
      const node = newNode(localName(name), attributes, line);
      inner().node.children.push(node);
      open.push({ node, texts: [] });
    },
    text: (text) => void inner().texts.push(text),
    instruction,
    end() {
      const { node, texts } = inner();
      node.text = singleLine(texts.join(''));
      open.pop();
    },
  });
  return root.node.children[0] ?? root.node;
}

interface Building {
  readonly node: ReturnType<typeof newNode>;
  readonly texts: string[];
}

const newNode = (name: string, attributes: Readonly<Record<string, string>>, line: number) => ({
  name,
  attributes: Object.fromEntries(Object.entries(attributes).map(([key, text]) => [key, singleLine(text)])),
  children: [] as XmlNode[],
  text: '',
  line,
});

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
