/** Says what is not well-formed in a document, and in which line, from the short message of the parser. */

interface ParserState {
  readonly document: string;
  /** The end of the last markup that was read. */
  readonly from: number;
  /** Where the parser stopped: after the character that it does not take, or at the end of the document. */
  readonly at: number;
  /** The innermost open element. */
  readonly inner: OpenElement;
  /** The element that was opened or closed last. */
  readonly last: OpenElement;
}

interface OpenElement {
  readonly name: string;
  readonly line: number;
}

/** @returns a sentence. */
export function xmlFault(message: string, state: ParserState): string {
  const { document, from, at } = state;
  const tag = document.indexOf('<', from);
  const isAtEnd = /^(?:unclosed|unexpected end|document must)/.test(message);
  const mayBeType = isAtEnd || /^(?:document type|inappropriately|incorrect syntax)/.test(message);
  if (mayBeType && tag !== -1 && /^<!doctype/i.test(document.slice(tag, tag + 9)))
    return 'A document type (DOCTYPE) is not allowed.';
  const read = document.slice(from, at);
  const ampersand = read.search(NO_REFERENCE);
  // The parser looks for a semicolon in all of the text.
  if (ampersand !== -1) return sentence(document, from + ampersand, AMPERSAND);
  if (message.startsWith('text data'))
    return sentence(document, from + read.search(/\S/), 'There is text outside the root element.');
  if (isAtEnd && tag !== -1)
    return sentence(document, tag, `What begins with ${begun(document, tag)} is not closed.`);
  if (message.startsWith('document must')) return 'The file has no element.';
  return sentence(document, isAtEnd ? at : at - 1, meaningOf(message, read, state));
}

/** An "&" that begins neither the name of an entity nor the number of a character. */
const NO_REFERENCE = /&(?!(?:#\d+|#x[\dA-Fa-f]+|[^\s&;<#]+);)/;
const AMPERSAND = 'An "&" does not start a reference. Write &amp; in texts.';

const sentence = (document: string, position: number, meaning: string): string =>
  `Line ${document.slice(0, position).split(/\r\n?|\n/).length} is not XML: ${meaning}`;

/** Such as "<!--" or the name of a tag. */
const begun = (document: string, tag: number): string => document.slice(tag, tag + 9).replace(/\s.*/s, '');

function meaningOf(message: string, read: string, { document, at, inner, last }: ParserState): string {
  const reference = read.slice(read.lastIndexOf('&'));
  if (message === 'disallowed character.') return forbidden(document, at - 1);
  if (message === 'undefined entity.') return `The entity ${reference} is not declared.`;
  if (message === 'malformed character entity.')
    return `XML does not allow the character that ${reference} refers to.`;
  if (message === 'unexpected close tag.') {
    const tag = document.slice(document.lastIndexOf('<', at) + 2, at - 1).trim();
    return `The end tag is of ${tag}, but ${last.name} of line ${last.line} is open.`;
  }
  if (message.startsWith('unclosed'))
    return `The element ${inner.name} of line ${inner.line} has no end tag.`;
  return meanings[message] ?? `${message.charAt(0).toUpperCase()}${message.slice(1).replace(/\.?$/, '.')}`;
}

function forbidden(document: string, at: number): string {
  if (document[at] === '<') return 'An attribute must not contain "<". Write &lt; instead.';
  const code = document.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0');
  return `XML does not allow the character U+${code}.`;
}

/** What the parser says in few words. */
const meanings: Readonly<Record<string, string>> = {
  'disallowed character in tag name': 'A "<" does not start a tag. Write &lt; in texts.',
  'disallowed character in entity name.': AMPERSAND,
  'malformed comment.': 'A comment must not contain "--".',
  'the string "]]>" is disallowed in char data.': 'Text must not contain "]]>".',
  'documents may contain only one root.': 'There is an element outside the root element.',
};
