/** Keys of requests, deliveries and the rows beside them. */
import { type Key, type KeyRow, recordKey, WHOLE } from '../kit/table/keys.ts';
import { deliveryListOf, deliveryLists } from './rules/delivery-lists.ts';
import { isOpen, requestStatuses } from './rules/distribution.ts';
import { LIMIT_WITH_TAKEDOWNS } from './rules/distribution-limits.ts';

export const distributionKeyRows = {
  'distribution-requests': {
    journaled: true,
    links: {
      album: {
        max: LIMIT_WITH_TAKEDOWNS,
        tallies: {
          open: ({ status }) => isOpen(status),
          sent: ({ status }) => status === 'sent',
          'sent-deliveries': (fields) => fields['status'] === 'sent' && fields['request-type'] === 'delivery',
        },
      },
    },
    listed: { lists: requestStatuses, listOf: ({ status }) => String(status) },
    causes: 'always',
  },
  deliveries: {
    journaled: true,
    links: {
      album: { max: LIMIT_WITH_TAKEDOWNS, tallies: { pending: ({ status }) => status === 'pending' } },
      'distribution-request': {
        max: 100,
        tallies: {
          pending: ({ status }) => status === 'pending',
          sent: ({ status }) => status === 'sent',
        },
      },
    },
    listed: { lists: deliveryLists, listOf: deliveryListOf },
    causes: 'always',
  },
} as const satisfies Record<string, KeyRow>;

/** The counter of a series of codes. */
export const codesKey = (kind: string, series: string): Key => ({ pk: `codes#${kind}#${series}`, sk: WHOLE });

const HELD = 'held#';

/** The numbers of a series that are held for an album. */
export const heldNumbersKey = (series: Key, albumId: string): Key => ({
  pk: series.pk,
  sk: `${HELD}${albumId}`,
});

/** @returns the id of the album, or undefined for another row of the series. */
export const heldFor = (sk: string): string | undefined =>
  sk.startsWith(HELD) ? sk.slice(HELD.length) : undefined;

/** The setting of a DSP's store. */
export const storeKey = (dspId: string): Key => ({ pk: `stores#${dspId}`, sk: WHOLE });

/** How a connected store is reached. */
export const connectionKey = (dspId: string): Key => ({ pk: storeKey(dspId).pk, sk: 'connection' });

/** Which DSP is connected to a folder of a server or bucket, so that no two place releases under the same names. */
export const storePlaceKey = (place: StorePlace): Key =>
  'bucket' in place
    ? { pk: `store-place#s3#${place.bucket}`, sk: place.folder || WHOLE }
    : { pk: `store-place#${place.host}#${place.port}`, sk: `${place.user}#${place.folder}` };

type StorePlace =
  | { readonly bucket: string; readonly folder: string }
  | { readonly host: string; readonly port: number; readonly user: string; readonly folder: string };

/** How the last contact with a connected store ended. */
export const contactKey = (dspId: string): Key => ({ pk: storeKey(dspId).pk, sk: 'contact' });

/** The work of `test-store`. */
export const storeTestKey = (dspId: string): Key => ({ pk: storeKey(dspId).pk, sk: 'test' });

/** What the last test of a connected store has found. */
export const testedKey = (dspId: string): Key => ({ pk: storeKey(dspId).pk, sk: 'tested' });

/** The work that reads the acknowledgements of a connected store. */
export const storeReadingKey = (dspId: string): Key => ({ pk: storeKey(dspId).pk, sk: 'reading' });

/** What the last reading of a store has found. */
export const lastReadKey = (dspId: string): Key => ({ pk: storeKey(dspId).pk, sk: 'read' });

/** Who looks at undecided requests, for other reviewers. All of them are read together, and each expires. */
export const LOOKING = 'looking';

export const lookingKey = (requestId: string, actor: string): Key => ({
  pk: LOOKING,
  sk: `${requestId}#${actor}`,
});

/** Which delivery a message to a store was for. */
export const storeMessageKey = (dspId: string, messageId: string): Key => ({
  pk: storeKey(dspId).pk,
  sk: `message#${messageId}`,
});

/** Which delivery a folder at a store was for. @param stamp digits of its time, also only the first. */
export const storeFolderKey = (dspId: string, releaseId: string, stamp: string): Key => ({
  pk: storeKey(dspId).pk,
  sk: `folder#${releaseId}#${stamp}`,
});

const AWAITED = 'awaited#';

/** A delivery that a connected store has not acknowledged. @param sentAt first, so that the oldest is read first. */
export const awaitedKey = (
  dspId: string,
  of: { readonly sentAt: string; readonly deliveryId: string },
): Key => ({
  pk: storeKey(dspId).pk,
  sk: `${AWAITED}${of.sentAt}#${of.deliveryId}`,
});

const READ = 'acknowledgement#';
const UNCLEAR = 'unclear#';
const REPORT = 'report#';

/** An acknowledgement that was read. */
export const acknowledgementKey = (dspId: string, name: string): Key => ({
  pk: storeKey(dspId).pk,
  sk: `${READ}${name}`,
});

/** A sales report that was read. */
export const salesReportKey = (dspId: string, name: string): Key => ({
  pk: storeKey(dspId).pk,
  sk: `${REPORT}${name}`,
});

/** A file of a store that a person has to look at. */
export const unclearKey = (dspId: string, name: string): Key => ({
  pk: storeKey(dspId).pk,
  sk: `${UNCLEAR}${name}`,
});

export const storeFilePrefixes = { acknowledgement: READ, report: REPORT, unclear: UNCLEAR } as const;
export const awaitedPrefix = AWAITED;

/** An approval of a request, which is approved again if it is requeued. */
export interface Approval {
  readonly requestId: string;
  /** When it was approved, which is when its deliveries were created. */
  readonly at: string;
}

/** The release as the deliveries of an approval hand it over. */
export const sharedReleaseKey = (approval: Approval): Key => besideRequest(approval, 'release');

/** Says that the tracks with this digest are marked as delivered. */
export const markedTracksKey = (approval: Approval, digest: string): Key =>
  besideRequest(approval, `marked#${digest}`);

const besideRequest = ({ requestId, at }: Approval, name: string): Key => ({
  pk: recordKey('distribution-requests', requestId).pk,
  sk: `${at}#${name}`,
});

/**
 * A change of a release while it is requested. It is stamped, so that its sort key begins with the time.
 * @param of the record that was changed.
 */
export const releaseChangeKey = (
  albumId: string,
  of: { readonly type: string; readonly id: string },
): Key => ({
  pk: recordKey('albums', albumId).pk,
  sk: `change#${of.type}#${of.id}`,
});

/** Counts the new names of an owner's artists and labels. Each of them has a stamped row in the partition. */
export const renamesKey = (ownerId: string): Key => ({ pk: `renames#${ownerId}`, sk: WHOLE });

export const renameKey = (ownerId: string, of: { readonly type: string; readonly id: string }): Key => ({
  pk: renamesKey(ownerId).pk,
  sk: `${of.type}#${of.id}`,
});

/** The folders of packages are UUIDs, and have no common prefix. */
export const PACKAGE_PREFIXES: readonly string[] = [...'0123456789abcdef'];

/** Prefix of the objects with releases that are too long for a row. */
export const RELEASE_PREFIX = 'releases/';
