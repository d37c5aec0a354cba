/** Reads a small XML document of a store into a tree. Document types are rejected, so no entity expands. */
import { SaxesParser } from 'saxes';

export interface AcknowledgedNode {
  /** Without a prefix. */
  readonly name: string;
  readonly children: readonly AcknowledgedNode[];
  readonly text: string;
}

/** Thrown for what is not a document, with a sentence for operators. */
export class UnreadableAcknowledgement extends Error {
  override name = 'UnreadableAcknowledgement';
}

const MAX_DEPTH = 32;
const MAX_NODES = 20_000;

interface Building {
  readonly name: string;
  readonly children: Building[];
  text: string;
}

/** @throws UnreadableAcknowledgement */
export function acknowledgementTree(document: string): AcknowledgedNode {
  const parser = new SaxesParser({ xmlns: false, position: false });
  const root: Building = { name: '', children: [], text: '' };
  const open = [root];
  let nodes = 0;
  parser.on('error', ({ message }) => {
    throw new UnreadableAcknowledgement(`The file is not XML (${message.slice(0, 100)}).`);
  });
  parser.on('doctype', () => {
    throw new UnreadableAcknowledgement('A document type (DOCTYPE) is not allowed.');
  });
  parser.on('opentag', ({ name }) => {
    nodes += 1;
    if (open.length > MAX_DEPTH || nodes > MAX_NODES)
      throw new UnreadableAcknowledgement('The file has too many or too deep elements.');
    const node: Building = { name: name.slice(name.indexOf(':') + 1), children: [], text: '' };
    open.at(-1)?.children.push(node);
    open.push(node);
  });
  parser.on('text', (text) => {
    const inner = open.at(-1);
    if (inner) inner.text += text;
  });
  parser.on('cdata', (text) => {
    const inner = open.at(-1);
    if (inner) inner.text += text;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(document.replace(/^\uFEFF/, '')).close();
  const [outermost] = root.children;
  if (!outermost) throw new UnreadableAcknowledgement('The file has no element.');
  return outermost;
}

/** @returns the texts of all elements at the path, without those that are empty. */
export const textsAt = (node: AcknowledgedNode, ...path: readonly string[]): readonly string[] =>
  nodesAt(node, ...path).flatMap(({ text }) => (text.trim() === '' ? [] : [text.trim()]));

export const nodesAt = (node: AcknowledgedNode, ...path: readonly string[]): readonly AcknowledgedNode[] =>
  path.reduce<readonly AcknowledgedNode[]>(
    (nodes, name) => nodes.flatMap(({ children }) => children.filter((child) => child.name === name)),
    [node],
  );
