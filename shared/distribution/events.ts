/** The events of distribution (specification 6.3, 6.4). */
import * as v from 'valibot';
import { type EventTable, numericId } from '../kit/declare/event-definition.ts';

const text = v.string();
const change = v.picklist(['delivery', 'update', 'redelivery', 'takedown']);

const album = v.strictObject({ id: numericId, upc: v.nullable(text), title: text });
const requestStatus = v.picklist(['pending', 'preapproved', 'rejected', 'sent', 'error']);

/** The opaque id of a delivery, shared by all its events except `delivery.created`. */
const storeDelivery = v.strictObject({
  album,
  store: v.strictObject({ id: numericId, name: text }),
  store_delivery: v.strictObject({ id: text, type: v.nullable(change) }),
});
const storeDeliveryWithReason = v.strictObject({ ...storeDelivery.entries, reason: text });

export const distributionEvents = {
  'album.status_changed': {
    payload: v.strictObject({ album, previous_status: text, status: text }),
    cause: 'The status of an album changed',
  },
  'distribution_request.status_changed': {
    payload: v.strictObject({
      distribution_request: v.strictObject({ id: numericId, type: change, album_id: numericId }),
      previous_status: v.nullable(requestStatus),
      status: requestStatus,
    }),
    cause: 'A distribution request was created, or its status changed',
  },
  'delivery.created': {
    payload: v.strictObject({
      delivery: v.strictObject({
        id: numericId,
        album_id: numericId,
        dsp: v.strictObject({ id: numericId, name: text }),
        type: change,
        status: v.picklist(['sent', 'error']),
        errors: v.nullable(text),
      }),
    }),
    cause: 'A delivery of an album to a store was sent or failed',
  },
  'store_delivery.sent': { payload: storeDelivery, cause: 'The release was sent to the store' },
  'store_delivery.completed': { payload: storeDelivery, cause: 'The store has confirmed the delivery' },
  'store_delivery.rejected': {
    payload: storeDeliveryWithReason,
    cause: 'The store has rejected the delivery',
  },
  'store_delivery.failed': {
    payload: storeDeliveryWithReason,
    cause: 'The release could not be sent to the store',
  },
  'store_delivery.skipped': { payload: storeDelivery, cause: 'The store does not need the delivery' },
} as const satisfies EventTable;
