/** What a store asks for in an acknowledgement besides accepting or rejecting the release. Pure. */
import { at, textsAt, type XmlNode } from '../xml/xml-tree.ts';

const PROPOSED: Readonly<Record<string, string>> = {
  DoNotResendAffectedResource: 'The store asks not to send the affected resources again.',
  DoNotResendRelease: 'The store asks not to send the release again.',
  ResendXmlOnly: 'The store asks for the message again, without the files.',
  ResendXmlAndResources: 'The store asks for the message and the files again.',
};

const CHECKS: Readonly<Record<string, string>> = {
  true: 'Somebody must check it before it is sent again.',
  false: 'It can be sent again as it is.',
};

/** @param node a ReleaseStatus. @returns a sentence for each of its elements, with values that are not known as they are. */
export function requestsOfStore(node: XmlNode): readonly string[] {
  const proposed = at(node, 'ProposedActionType').map(storeValue);
  const checks = textsAt(node, 'ManualCheckRequired');
  const affected = at(node, 'AffectedResource').map(textsWithin);
  const claimants = at(node, 'Claimant').map(textsWithin);
  return [
    ...proposed.map((value) => PROPOSED[value] ?? `The store proposes ${value}.`),
    ...checks.map((value) => CHECKS[xsdBoolean(value)] ?? `ManualCheckRequired is ${value}.`),
    ...listed('It is about', affected),
    ...listed('Also claimed by', claimants),
  ];
}

/** @returns the value that a store has defined itself with the text. */
export function storeValue({ text, attributes }: XmlNode): string {
  const own = attributes['UserDefinedValue'];
  return own === undefined || own === '' ? text : `${text} (${own})`;
}

const xsdBoolean = (text: string): string => ({ 1: 'true', 0: 'false' })[text] ?? text.toLowerCase();

function listed(what: string, values: readonly string[]): readonly string[] {
  const known = values.filter((value) => value !== '');
  return known.length === 0 ? [] : [`${what} ${known.join(', ')}.`];
}

/** @example 'ISRC QZABC2700001' */
function textsWithin(node: XmlNode): string {
  return node.children.map((child) => namedText(child)).join(' ');
}

function namedText(node: XmlNode): string {
  if (node.children.length > 0) return textsWithin(node);
  return /Name$/.test(node.name) ? node.text : `${node.name} ${node.text}`;
}
