/** Reads XML 1.0 (fifth edition) without document types. What is not well-formed is reported with its line. */

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
}

/** @throws NotXml */
export function parseXml(document: string, handler: XmlHandler): void {
  new XmlReader(document.replace(/\r\n?/g, '\n'), handler).read();
}

/** Deeper documents are rejected, as libxml2 does. */
const MAX_DEPTH = 256;

const NAME_START =
  ':A-Z_a-z\\u{c0}-\\u{d6}\\u{d8}-\\u{f6}\\u{f8}-\\u{2ff}\\u{370}-\\u{37d}\\u{37f}-\\u{1fff}\\u{200c}\\u{200d}' +
  '\\u{2070}-\\u{218f}\\u{2c00}-\\u{2fef}\\u{3001}-\\u{d7ff}\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{fffd}\\u{10000}-\\u{effff}';
const NAME = `[${NAME_START}][${NAME_START}\\-.0-9\\u{b7}\\u{300}-\\u{36f}\\u{203f}\\u{2040}]*`;

const DECLARATION = new RegExp(
  '<\\?xml\\s+version\\s*=\\s*(["\'])1\\.\\d+\\1' +
    '(?:\\s+encoding\\s*=\\s*(["\'])[A-Za-z][\\w.-]*\\2)?' +
    '(?:\\s+standalone\\s*=\\s*(["\'])(?:yes|no)\\3)?\\s*\\?>',
  'y',
);
const INSTRUCTION = new RegExp(`<\\?(${NAME})(?=[ \\t\\n]|\\?>)`, 'uy');
const OPENING = new RegExp(`<(${NAME})`, 'uy');
const ATTRIBUTE = new RegExp(`[ \\t\\n]+(${NAME})[ \\t\\n]*=[ \\t\\n]*(?:"([^<"]*)"|'([^<']*)')`, 'uy');
const OPENING_END = /[ \t\n]*(\/?)>/y;
const CLOSING = new RegExp(`</(${NAME})[ \\t\\n]*>`, 'uy');
const REFERENCE = new RegExp(`&(?:#(\\d+);|#x([0-9A-Fa-f]+);|(${NAME});)?`, 'gu');
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

class XmlReader {
  readonly #text: string;
  readonly #handler: XmlHandler;
  /** The elements that are open, with the lines of their tags. */
  readonly #open: { readonly name: string; readonly line: number }[] = [];
  #hasRoot = false;
  #at = 0;
  #line = 1;
  #lineEnd: number;

  constructor(text: string, handler: XmlHandler) {
    this.#text = text;
    this.#handler = handler;
    this.#lineEnd = this.#endOfLine(0);
  }

