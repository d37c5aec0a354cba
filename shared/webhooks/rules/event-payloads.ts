/** What each type of event tells: the `data` a receiver gets (specification 6.4). Ids are numbers here, unlike in documents. */
import * as v from 'valibot';
import type { EventType } from './event-types.ts';

const id = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const text = v.string();
const change = v.picklist(['delivery', 'update', 'redelivery', 'takedown']);

const album = v.strictObject({ id, upc: v.nullable(text), title: text });
const requestStatus = v.picklist(['pending', 'preapproved', 'rejected', 'sent', 'error']);

/** The opaque id is the same in all events of one delivery, and not the id of `delivery.created`. */
const storeDelivery = v.strictObject({
  album,
  store: v.strictObject({ id, name: text }),
  store_delivery: v.strictObject({ id: text, type: v.nullable(change) }),
});
const storeDeliveryWithReason = v.strictObject({ ...storeDelivery.entries, reason: text });

/** `total_records` is null on failure. There is no link: the report is fetched through the API. */
const report = <
  const S extends 'completed' | 'failed',
  const T extends v.GenericSchema<number | null, number | null>,
>(
  status: S,
  totalRecords: T,
) =>
  v.strictObject({
    analytics_report: v.strictObject({
      id,
      dsp_id: id,
      date: v.pipe(text, v.isoDate()),
      status: v.literal(status),
      total_records: totalRecords,
    }),
  });

export const payloads = {
  'album.status_changed': v.strictObject({ album, previous_status: text, status: text }),
  'distribution_request.status_changed': v.strictObject({
    distribution_request: v.strictObject({ id, type: change, album_id: id }),
    previous_status: v.nullable(requestStatus),
    status: requestStatus,
  }),
  'delivery.created': v.strictObject({
    delivery: v.strictObject({
      id,
      album_id: id,
      dsp: v.strictObject({ id, name: text }),
      type: change,
      status: v.picklist(['sent', 'error']),
      errors: v.nullable(text),
    }),
  }),
  'store_delivery.sent': storeDelivery,
  'store_delivery.completed': storeDelivery,
  'store_delivery.rejected': storeDeliveryWithReason,
  'store_delivery.failed': storeDeliveryWithReason,
  'store_delivery.skipped': storeDelivery,
  'analytics_report.completed': report('completed', id),
  'analytics_report.failed': report('failed', v.null()),
  'webhook.test': v.strictObject({ webhook_endpoint: v.strictObject({ id }), message: text }),
} as const satisfies Readonly<Record<EventType, v.GenericSchema<unknown, unknown>>>;

/** The payload of one type of event. */
export type PayloadOf<T extends EventType> = v.InferOutput<(typeof payloads)[T]>;
