/**
 * Reads what a store says of deliveries, in the messages of DDEX for SFTP: AcknowledgementMessage (1.8),
 * ErnAcknowledgementStatusMessage (1.7) and FtpAcknowledgementMessage (up to 1.6). Pure.
 */
import { NotXml } from '../xml/parse-xml.ts';
import { at, textsAt, type XmlNode, xmlTree } from '../xml/xml-tree.ts';
import { requestsOfStore, storeValue } from './requests-of-store.ts';

/** Thrown for what is not an acknowledgement, with a sentence for operators. */
export class UnreadableAcknowledgement extends Error {
  override name = 'UnreadableAcknowledgement';
}

/** What a store says of one delivery. */
export interface Acknowledged {
  /** How the delivery is named: by its message, or by the release and the digits of the time of its folder. */
  readonly about:
    | { readonly messageId: string }
    | { readonly releaseId: string; readonly stamp: string }
    | undefined;
  readonly says: Said;
  /** All values as the store wrote them. */
  readonly words: string;
  /** Further requests of the store, as sentences; empty if there are none. */
  readonly asks: string;
}

/**
 * `completed_takedown` if the delivery was a takedown. `received`: the files arrived, and nothing else is stated. `unclear`:
 * a person has to read it.
 */
type Said = 'completed' | 'completed_takedown' | 'rejected' | 'received' | 'unclear';

const COMPLETED: readonly string[] = [
  'SuccessfullyIngestedByReleaseDistributor',
  'ReleaseStagedForPublication',
  'ReleaseMadeAvailableToConsumers',
];
const REJECTED: readonly string[] = [
  'ProcessingErrorAtReleaseDistributor',
  'RightsConflict',
  'ReleaseViolatesTermsOfService',
];
/** Other values of the status of a message are errors. */
const FILE_ERRORS: readonly string[] = [
  'ArtistRoleUnknown',
  'CommercialReleaseDateInvalid',
  'ConflictingAvailabilityPeriods',
  'DuplicatedPublisherNames',
  'ErnMissing',
  'IdentifierInvalid',
  'IdentifierSyntaxInvalid',
  'InternalError',
  'MetadataMissing',
  'NewReleaseMessageInvalid',
  'NoDealForTrackRelease',
  'NoDealInNewReleaseMessage',
  'OriginalReleaseDateLaterThanReleaseDate',
  'PrimaryArtistNameMissing',
  'ResourceCorrupt',
  'ResourceMissing',
  'ResourceNotMeetingSpecifications',
  'SignatureOrHashSumWrongOrMissing',
  'UnsupportedUsage',
  'UserDefined',
];

/** @throws UnreadableAcknowledgement */
export function readAcknowledgement(document: string): readonly Acknowledged[] {
  const root = treeOf(document);
  switch (root.name) {
    case 'AcknowledgementMessage':
    case 'ErnAcknowledgementStatusMessage':
      return ofMessage(root);
    case 'FtpAcknowledgementMessage':
      return [ofFile(root)];
    default:
      throw new UnreadableAcknowledgement(`The file is a ${shortened(root.name)}, not an acknowledgement.`);
  }
}

function treeOf(document: string): XmlNode {
  try {
    return xmlTree(document);
  } catch (error) {
    throw error instanceof NotXml ? new UnreadableAcknowledgement(error.message) : error;
  }
}

function ofMessage(root: XmlNode): readonly Acknowledged[] {
  const statuses = at(root, 'ReleaseStatus');
  if (statuses.length === 0) throw new UnreadableAcknowledgement('The acknowledgement names no release.');
  return statuses.flatMap(ofRelease);
}

function ofRelease(node: XmlNode): readonly Acknowledged[] {
  // In the older message, the composite and its value have the same name.
  const statuses = valuesAt(node, ['ReleaseStatus'], ['ReleaseStatus', 'ReleaseStatus']);
  const errors = textsAt(node, 'ErrorText');
  const asks = shortened(requestsOfStore(node).join(' '), MOST_ASKED);
  const acknowledged = at(node, 'Acknowledgement');
  if (acknowledged.length === 0) return [{ about: undefined, ...said(statuses, [], errors), asks }];
  return acknowledged.map((each) => {
    const [messageId] = textsAt(each, 'MessageId');
    const values = valuesAt(each, ['MessageStatus', 'Status']);
    const information = textsAt(each, 'MessageStatus', 'Information');
    return {
      about: messageId === undefined ? undefined : { messageId },
      ...said(statuses, values, [...errors, ...information]),
      asks,
    };
  });
}

interface Value {
  readonly text: string;
  /** With what the store has defined itself. */
  readonly words: string;
}

const valuesAt = (node: XmlNode, ...paths: readonly (readonly string[])[]): readonly Value[] =>
  paths
    .flatMap((path) => at(node, ...path))
    .flatMap((each) => (each.text === '' ? [] : [{ text: each.text, words: storeValue(each) }]));

function ofFile(root: XmlNode): Acknowledged {
  const [messageId] = textsAt(root, 'AcknowledgedMessageId');
  const [releaseId] = textsAt(root, 'AcknowledgedFile', 'ReleaseId');
  const [date = ''] = textsAt(root, 'AcknowledgedFile', 'Date');
  const values = valuesAt(root, ['FileStatus'], ['FileStatus', 'Status']);
  const ofFolder = releaseId === undefined ? undefined : { releaseId, stamp: date.replaceAll(/\D/g, '') };
  return {
    about: messageId === undefined ? ofFolder : { messageId },
    ...said([], values, textsAt(root, 'ErrorText')),
    asks: shortened(requestsOfStore(root).join(' '), MOST_ASKED),
  };
}

function said(
  statuses: readonly Value[],
  values: readonly Value[],
  texts: readonly string[],
): Pick<Acknowledged, 'says' | 'words'> {
  const shown = [...statuses, ...values.filter(({ text }) => isNotOk(text))].map(({ words }) => words);
  // The values come last, and are not lost behind a long text.
  const text = shortened([...new Set(texts)].join(' '), MOST_WORDS);
  const words = `${text} ${shortened([...new Set(shown)].join(' '), MOST_WORDS)}`.trim() || 'FileOK';
  return { says: meaningOf(textsOf(statuses), textsOf(values)), words };
}

const textsOf = (values: readonly Value[]): readonly string[] => values.map(({ text }) => text);

const isNotOk = (value: string): boolean => value !== 'FileOK';

function meaningOf(statuses: readonly string[], values: readonly string[]): Said {
  const wrong = values.filter(isNotOk);
  const isKnown = wrong.every((value) => FILE_ERRORS.includes(value));
  if (statuses.some((status) => REJECTED.includes(status))) return isKnown ? 'rejected' : 'unclear';
  if (wrong.length > 0)
    return isKnown && statuses.every((status) => !isGood(status)) ? 'rejected' : 'unclear';
  if (statuses.length === 0) return values.length > 0 ? 'received' : 'unclear';
  if (statuses.every((status) => COMPLETED.includes(status))) return 'completed';
  if (statuses.every((status) => status === 'ReleaseNotAvailable')) return 'completed_takedown';
  return 'unclear';
}

const isGood = (status: string): boolean => COMPLETED.includes(status) || status === 'ReleaseNotAvailable';

const MOST_WORDS = 900;
const MOST_ASKED = 500;

/** In one line, because the store chooses the text. The rest is in its file. */
function shortened(text: string, most = MOST_WORDS): string {
  const line = text.replaceAll(/[\p{C}\s]+/gu, ' ').trim();
  return line.length <= most ? line : `${line.slice(0, most)}\u2026`;
}
