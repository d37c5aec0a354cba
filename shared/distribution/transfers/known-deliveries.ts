/** Which deliveries the messages and folders at a store were for. */

import type { Acknowledged } from '../../ern/acknowledgements/read-acknowledgement.ts';
import type { Table } from '../../kit/table/table.ts';
import type { Write } from '../../kit/table/write.ts';
import { storeFolderKey, storeMessageKey } from '../keys.ts';

interface SentMessage {
  readonly dspId: string;
  readonly deliveryId: string;
  readonly messageId: string;
  readonly releaseId: string;
  /** YYYYMMDDhhmmssnnn. */
  readonly stamp: string;
}

/** Written before anything is sent, because the store can acknowledge it before the end of the transfer is recorded. */
export const knownDelivery = ({ dspId, deliveryId, messageId, releaseId, stamp }: SentMessage): Write[] => [
  { put: { ...storeMessageKey(dspId, messageId), deliveryId } },
  { put: { ...storeFolderKey(dspId, releaseId, stamp), deliveryId } },
];

/** @returns undefined if there is none, or several, because a guess could end the wrong delivery. */
export async function deliveryAbout(
  table: Table,
  dspId: string,
  about: NonNullable<Acknowledged['about']>,
): Promise<string | undefined> {
  if ('messageId' in about) {
    const row = await table.get(storeMessageKey(dspId, about.messageId));
    return row && String(row['deliveryId']);
  }
  const { pk, sk } = storeFolderKey(dspId, about.releaseId, about.stamp);
  const rows = await table.query({ partition: pk, prefix: sk, limit: 2 });
  const [only, other] = rows;
  return only && !other ? String(only['deliveryId']) : undefined;
}
