/** Events against the records that cause them: each change announced once, recorded once, and delivered. */
import * as v from 'valibot';
import type { Model, User } from '../model.ts';
import type { Rows, StoredRecord } from './records.ts';

const dataSchema = v.looseObject({
  album: v.optional(v.looseObject({ id: v.number() })),
  distribution_request: v.optional(v.looseObject({ id: v.number() })),
  delivery: v.optional(v.looseObject({ id: v.number() })),
  store_delivery: v.optional(v.looseObject({ id: v.string() })),
  analytics_report: v.optional(v.looseObject({ id: v.number() })),
  previous_status: v.optional(v.nullable(v.string())),
  status: v.optional(v.string()),
});

type Data = v.InferOutput<typeof dataSchema>;

interface Event {
  readonly id: string;
  readonly type: string;
  readonly data: Data;
}

/** @returns a sentence for each event that is missing or superfluous. */
export function eventFaults({ users }: Model, rows: Rows): string[] {
  const owned = (type: string) => Map.groupBy(rows.of(type), ({ ownerId }) => ownerId);
  const [events, albums, requests, deliveries, reports] = [
    'webhook-events',
    'albums',
    'distribution-requests',
    'deliveries',
    'analytics-reports',
  ].map(owned);
  return users.flatMap((user) => {
    const of = (records: typeof events) => records?.get(user.id) ?? [];
    const all = of(events).map(
      ({ id, fields }): Event => ({
        id,
        type: String(fields['type']),
        data: v.parse(v.pipe(v.string(), v.parseJson(), dataSchema), fields['data']),
      }),
    );
    const by = (type: string, key: (data: Data) => unknown) =>
      Map.groupBy(
        all.filter((each) => each.type === type),
        ({ data }) => String(key(data)),
      );
    return [
      ...chainFaults(
        of(albums),
        by('album.status_changed', ({ album }) => album?.id),
        { begin: 'draft', is: 'last-status' },
      ),
      ...chainFaults(
        of(requests),
        by('distribution_request.status_changed', ({ distribution_request: one }) => one?.id),
        { begin: null, is: 'status' },
      ),
      ...transitionFaults(
        user,
        by('distribution_request.status_changed', ({ distribution_request: one }) => one?.id),
      ),
      ...deliveryFaults(of(deliveries), by),
      ...reportFaults(of(reports), by),
      ...[...user.tests.keys()].flatMap((id) =>
        all.some((each) => each.id === id) ? [] : [`the test event ${id} is missing`],
      ),
    ].map((fault) => `${user.name}: ${fault}`);
  });
}

/**
 * The changes of state that were announced lead from the first state to the present one: each state was
 * entered as often as it was left, apart from the first and the last.
 */
function chainFaults(
  records: readonly StoredRecord[],
  events: ReadonlyMap<string, readonly Event[]>,
  { begin, is }: { begin: string | null; is: string },
): string[] {
  return records.flatMap(({ type, id, fields }) => {
    const balance = new Map<unknown, number>([[begin, 1]]);
    const add = (state: unknown, by: number) => balance.set(state, (balance.get(state) ?? 0) + by);
    add(fields[is], -1);
    for (const { data } of events.get(id) ?? []) {
      add(data.previous_status ?? null, -1);
      add(data.status, 1);
    }
    const uneven = [...balance].filter(([, count]) => count !== 0);
    return uneven.length === 0
      ? []
      : [`the events of ${type}/${id} do not lead from ${begin} to ${fields[is]}: ${JSON.stringify(uneven)}`];
  });
}

/** Every acknowledged change has been announced. */
function transitionFaults({ transitions }: User, events: ReadonlyMap<string, readonly Event[]>): string[] {
  return [...transitions].flatMap(([id, states]) => {
    const announced = (events.get(id) ?? []).map(({ data }) => data.status);
    const missing = states.filter((state) => !announced.includes(state));
    return missing.map((state) => `request ${id} became ${state}, and no event says so`);
  });
}

type By = (type: string, key: (data: Data) => unknown) => ReadonlyMap<string, readonly Event[]>;

function deliveryFaults(deliveries: readonly StoredRecord[], by: By): string[] {
  const made = by('delivery.created', ({ delivery }) => delivery?.id);
  const told = new Map(
    ['sent', 'failed', 'skipped', 'completed', 'rejected'].map((what) => [
      what,
      by(`store_delivery.${what}`, ({ store_delivery: one }) => one?.id),
    ]),
  );
  return deliveries.flatMap(({ id, fields }) => {
    const { status, report } = fields;
    const store = String(fields['store-delivery-id']);
    const handed = status === 'error' ? 'failed' : report === 'skipped' ? 'skipped' : 'sent';
    const expected = new Map<string, number>([[handed, status === 'pending' ? 0 : 1]]);
    if (report === 'completed' || report === 'rejected') expected.set(report, 1);
    const counts = [
      ['delivery.created', made.get(id)?.length ?? 0, status === 'pending' ? 0 : 1] as const,
      ...Array.from(
        told,
        ([what, events]) => [what, events.get(store)?.length ?? 0, expected.get(what) ?? 0] as const,
      ),
    ];
    return counts.flatMap(([what, is, ought]) =>
      is === ought
        ? []
        : [`delivery ${id} (${status}, ${report}) has ${is} events ${what} instead of ${ought}`],
    );
  });
}

function reportFaults(reports: readonly StoredRecord[], by: By): string[] {
  const completed = by('analytics_report.completed', ({ analytics_report: one }) => one?.id);
  const failed = by('analytics_report.failed', ({ analytics_report: one }) => one?.id);
  return reports.flatMap(({ id, fields: { status } }) => {
    const is = [completed.get(id)?.length ?? 0, failed.get(id)?.length ?? 0];
    const ought = [status === 'completed' ? 1 : 0, status === 'failed' ? 1 : 0];
    const isDone = status === 'completed' || status === 'failed';
    return isDone && is.join() === ought.join() ? [] : [`report ${id} is ${status} with ${is.join()} events`];
  });
}
