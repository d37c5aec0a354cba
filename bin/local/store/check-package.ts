/** Checks a package that came to the store of this machine, as a store does before it takes it. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { at, localName, textAt, type XmlNode, xmlTree } from '../../../shared/ern/xml/xml-tree.ts';

export interface CheckedPackage {
  readonly messageId: string;
  /** The UPC, or another id of the release. */
  readonly releaseId: string;
  readonly title: string;
  readonly isTakedown: boolean;
  readonly files: number;
  /** Of its recordings. */
  readonly isrcs: readonly string[];
  /** What is wrong with it, as sentences. */
  readonly faults: readonly string[];
}

/** @param message the path of the message. */
export async function checkedPackage(message: string): Promise<CheckedPackage> {
  const root = xmlTree(await readFile(message, 'utf8'));
  const named = filesIn(root);
  const faults: string[] = [];
  for (const { uri, sha256 } of named) faults.push(...(await faultsOf(dirname(message), uri, sha256)));
  const release = at(root, 'ReleaseList', 'Release')[0];
  return {
    messageId: textAt(root, 'MessageHeader', 'MessageId') ?? '',
    releaseId: textAt(release, 'ReleaseId', 'ICPN') ?? textAt(release, 'ReleaseId', 'ProprietaryId') ?? '',
    title: textAt(release, 'DisplayTitleText') ?? '',
    isTakedown: named.length === 0,
    files: named.length,
    isrcs: isrcsIn(root),
    faults,
  };
}

interface NamedFile {
  readonly uri: string;
  readonly sha256: string | undefined;
}

/** At any depth of the list of resources. */
function isrcsIn(root: XmlNode): string[] {
  const within = (node: XmlNode): string[] =>
    localName(node.name) === 'ISRC' ? [node.text] : node.children.flatMap(within);
  return [...new Set(at(root, 'ResourceList').flatMap(within))];
}

/** All files that a message names, at any depth. */
function filesIn(node: XmlNode): NamedFile[] {
  if (localName(node.name) === 'File') {
    const uri = textAt(node, 'URI');
    return uri === undefined ? [] : [{ uri, sha256: textAt(node, 'HashSum', 'HashSumValue') }];
  }
  return node.children.flatMap(filesIn);
}

async function faultsOf(folder: string, uri: string, sha256: string | undefined): Promise<string[]> {
  if (normalize(uri).startsWith('..')) return [`${uri} is not in the folder.`];
  const hash = createHash('sha256');
  try {
    for await (const piece of createReadStream(join(folder, uri))) hash.update(piece);
  } catch {
    return [`${uri} is missing.`];
  }
  const found = hash.digest('hex');
  return sha256 === undefined || sha256 === found
    ? []
    : [`${uri} does not have the checksum stated in the message.`];
}
