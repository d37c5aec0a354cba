/** Reads XML 1.0 with the parser of jsdom, without document types. Faults are reported with their lines. */
import { SaxesParser } from 'saxes';
import { xmlFault } from './xml-fault.ts';

/** Thrown for text that is not a document, with a sentence. */
export class NotXml extends Error {
  override name = 'NotXml';
}

/** Receives the parts of a document, in their order. */
export interface XmlHandler {
  /** @param line of the tag, from 1. */
  start(name: string, attributes: Readonly<Record<string, string>>, line: number): void;
  /** Part of the text of the element, without references. */
  text(text: string): void;
  end(): void;
  /** A processing instruction. */
  instruction(name: string, content: string): void;
}

/** Deeper documents are rejected, as libxml2 does. */
const MAX_DEPTH = 256;

/** @throws NotXml */
export function parseXml(document: string, handler: XmlHandler): void {
  const parser = new SaxesParser({
    xmlns: false,
    position: false,
    defaultXMLVersion: '1.0',
    forceXMLVersion: true,
  });
  const open: { readonly name: string; readonly line: number }[] = [];
  /** The element that was opened or closed last. */
  let last = { name: '', line: 1 };
  /** The end of the last markup. */
  let from = 0;
  const passed = () => {
    from = parser.position;
  };
  parser.on('error', ({ message }) => {
    const state = { document, from, at: parser.position, inner: open.at(-1) ?? last, last };
    throw new NotXml(xmlFault(message, state));
  });
  parser.on('opentagstart', ({ name }) => {
    // The character after the name was read, too.
    last = { name, line: parser.column === 0 ? parser.line - 1 : parser.line };
    passed();
  });
  parser.on('opentag', ({ name, attributes }) => {
    open.push(last);
    if (open.length > MAX_DEPTH)
      throw new NotXml(`Line ${parser.line} is not XML: Elements are more than ${MAX_DEPTH} deep.`);
    handler.start(name, attributes, last.line);
    passed();
  });
  parser.on('closetag', () => {
    last = open.pop() ?? last;
    handler.end();
    passed();
  });
  parser.on('processinginstruction', ({ target, body }) => {
    handler.instruction(target, body);
    passed();
  });
  parser.on('cdata', (text) => {
    handler.text(text);
    passed();
  });
  parser.on('text', (text) => handler.text(text));
  parser.on('comment', passed);
  parser.on('xmldecl', passed);
  parser.on('doctype', () => parser.fail('document type'));
  parser.write(document).close();
}
