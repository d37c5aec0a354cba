/**
 * The parts of ERN 4.3 and 4.3.2 that our messages use: the children of each element in their order, and how
 * many there may be.
 */
import type { XmlNode } from './xml-tree.ts';

const title = 'DisplayTitleText+ DisplayTitle+';
const displayArtist = 'DisplayArtistName+ DisplayArtist+';
const recordingWith = (statement = '') =>
  `${title} ${displayArtist} Contributor* Duration ParentalWarningType+ ${statement}LanguageOfPerformance*`;
const recording = recordingWith();
const technical = 'TechnicalResourceDetailsReference DeliveryFile* IsClip? ClipDetails*';

/**
 * `?` at most one, `*` any number, `+` at least one, otherwise exactly one; `(|)` either. An element that is not
 * here has only text.
 */
const structure: Readonly<Record<string, string>> = {
  'ern:NewReleaseMessage': 'MessageHeader PartyList ResourceList ReleaseList DealList?',
  MessageHeader:
    'MessageThreadId? MessageId MessageSender MessageRecipient+ MessageCreatedDateTime MessageControlType?',
  MessageSender: 'PartyId PartyName?',
  MessageRecipient: 'PartyId PartyName?',
  PartyList: 'Party+',
  Party: 'PartyReference PartyName+ PartyId*',
  'Party/PartyId': 'ISNI? IpiNameNumber?',
  WorkId: 'ISWC?',
  PartyName: 'FullName',
  ResourceList: 'SoundRecording* Video* Image* Text*',
  SoundRecording: `ResourceReference Type SoundRecordingEdition+ WorkId* ${recording}`,
  SoundRecordingEdition: 'Type? ResourceId+ PLine* TechnicalDetails*',
  Video: `ResourceReference Type VideoEdition+ WorkId* ${recording}`,
  VideoEdition: 'Type? ResourceId+ PLine* TechnicalDetails*',
  Image: 'ResourceReference Type ResourceId+ ParentalWarningType* TechnicalDetails*',
  Text: 'ResourceReference Type ResourceId* ParentalWarningType* TechnicalDetails* LanguageOfText*',
  'Text/TechnicalDetails': 'TechnicalResourceDetailsReference TextCodecType? File? IsProvidedInDelivery?',
  'SoundRecordingEdition/TechnicalDetails': technical,
  'VideoEdition/TechnicalDetails': technical,
  'Image/TechnicalDetails':
    'TechnicalResourceDetailsReference ImageCodecType? ImageHeight? ImageWidth? File? IsProvidedInDelivery?',
  ResourceId: 'ISRC? ProprietaryId*',
  PLine: 'Year PLineCompany PLineText',
  CLine: 'Year CLineText',
  DeliveryFile: 'Type File? IsProvidedInDelivery?',
  File: 'URI HashSum? FileSize?',
  HashSum: 'Algorithm HashSumValue',
  ClipDetails: 'TechnicalResourceDetailsReference ClipType Timing* ExpressionType',
  Timing: 'StartPoint EndPoint?',
  DisplayTitle: 'TitleText SubTitle*',
  DisplayArtist: 'ArtistPartyReference DisplayArtistRole',
  Contributor: 'ContributorPartyReference Role* InstrumentType*',
  ReleaseList: 'Release? TrackRelease*',
  Release:
    `ReleaseReference ReleaseType+ ReleaseId ${title} ${displayArtist} ReleaseLabelReference+ PLine* CLine* ` +
    'Duration? Genre+ ReleaseDate* ParentalWarningType+ IsMultiArtistCompilation? ResourceGroup',
  ReleaseId: 'ICPN? CatalogNumber? ProprietaryId*',
  Genre: 'GenreText SubGenre?',
  ResourceGroup: 'SequenceNumber? ResourceGroup* ResourceGroupContentItem* LinkedReleaseResourceReference*',
  ResourceGroupContentItem: 'SequenceNumber? ReleaseResourceReference LinkedReleaseResourceReference*',
  TrackRelease: 'ReleaseReference ReleaseId ReleaseResourceReference ReleaseLabelReference+ Genre+',
  DealList: 'ReleaseDeal+',
  ReleaseDeal: 'DealReleaseReference+ Deal+',
  Deal: 'DealTerms',
  DealTerms: 'TerritoryCode+ ValidityPeriod+ CommercialModelType* UseType* IsPreOrderDeal?',
  ValidityPeriod: 'StartDateTime EndDateTime?',
};

const releaseWithDisplayGenres = (rule: string | undefined) =>
  rule?.replace(' Genre+', ' DisplayGenre+') ?? '';

/** What differs in 4.3.2. */
const differing: typeof structure = {
  SoundRecording: `ResourceReference Type SoundRecordingEdition+ WorkId* ${recordingWith('ContainsAI? ')}`,
  Video: `ResourceReference Type VideoEdition+ WorkId* ${recordingWith('ContainsAI? ')}`,
  Image: 'ResourceReference Type ResourceId+ ParentalWarningType* ContainsAI? TechnicalDetails*',
  Contributor: '(ContributorPartyReference|SpecialContributor) Role* InstrumentType* AiContribution?',
  Role: 'Value InstrumentType*',
  Release: releaseWithDisplayGenres(structure['Release']),
  TrackRelease: releaseWithDisplayGenres(structure['TrackRelease']),
  DisplayGenre: 'GenreText SubGenre?',
};

/** @returns what is wrong with a message; nothing if all is as it must be. */
export const structureFaults = (message: XmlNode): readonly string[] =>
  faultsBelow(
    message,
    message.attributes['xmlns:ern']?.endsWith('/432') ? { ...structure, ...differing } : structure,
  );

function faultsBelow(node: XmlNode, rules: typeof structure, parent = ''): readonly string[] {
  const rule = rules[`${parent}/${node.name}`] ?? rules[node.name];
  const below = node.children.flatMap((child) => faultsBelow(child, rules, node.name));
  const names = node.children.map(({ name }) => `${name} `).join('');
  if (rule === undefined) return node.children.length === 0 ? below : [...below, `${node.name} has children`];
  const pattern = rule
    .split(' ')
    .map((term) => term.replace(/[A-Za-z]+/g, '(?:$& )'))
    .join('');
  return new RegExp(`^${pattern}$`).test(names) ? below : [...below, `${node.name} has ${names}`];
}
