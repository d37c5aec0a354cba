/**
 * The parts of ERN 4.3 that our messages use: the children of each element in their order, and how many there
 * may be.
 */
import type { XmlNode } from './xml-tree.ts';

const title = 'DisplayTitleText+ DisplayTitle+ AdditionalTitle*';
const displayArtist = 'DisplayArtistName+ DisplayArtist+';
const recording = `${title} ${displayArtist} Contributor* Duration ParentalWarningType+ LanguageOfPerformance*`;
const technical = 'TechnicalResourceDetailsReference DeliveryFile* IsClip? ClipDetails*';

/**
 * `?` at most one, `*` any number, `+` at least one, otherwise exactly one. An element that is not here has
 * only text.
 */
const structure: Readonly<Record<string, string>> = {
  'ern:NewReleaseMessage': 'MessageHeader PartyList ResourceList ReleaseList DealList?',
  MessageHeader:
    'MessageThreadId? MessageId MessageSender MessageRecipient+ MessageCreatedDateTime MessageControlType?',
  MessageSender: 'PartyId PartyName?',
  MessageRecipient: 'PartyId PartyName?',
  PartyList: 'Party+',
  Party: 'PartyReference PartyName+',
  PartyName: 'FullName',
  ResourceList: 'SoundRecording* Video* Image* Text*',
  SoundRecording: `ResourceReference Type SoundRecordingEdition+ ${recording}`,
  SoundRecordingEdition: 'Type? ResourceId+ PLine* TechnicalDetails*',
  Video: `ResourceReference Type VideoEdition+ ${recording}`,
  VideoEdition: 'Type? ResourceId+ PLine* TechnicalDetails*',
  Image: 'ResourceReference Type ResourceId+ ParentalWarningType* TechnicalDetails*',
  Text: 'ResourceReference Type ResourceId* ParentalWarningType* TechnicalDetails* LanguageOfText*',
  'Text/TechnicalDetails': 'TechnicalResourceDetailsReference TextCodecType? File? IsProvidedInDelivery?',
  'SoundRecordingEdition/TechnicalDetails': technical,
  'VideoEdition/TechnicalDetails': technical,
  'Image/TechnicalDetails': 'TechnicalResourceDetailsReference File? IsProvidedInDelivery?',
  ResourceId: 'ISRC? ProprietaryId*',
  PLine: 'Year? PLineCompany? PLineText',
  CLine: 'Year? CLineCompany? CLineText',
  DeliveryFile: 'Type File? IsProvidedInDelivery?',
  File: 'URI HashSum? FileSize?',
  HashSum: 'Algorithm HashSumValue',
  ClipDetails: 'TechnicalResourceDetailsReference ClipType Timing* ExpressionType',
  Timing: 'StartPoint EndPoint?',
  DisplayTitle: 'TitleText SubTitle*',
  AdditionalTitle: 'TitleText SubTitle*',
  DisplayArtist: 'ArtistPartyReference DisplayArtistRole',
  Contributor: 'ContributorPartyReference Role* InstrumentType*',
  ReleaseList: 'Release? TrackRelease*',
  Release:
    `ReleaseReference ReleaseType+ ReleaseId ${title} ${displayArtist} ReleaseLabelReference+ PLine* CLine* ` +
    'Duration? Genre+ ReleaseDate* ParentalWarningType+ ResourceGroup',
  ReleaseId: 'ICPN? CatalogNumber? ProprietaryId*',
  Genre: 'GenreText',
  ResourceGroup: 'SequenceNumber? ResourceGroup* ResourceGroupContentItem* LinkedReleaseResourceReference*',
  ResourceGroupContentItem: 'SequenceNumber? ReleaseResourceReference LinkedReleaseResourceReference*',
  TrackRelease:
    `ReleaseReference ReleaseId ${title} ReleaseResourceReference LinkedReleaseResourceReference* ` +
    'ReleaseLabelReference+ Genre+',
  DealList: 'ReleaseDeal+',
  ReleaseDeal: 'DealReleaseReference+ Deal+',
  Deal: 'DealTerms',
  DealTerms: 'TerritoryCode+ ValidityPeriod+ CommercialModelType* UseType*',
  ValidityPeriod: 'StartDate? StartDateTime? EndDateTime?',
};

/** @returns what is wrong with an element or those below it; nothing if all are as they must be. */
export function structureFaults(node: XmlNode, parent = ''): readonly string[] {
  const rule = structure[`${parent}/${node.name}`] ?? structure[node.name];
  const below = node.children.flatMap((child) => structureFaults(child, node.name));
  const names = node.children.map(({ name }) => `${name} `).join('');
  if (rule === undefined) return node.children.length === 0 ? below : [...below, `${node.name} has children`];
  const pattern = rule
    .split(' ')
    .map((term) => term.replace(/^([A-Za-z]+)([?*+]?)$/, '(?:$1 )$2'))
    .join('');
  return new RegExp(`^${pattern}$`).test(names) ? below : [...below, `${node.name} has ${names}`];
}
