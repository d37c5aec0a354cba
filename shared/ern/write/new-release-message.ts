/** Writes a delivery as a NewReleaseMessage of DDEX ERN 4.3 or 4.3.2. */
import type { Settings } from '../../platform/settings.ts';
import { type XmlElement, xmlDocument } from '../xml/xml-document.ts';
import { dealList } from './deals.ts';
import { messageVersionFor } from './message-version.ts';
import type { MessageFile } from './package-files.ts';
import type { Parcel } from './parcel.ts';
import { Parties } from './parties.ts';
import { recipientPartyId } from './recipient.ts';
import { resourceList } from './recordings.ts';
import { releaseList } from './releases.ts';
import { messageLanguage } from './titles.ts';

export type MessageSettings = Settings['packages'];

/**
 * ERN 4 does not distinguish an update from a first delivery. Receivers replace a release and its deals with
 * the latest message in the thread of the release.
 * @param files of the package, which describe the resources; empty for a takedown.
 * @throws UnwritableText
 */
export function newReleaseMessage(
  parcel: Parcel,
  files: readonly MessageFile[],
  settings: MessageSettings,
): string {
  const parties = new Parties();
  const version = messageVersionFor(parcel.dsp.id, settings);
  const parts = { parcel, files, parties, version, namespace: settings.sender.partyId };
  // These fill the list of parties, so they come first.
  const resources = resourceList(parts);
  const releases = releaseList(parts);
  return xmlDocument({
    'ern:NewReleaseMessage': {
      '@xmlns:ern': version.namespace,
      '@xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
      '@xsi:schemaLocation': `${version.namespace} ${version.schema}`,
      '@ReleaseProfileVersionId': profileOf(parcel),
      '@AvsVersionId': version.valueSets,
      '@LanguageAndScriptCode': messageLanguage(parcel.release),
      MessageHeader: messageHeader(parcel, settings),
      PartyList: parties.list(),
      ResourceList: resources,
      ReleaseList: releases,
      DealList: dealList(parcel),
    },
  });
}

function profileOf({ release: { tracks, format } }: Parcel): string {
  const videos = tracks.filter(({ isVideo }) => isVideo).length;
  if (videos > 0 && videos < tracks.length) return 'MixedMedia';
  return videos > 0 || format === 'video' ? 'Video' : 'Audio';
}

function messageHeader(
  { storeDeliveryId, dsp, release, createdAt }: Parcel,
  settings: MessageSettings,
): XmlElement {
  const { sender, areTests } = settings;
  return {
    MessageThreadId: `album-${release.id}-dsp-${dsp.id}`,
    MessageId: storeDeliveryId,
    MessageSender: { PartyId: sender.partyId, PartyName: { FullName: sender.name } },
    MessageRecipient: {
      PartyId: recipientPartyId(dsp.id, settings),
      PartyName: { FullName: dsp.name },
    },
    MessageCreatedDateTime: createdAt,
    MessageControlType: areTests ? 'TestMessage' : 'LiveMessage',
  };
}
