/** Writes a delivery as a NewReleaseMessage of DDEX ERN 4.3. */
import type { Settings } from '../../../platform/settings.ts';
import type { Parcel } from '../parcel.ts';
import { dealList } from './deals.ts';
import { namespaceOf } from './identifiers.ts';
import type { MessageFile } from './package-files.ts';
import { Parties } from './parties.ts';
import { resourceList } from './recordings.ts';
import { releaseList } from './releases.ts';
import { type XmlElement, xmlDocument } from './xml-document.ts';

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
  const parts = { parcel, files, parties, namespace: namespaceOf(settings.sender.partyId) };
  // These fill the list of parties, so they come first.
  const resources = resourceList(parts);
  const releases = releaseList(parts);
  return xmlDocument({
    'ern:NewReleaseMessage': {
      '@xmlns:ern': 'http://ddex.net/xml/ern/43',
      '@xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
      '@xsi:schemaLocation':
        'http://ddex.net/xml/ern/43 http://service.ddex.net/xml/ern/43/release-notification.xsd',
      '@ReleaseProfileVersionId': profileOf(parcel),
      '@AvsVersionId': '3',
      '@LanguageAndScriptCode': parcel.release.language ?? 'en',
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
  { sender, recipientPartyIds, areTests }: MessageSettings,
): XmlElement {
  return {
    MessageThreadId: `album-${release.id}-dsp-${dsp.id}`,
    MessageId: storeDeliveryId,
    MessageSender: { PartyId: sender.partyId, PartyName: { FullName: sender.name } },
    MessageRecipient: {
      PartyId: recipientPartyIds[dsp.id] ?? `PADPIDA${dsp.id.padStart(10, '0')}`,
      PartyName: { FullName: dsp.name },
    },
    MessageCreatedDateTime: createdAt,
    MessageControlType: areTests ? 'TestMessage' : 'LiveMessage',
  };
}