  read(): void {
    const forbidden = this.#text.search(FORBIDDEN);
    if (forbidden !== -1) {
      const code = this.#text.codePointAt(forbidden)?.toString(16).toUpperCase().padStart(4, '0');
      this.#fail(`XML does not allow the character U+${code}.`, forbidden);
    }
    if (/^<\?xml\s/.test(this.#text) && !this.#take(DECLARATION)) this.#fail('The XML declaration is wrong.');
    while (this.#at < this.#text.length) {
      if (this.#text[this.#at] === '<') this.#markup();
      else this.#characters();
    }
    const inner = this.#open.at(-1);
    if (inner) this.#fail(`The element ${inner.name} of line ${inner.line} has no end tag.`);
    if (!this.#hasRoot) throw new NotXml('The file has no element.');
  }

  #markup(): void {
    if (this.#text.startsWith('<!--', this.#at)) this.#comment();
    else if (this.#text.startsWith('<![CDATA[', this.#at)) this.#cdata();
    else if (this.#text.startsWith('<?', this.#at)) this.#instruction();
    else if (this.#text.startsWith('</', this.#at)) this.#closing();
    else if (/^<!DOCTYPE/i.test(this.#text.slice(this.#at, this.#at + 9)))
      throw new NotXml('A document type (DOCTYPE) is not allowed.');
    else this.#opening();
  }

  #characters(): void {
    const from = this.#at;
    const next = this.#text.indexOf('<', from);
    this.#at = next === -1 ? this.#text.length : next;
    const text = this.#text.slice(from, this.#at);
    if (this.#open.length === 0) {
      const outside = text.search(/[^ \t\n]/);
      if (outside !== -1) this.#fail('There is text outside of the outermost element.', from + outside);
      return;
    }
    const end = text.indexOf(']]>');
    if (end !== -1) this.#fail('Text must not contain "]]>".', from + end);
    this.#handler.text(this.#withoutReferences(text, from));
  }

  #comment(): void {
    const from = this.#at;
    const end = this.#text.indexOf('--', from + 4);
    if (end === -1) this.#fail('The comment has no end.', from);
    if (this.#text[end + 2] !== '>') this.#fail('A comment must not contain "--".', end);
    this.#at = end + 3;
  }

  #cdata(): void {
    const from = this.#at;
    if (this.#open.length === 0) this.#fail('There is text outside of the outermost element.', from);
    const end = this.#text.indexOf(']]>', from);
    if (end === -1) this.#fail('The CDATA section has no end.', from);
    this.#handler.text(this.#text.slice(from + 9, end));
    this.#at = end + 3;
  }

  #instruction(): void {
    const from = this.#at;
    const [, name] = this.#take(INSTRUCTION) ?? this.#fail('A processing instruction has no name.');
    if (name?.toLowerCase() === 'xml')
      this.#fail('The XML declaration must be the first characters of the file.', from);
    const end = this.#text.indexOf('?>', this.#at);
    if (end === -1) this.#fail('The processing instruction has no end.', from);
    this.#at = end + 2;
  }

  #opening(): void {
    const from = this.#at;
    const [, name = ''] = this.#take(OPENING) ?? this.#fail('A "<" begins no tag. Write &lt; in texts.');
    const line = this.#lineOf(from);
    if (this.#open.length === 0 && this.#hasRoot)
      this.#fail(`The element ${name} is outside of the outermost element.`, from);
    const attributes = this.#attributes();
    const [, slash] = this.#take(OPENING_END) ?? this.#fail(`The tag of the element ${name} is wrong.`);
    this.#hasRoot = true;
    this.#handler.start(name, attributes, line);
    if (slash === '/') this.#handler.end();
    else this.#open.push({ name, line });
    if (this.#open.length > MAX_DEPTH) this.#fail(`Elements are more than ${MAX_DEPTH} deep.`);
  }

  #attributes(): Record<string, string> {
    const all: [string, string][] = [];
    const names = new Set<string>();
    for (;;) {
      const from = this.#at;
      const found = this.#take(ATTRIBUTE);
      if (!found) return Object.fromEntries(all);
      const [, name = '', quoted, single = ''] = found;
      if (names.has(name)) this.#fail(`The element has the attribute ${name} twice.`, from);
      names.add(name);
      all.push([name, this.#withoutReferences(quoted ?? single, from)]);
    }
  }

  #closing(): void {
    const from = this.#at;
    const [, name] = this.#take(CLOSING) ?? this.#fail('An end tag is wrong.');
    const open = this.#open.pop() ?? this.#fail(`The end tag of ${name} has no start tag.`, from);
    if (open.name !== name)
      this.#fail(`The end tag is of ${name}, but ${open.name} of line ${open.line} is open.`, from);
    this.#handler.end();
  }

  /** @param from where the text stands. */
  #withoutReferences(text: string, from: number): string {
    if (!text.includes('&')) return text;
    return text.replace(REFERENCE, (reference, decimal, hexadecimal, name, place: number) => {
      const fail = (sentence: string) => this.#fail(sentence, from + place);
      if (reference === '&') return fail('An "&" begins no reference. Write &amp; in texts.');
      if (name !== undefined) return ENTITIES.get(name) ?? fail(`The entity ${reference} is not declared.`);
      const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
      const character = code > 0x10ffff ? '\0' : String.fromCodePoint(code);
      return FORBIDDEN.test(character)
        ? fail(`XML does not allow the character that ${reference} refers to.`)
        : character;
    });
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found) this.#at = pattern.lastIndex;
    return found;
  }

  #fail(sentence: string, place = this.#at): never {
    throw new NotXml(`Line ${this.#lineOf(place)} is not XML: ${sentence}`);
  }

  /** Places only grow, except for that of a failure. The end of a line is kept, because a document can be one line. */
  #lineOf(place: number): number {
    while (this.#lineEnd < place) {
      this.#line += 1;
      this.#lineEnd = this.#endOfLine(this.#lineEnd + 1);
    }
    return this.#line;
  }

  #endOfLine(start: number): number {
    const end = this.#text.indexOf('\n', start);
    return end === -1 ? this.#text.length : end;
  }
}
