/** Writes XML 1.0 from a tree of plain objects. */
import Builder from 'fast-xml-builder';

type Text = string | number | boolean;

/** Children and attributes (`@name`) in document order. `#text` is the text of an element with attributes. */
export interface XmlElement {
  readonly [name: string]: Text | XmlElement | readonly (Text | XmlElement)[] | undefined;
}

/** Thrown for text that XML 1.0 cannot represent. */
export class UnwritableText extends Error {
  override name = 'UnwritableText';
}

/** Control characters, lone surrogates and two noncharacters (XML 1.0, production 2: Char). */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;

/**
 * @param root one element by name. Undefined members are omitted.
 * @throws UnwritableText
 * @example xmlDocument({ Party: { PartyReference: 'P1' } })
 */
export function xmlDocument(root: XmlElement): string {
  const builder = new Builder({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    textNodeName: '#text',
    format: true,
    suppressEmptyNode: true,
    // Otherwise, an attribute with the value "true" is written without a value.
    suppressBooleanAttributes: false,
  });
  const declaration = { '?xml': { '@version': '1.0', '@encoding': 'UTF-8' } };
  const document: string = builder.build({ ...declaration, ...root });
  if (NOT_IN_XML.test(document)) {
    throw new UnwritableText('The metadata contains a control character, which a package cannot carry.');
  }
  return document;
}
