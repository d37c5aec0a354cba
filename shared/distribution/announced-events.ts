/** Events caused by changes of albums, requests and deliveries (specification 6.3, 6.4). Pure. */
import { albums } from '../catalogue/api/albums.ts';
import type { PayloadOf } from '../kit/declare/event-definition.ts';
import { announces } from '../kit/events/announcements.ts';
import type { DomainEvent } from '../kit/events/event.ts';
import { type NewEvent, newEvent } from '../kit/events/new-event.ts';
import { required } from '../kit/values/required.ts';
import { dspById } from '../reference/data/dsps.ts';
import { type Delivery, deliveries } from './api/deliveries.ts';
import { distributionRequests } from './api/distribution-requests.ts';
import type { distributionEvents } from './events.ts';
import { NOT_SENT, REJECTED } from './rules/distribution.ts';

const event: NewEvent<typeof distributionEvents> = newEvent;

export const albumEvents = announces(albums, ({ before, after }) => {
  if (!before || !after) return [];
  const { title, 'upc-code': upc, 'last-status': status } = after.fields;
  const previous = before.fields['last-status'];
  if (previous === status) return [];
  const album = { id: Number(after.id), upc, title };
  return [event(after, 'album.status_changed', { album, previous_status: previous, status })];
});

export const requestEvents = announces(distributionRequests, ({ before, after }) => {
  if (!after || before?.fields.status === after.fields.status) return [];
  const { status, album, 'request-type': type } = after.fields;
  return [
    event(after, 'distribution_request.status_changed', {
      distribution_request: { id: Number(after.id), type, album_id: Number(album) },
      previous_status: before?.fields.status ?? null,
      status,
    }),
  ];
});

/** Announces that a delivery was sent or failed, and later what the store reports. */
export const deliveryEvents = announces(deliveries, ({ before, after }) => {
  if (!before || !after) return [];
  return [...handedOver(before, after), ...reported(before, after)];
});

function handedOver(before: Delivery, after: Delivery): readonly DomainEvent[] {
  const { status, errors, type, dsp, report, failure } = after.fields;
  if (before.fields.status !== 'pending' || status === 'pending') return [];
  const store = storeOf(dsp);
  const delivery = { id: Number(after.id), album_id: albumOf(after), dsp: store, type, status, errors };
  const handover = storeDelivery(after);
  return [
    event(after, 'delivery.created', { delivery }),
    status === 'error'
      ? event(after, 'store_delivery.failed', {
          ...handover,
          reason: failure === 'rejected' ? REJECTED : NOT_SENT,
        })
      : event(after, report === 'skipped' ? 'store_delivery.skipped' : 'store_delivery.sent', handover),
  ];
}

function reported(before: Delivery, after: Delivery): readonly DomainEvent[] {
  const { report, 'report-reason': reason } = after.fields;
  if (before.fields.report === report) return [];
  if (report === 'completed') return [event(after, 'store_delivery.completed', storeDelivery(after))];
  if (report !== 'rejected') return [];
  const data = { ...storeDelivery(after), reason: reason ?? REJECTED };
  return [event(after, 'store_delivery.rejected', data)];
}

const storeDelivery = ({
  fields,
}: Delivery): PayloadOf<typeof distributionEvents, 'store_delivery.sent'> => ({
  album: { id: albumOf({ fields }), upc: fields['album-upc'], title: fields['album-title'] },
  store: storeOf(fields.dsp),
  store_delivery: { id: fields['store-delivery-id'], type: fields.type },
});

/** The id of the album, even after its deletion. */
const albumOf = ({ fields }: Pick<Delivery, 'fields'>): number =>
  Number(fields.album ?? fields['deleted-album']);

function storeOf(dsp: string | null) {
  const id = required(dsp, 'Each delivery has a DSP.');
  return { id: Number(id), name: required(dspById(id), `There is no DSP ${id}.`).name };
}
