/** The events of distribution (specification 6.3, 6.4). */
import * as v from 'valibot';
import { type EventTable, event, numericId } from '../kit/declare/event-definition.ts';

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

const someAlbum = { id: 0, upc: '850001000314', title: 'Small Hours' };
const someStore = { id: 0, name: 'Example Music' };
const someDelivery = {
  album: someAlbum,
  store: someStore,
  store_delivery: { id: '0', type: 'delivery' },
} as const;

const since = '2026-11-22';

export const distributionEvents = {
  'album.status_changed': event({
    payload: v.strictObject({ album, previous_status: text, status: text }),
    cause: 'The status of an album changed',
    example: { album: someAlbum, previous_status: 'in_review', status: 'approved' },
    since,
  }),
  'distribution_request.status_changed': event({
    payload: v.strictObject({
      distribution_request: v.strictObject({ id: numericId, type: change, album_id: numericId }),
      previous_status: v.nullable(requestStatus),
      status: requestStatus,
    }),
    cause: 'A distribution request was created, or its status changed',
    example: {
      distribution_request: { id: 0, type: 'delivery', album_id: 0 },
      previous_status: 'preapproved',
      status: 'sent',
    },
    since,
  }),
  'delivery.created': event({
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
    example: {
      delivery: { id: 0, album_id: 0, dsp: someStore, type: 'delivery', status: 'sent', errors: null },
    },
    since,
  }),
  'store_delivery.sent': event({
    payload: storeDelivery,
    cause: 'The release was sent to the store',
    example: someDelivery,
    since,
  }),
  'store_delivery.completed': event({
    payload: storeDelivery,
    cause: 'The store has confirmed the delivery',
    example: someDelivery,
    since,
  }),
  'store_delivery.rejected': event({
    payload: storeDeliveryWithReason,
    cause: 'The store has rejected the delivery',
    example: { ...someDelivery, reason: 'The artwork is blurred.' },
    since,
  }),
  'store_delivery.failed': event({
    payload: storeDeliveryWithReason,
    cause: 'The release could not be sent to the store, or the store rejected it immediately',
    example: { ...someDelivery, reason: 'The release could not be sent to the store.' },
    since,
  }),
  'store_delivery.skipped': event({
    payload: storeDelivery,
    cause: 'The store does not need the delivery',
    example: someDelivery,
    since,
  }),
} as const satisfies EventTable;
