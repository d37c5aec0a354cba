/** Keys of requests, deliveries and the rows beside them. */
import { type Key, type KeyRow, WHOLE } from '../kit/table/keys.ts';
import { deliveryListOf, deliveryLists } from './rules/delivery-lists.ts';
import { isOpen, requestStatuses } from './rules/distribution.ts';

export const distributionKeyRows = {
  'distribution-requests': {
    journaled: true,
    links: {
      album: {
        max: 1000,
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
      album: { max: 1000, tallies: { pending: ({ status }) => status === 'pending' } },
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
