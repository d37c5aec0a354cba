/** What operators see of a webhook endpoint. */
import type { Endpoint } from '../endpoints/endpoint.ts';
import { failureOf } from './endpoint-failure.ts';

/** The address is without the query, which can contain a secret. */
export const shownEndpoint = ({ id, ownerId, fields }: Endpoint) => ({
  id,
  user: ownerId,
  url: fields.url.replace(/[?#].*$/, ''),
  events: fields.events,
  active: fields['is-active'],
  'disabled-at': fields['disabled-at'],
  'disabled-by': fields['disabled-by'],
  'disabled-reason': fields['disabled-reason'],
  'consecutive-failures': fields['consecutive-failures'],
  'failing-since': fields['failing-since'],
  ...failureOf({ fields }),
});
