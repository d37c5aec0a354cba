/** Finds the elements of a message that are not read, so that nothing vanishes without a note. */
import type { XmlNode } from '../xml/xml-tree.ts';

const ofTitle = 'DisplayTitleText DisplayTitle AdditionalTitle';
const ofDisplay = `${ofTitle} DisplayArtistName DisplayArtist`;
const ofRecording = `ResourceReference Type ResourceId WorkId ${ofDisplay} Contributor PLine Duration ParentalWarningType ContainsAI LanguageOfPerformance TechnicalDetails`;
const ofEdition = 'Type ResourceId PLine RecordingMode TechnicalDetails';

/** The elements that are read, or that have their own notes, by the element that they are in. */
const read: Readonly<Record<string, string>> = {
  NewReleaseMessage: 'MessageHeader ReleaseAdmin PartyList ResourceList ReleaseList DealList',
  Party: 'PartyReference PartyName PartyId',
  SoundRecording: `${ofRecording} SoundRecordingEdition`,
  SoundRecordingEdition: ofEdition,
  Video: `${ofRecording} VideoEdition`,
  VideoEdition: ofEdition,
  Image: 'ResourceReference Type ResourceId Contributor ParentalWarningType ContainsAI TechnicalDetails',
  Text: `ResourceReference Type ResourceId ${ofTitle} ParentalWarningType TechnicalDetails LanguageOfText`,
  ResourceId: 'ISRC',
  WorkId: 'ISWC',
  DisplayArtist: 'ArtistPartyReference DisplayArtistRole SpecialDisplayArtist',
  Contributor: 'ContributorPartyReference SpecialContributor Role InstrumentType AiContribution',
  Release: `ReleaseReference ReleaseType ReleaseId ${ofDisplay} ReleaseLabelReference PLine CLine Duration Genre DisplayGenre ReleaseDate OriginalReleaseDate ParentalWarningType IsMultiArtistCompilation IsSingleArtistCompilation IsCompilation ResourceGroup`,
  ReleaseId: 'ICPN CatalogNumber',
  ResourceGroup: `SequenceNumber ${ofTitle} ResourceGroup ResourceGroupContentItem LinkedReleaseResourceReference ResourceGroupReleaseReference`,
  ResourceGroupContentItem: 'SequenceNumber ReleaseResourceReference LinkedReleaseResourceReference',
  DealList: 'ReleaseDeal',
  ReleaseDeal: 'DealReleaseReference Deal',
  Deal: 'DealTerms',
  DealTerms: 'TerritoryCode ExcludedTerritoryCode ValidityPeriod IsPreOrderDeal TakeDown',
};

const names: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(read).map(([parent, children]) => [parent, new Set(children.split(' '))]),
);

/** Elements that are looked through for those in `read`. Track releases give tracks their genres only. */
const containers: ReadonlySet<string> = new Set([...['PartyList', 'ResourceList', 'ReleaseList']]);

/** @returns each of them once, with the element that it is in: "SoundRecording/VersionType". */
export function omittedElements(root: XmlNode): ReadonlySet<string> {
  const omitted = new Set<string>();
  const visit = (node: XmlNode): void => {
    const readNames = names.get(node.name);
    if (!readNames && !containers.has(node.name)) return;
    for (const child of node.children) {
      if (readNames && !readNames.has(child.name)) omitted.add(`${node.name}/${child.name}`);
      else visit(child);
    }
  };
  visit(root);
  return omitted;
}
