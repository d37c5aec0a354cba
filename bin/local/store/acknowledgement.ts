/** The acknowledgements that the store of this machine writes, as DDEX defines them for SFTP. Pure. */
import { xmlDocument } from '../../../shared/ern/xml/xml-document.ts';
import type { CheckedPackage } from './check-package.ts';

/** How the store responds to a package. */
export const responses = ['accept', 'reject', 'silent', 'broken', 'late', 'twice', 'unclear'] as const;
export type StoreResponse = (typeof responses)[number];

interface Acknowledged {
  readonly checked: Pick<CheckedPackage, 'messageId' | 'releaseId' | 'isTakedown' | 'faults'>;
  readonly response: StoreResponse;
  /** Why packages are rejected. */
  readonly reason: string;
  readonly now: Date;
}

/** YYYYMMDDhhmmssnnn. */
const stampOf = (now: Date): string => now.toISOString().replaceAll(/\D/g, '');

export const acknowledgementName = (messageId: string, now: Date): string =>
  `ACK_${messageId}_${stampOf(now)}.xml`;

export function acknowledgement({ checked, response, reason, now }: Acknowledged): string {
  const { messageId, releaseId, isTakedown, faults } = checked;
  const fault = faults[0] ?? (response === 'reject' ? reason : undefined);
  const accepted = isTakedown ? 'ReleaseNotAvailable' : 'SuccessfullyIngestedByReleaseDistributor';
  const taken = response === 'unclear' ? 'OrderPlacedForReleaseDistributor' : accepted;
  const document = xmlDocument({
    'ernm:AcknowledgementMessage': {
      '@xmlns:ernm': 'http://ddex.net/xml/ern-c-sftp/18',
      '@AvsVersionId': '3',
      MessageHeader: {
        MessageId: `ack-${stampOf(now)}`,
        MessageSender: { PartyId: 'PADPIDA0000000004', PartyName: { FullName: 'A store on this machine' } },
        MessageRecipient: { PartyId: 'PADPIDA0000000000' },
        MessageCreatedDateTime: now.toISOString(),
      },
      ReleaseStatus: {
        ReleaseId: /^\d{12,13}$/.test(releaseId) ? { ICPN: releaseId } : { ProprietaryId: releaseId },
        ReleaseStatus: fault === undefined ? taken : 'ProcessingErrorAtReleaseDistributor',
        ErrorText: fault,
        Acknowledgement: {
          MessageType: 'NewReleaseMessage',
          MessageId: messageId,
          MessageStatus: { Status: statusOf(faults, fault), Information: fault },
        },
      },
    },
  });
  return response === 'broken' ? document.slice(0, document.length / 2) : document;
}

function statusOf(faults: readonly string[], fault: string | undefined): string {
  if (fault === undefined) return 'FileOK';
  return faults.length > 0 ? 'ResourceCorrupt' : 'UserDefined';
}
