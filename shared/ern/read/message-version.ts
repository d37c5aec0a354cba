/** Which messages can be read, by the namespace of their version. */
import { localName, type XmlNode } from '../xml/xml-tree.ts';

/** Schemas were published under several hosts. */
const NAMESPACE = /^https?:\/\/(?:\w+\.)?ddex\.net\/xml\/ern\/(\d+)$/;
/** By their digits. */
const VERSIONS_3: ReadonlySet<string> = new Set(['37', '371', '38', '381', '382', '383']);
const VERSIONS_4: ReadonlySet<string> = new Set(['41', '411', '42', '43', '431', '432']);

/** @returns the digits, such as '432', or undefined if the document is not a message of ERN. */
function digitsIn({ attributes }: XmlNode): string | undefined {
  const namespaces = Object.entries(attributes).flatMap(([key, value]) =>
    localName(key) === key ? (key === 'xmlns' ? value : []) : key.startsWith('xmlns:') ? value : [],
  );
  const [digits] = namespaces.flatMap((each) => NAMESPACE.exec(each.trim())?.[1] ?? []);
  return digits ?? attributes['MessageSchemaVersionId']?.match(/^ern\/(\d+)$/)?.[1];
}

export function isVersion3(root: XmlNode): boolean {
  const digits = digitsIn(root);
  return digits !== undefined && VERSIONS_3.has(digits);
}

/** @returns why the document is not a message that can be read, or undefined. */
export function messageFault(root: XmlNode): string | undefined {
  const digits = digitsIn(root);
  if (digits === undefined) return 'The document is not a message of DDEX ERN.';
  if (!VERSIONS_3.has(digits) && !VERSIONS_4.has(digits))
    return `The message has the version ERN ${[...digits].join('.')}. Only ERN 3.7 to 3.8.3 and 4.1 to 4.3.2 can be imported.`;
  if (root.name !== 'NewReleaseMessage')
    return `${/^[AEIO]/i.test(root.name) || root.name.startsWith('Up') ? 'An' : 'A'} ${root.name} has no releases. Only NewReleaseMessage can be imported.`;
  return undefined;
}
