/** What a change announces: a maker for each type whose records cause events. Pure. */
import * as v from 'valibot';
import { albums } from '../catalogue/api/albums.ts';
import { deliveries } from '../distribution/api/deliveries.ts';
import { distributionRequests } from '../distribution/api/distribution-requests.ts';
import { albumEvents, deliveryEvents, requestEvents } from '../distribution/distribution-events.ts';
import type { Stored } from '../kit/declare/fields.ts';
import type { Resource } from '../kit/declare/resource.ts';
import type { DomainEvent, MadeEvent } from '../kit/events/event.ts';
import { dataOf } from '../kit/events/event-record.ts';
import { recordOf } from '../kit/records/rows.ts';
import { CAUSE_ATTRIBUTE, type Images, WORK_CAUSE } from '../kit/table/causes.ts';
import { fromWire, type Item } from '../kit/table/item.ts';
import type { keyRows } from '../kit/table/keys.ts';
import { reportEvents } from '../usage/analytics-events.ts';
import { analyticsReports } from '../usage/api/analytics-reports.ts';
import { webhookEvents } from '../webhooks/api/webhook-events.ts';
import { payloads } from '../webhooks/rules/event-payloads.ts';
import { TEST_EVENT } from '../webhooks/rules/event-types.ts';

/** A record before and after a committed write; undefined: it did not exist yet, or no longer does. */
interface RecordChange<D extends Resource> {
  readonly before: Stored<D> | undefined;
  readonly after: Stored<D> | undefined;
}

/** A row before and after a write, in the stream's form. */
type Rows = { readonly before: Item | undefined; readonly after: Item | undefined };
type Maker = (rows: Rows) => readonly DomainEvent[];

const announces =
  <D extends Resource>(resource: D, make: (change: RecordChange<D>) => readonly MadeEvent[]): Maker =>
  ({ before, after }) =>
    make({ before: before && recordOf(resource, before), after: after && recordOf(resource, after) });

type CausingType = {
  [T in keyof typeof keyRows]: (typeof keyRows)[T] extends { readonly causes: unknown } ? T : never;
}[keyof typeof keyRows];

/** A type whose key row says that it causes events does not compile without its line here. */
const makers: Readonly<Record<CausingType, Maker>> = {
  albums: announces(albums, albumEvents),
  'distribution-requests': announces(distributionRequests, requestEvents),
  deliveries: announces(deliveries, deliveryEvents),
  'analytics-reports': announces(analyticsReports, reportEvents),
  'webhook-events': announces(webhookEvents, testRequested),
};

/** @throws Error for a row whose type announces nothing: a fault of the program. */
export function eventsOf({ OldImage, NewImage }: Images): readonly DomainEvent[] {
  const rows = { before: OldImage && itemOf(OldImage), after: NewImage && itemOf(NewImage) };
  if (rows.after?.[CAUSE_ATTRIBUTE] === WORK_CAUSE) return [];
  const type = String((rows.after ?? rows.before)?.['pk']).split('#')[0] ?? '';
  if (!isCausing(type))
    throw new Error(`Changes of ${type} announce nothing: give it a maker in events-of.ts.`);
  return makers[type](rows);
}

const isCausing = (type: string): type is CausingType => Object.hasOwn(makers, type);

const itemOf = (image: object): Item => fromWire(image as Parameters<typeof fromWire>[0]);

/** A test event is its own cause: writing it down asks for it. Later changes of its row announce nothing. */
function testRequested({ before, after }: RecordChange<typeof webhookEvents>): readonly MadeEvent[] {
  if (before || after?.fields.type !== TEST_EVENT) return [];
  const { id, ownerId, fields } = after;
  return [
    {
      id,
      type: TEST_EVENT,
      createdAt: fields['created-at'],
      ownerId,
      data: v.parse(payloads[TEST_EVENT], dataOf(after)),
    },
  ];
}
