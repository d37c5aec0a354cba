/** The ManifestMessage of DDEX that tells a store that a batch is complete. A delivery is a batch of one release. */

import { recipientPartyId } from '../../ern/write/recipient.ts';
import { xmlDocument } from '../../ern/xml/xml-document.ts';
import { readSettings } from '../../platform/settings.ts';
import { dspById } from '../../reference/data/dsps.ts';
import type { Delivery } from '../api/deliveries.ts';
import type { StoreConnection } from '../stores/connected/connection.ts';
import type { PackageManifest } from './package-manifest.ts';
import type { StoreNames } from './store-names.ts';

interface Batch {
  readonly dspId: string;
  readonly type: Delivery['fields']['type'];
  readonly connection: Pick<StoreConnection, 'partyId' | 'priority'>;
  /** The id of the message. */
  readonly folder: string;
  readonly manifest: Pick<PackageManifest, 'message' | 'media'>;
  readonly names: StoreNames;
  /** The folder of the batch. */
  readonly rootFolder: string;
  readonly releaseId: string;
  readonly readyAt: string;
}

/** The same for all attempts, because the store can have a part of it. */
export function batchManifest(batch: Batch): string {
  const { dspId, connection, folder, manifest, names, rootFolder, releaseId, readyAt } = batch;
  const { packages } = readSettings();
  const { sender, areTests } = packages;
  const recipient = connection.partyId ?? recipientPartyId(dspId, packages);
  const id = /^\d{12,13}$/.test(releaseId)
    ? { ICPN: releaseId }
    : { ProprietaryId: { '@Namespace': sender.partyId, '#text': releaseId } };
  return xmlDocument({
    'ernm:ManifestMessage': {
      '@xmlns:ernm': 'http://ddex.net/xml/ern-c-sftp/18',
      '@MessageVersionId': '1.8',
      '@AvsVersionId': '3',
      MessageHeader: {
        MessageSender: { PartyId: sender.partyId, PartyName: { FullName: sender.name } },
        MessageRecipient: { PartyId: recipient, PartyName: { FullName: dspById(dspId)?.name ?? dspId } },
        MessageCreatedDateTime: readyAt,
      },
      IsTestFlag: areTests,
      RootDirectory: `/${rootFolder}`,
      NumberOfMessages: 1,
      MessageInBatch: {
        MessageType: 'NewReleaseMessage',
        MessageId: folder,
        URL: `/${names.message}`,
        IncludedReleaseId: id,
        DeliveryType: deliveryType(batch),
        ProductType: productTypes[manifest.media],
        HashSum: {
          HashSumValue: manifest.message.sha256,
          HashSumAlgorithmType: 'SHA-256',
          HashSumDataType: 'HexBinary',
        },
      },
    },
  });
}

const productTypes: Readonly<Record<PackageManifest['media'], string>> = {
  audio: 'AudioProduct',
  video: 'VideoProduct',
  mixed: 'MixedMediaBundleProduct',
};

/** What the store has of the release already comes before the priority. How old back catalogue is, DDEX does not say. */
function deliveryType({ type, connection }: Pick<Batch, 'type' | 'connection'>): string {
  if (type === 'takedown') return 'TakeDown';
  if (type !== 'delivery') return 'ReDelivery';
  return connection.priority === 'P' ? 'HighPriorityDelivery' : 'NewReleaseDelivery';
}
