/** The functions that make events, for all types whose records cause some. */
import { albums } from '../catalogue/api/albums.ts';
import { albumEvents, deliveryEvents, requestEvents } from '../distribution/announced-events.ts';
import { deliveries } from '../distribution/api/deliveries.ts';
import { distributionRequests } from '../distribution/api/distribution-requests.ts';
import { announcements, announces, type Maker } from '../kit/events/announcements.ts';
import type { DomainEvent } from '../kit/events/event.ts';
import type { Images } from '../kit/table/causes.ts';
import { analyticsReports } from '../usage/api/analytics-reports.ts';
import { reportEvents } from '../usage/report-events.ts';
import { testEvents } from '../webhooks/announced-events.ts';
import { webhookEvents } from '../webhooks/api/webhook-events.ts';
import type { api } from './api.ts';

type Keys = (typeof api)['keys'];
type CausingType = {
  [T in keyof Keys]: Keys[T] extends { readonly causes: unknown } ? T : never;
}[keyof Keys];

/** A type whose key row says that it causes events must have a line here to compile. */
const makers: Readonly<Record<CausingType, Maker>> = {
  albums: announces(albums, albumEvents),
  'distribution-requests': announces(distributionRequests, requestEvents),
  deliveries: announces(deliveries, deliveryEvents),
  'analytics-reports': announces(analyticsReports, reportEvents),
  'webhook-events': announces(webhookEvents, testEvents),
};

/** @throws Error for a row whose type announces no events. */
export const eventsOf = (images: Images): readonly DomainEvent[] => announcements(makers, images);
